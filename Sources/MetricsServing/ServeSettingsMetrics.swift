import HTTPServer
import Networking
import Settings
import StandardStreams

extension ServeSettings {
    /// Starts the metrics server at the address of `--metrics`; nil without that option. The call precedes the start of
    /// the proxy, which keeps its clients from the address. Until then, the server answers that the proxy is not ready.
    package func startedMetrics(of program: ProgramMetrics) throws(CommandFailure) -> MetricsServer? {
        guard case .at(let address) = metrics else { return nil }
        do throws(SystemError) {
            let socket = ServerSocket(try ListeningSocket(address))
            return try MetricsServer(socket) {
                MetricsRoutes(readiness: { program.readiness }, families: { program.families })
            }
        } catch {
            throw CommandFailure(
                .unavailable,
                "the metrics cannot be served on \(address): \(error.text); choose another address with --metrics.")
        }
    }
}

extension MetricsServer {
    /// Prints the address, with a warning if other machines can reach it.
    package func announce() {
        Console.say("metrics at http://\(address)/metrics")
        guard !address.address.isLoopback else { return }
        Console.say(
            "warning: everyone who reaches \(address) can read the metrics, because they have no password; let a "
                + "firewall admit the machine that collects them alone.")
    }
}
