import HTTPServer
import Networking
import Settings

extension ServeSettings {
    /// Starts the server of metrics at the address of `--metrics`; returns nil without one. The server begins before
    /// the proxy listens. Until then, the server says that the proxy is not ready yet. The proxy knows an address that
    /// no client may reach.
    func startedMetrics(of program: ProgramMetrics) throws(CommandFailure) -> MetricsServer? {
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
    /// Prints the address, and who can reach it if others than this machine may.
    func announce() {
        Console.say("metrics at http://\(address)/metrics")
        guard !address.address.isLoopback else { return }
        Console.say(
            "warning: everyone who reaches \(address) can read the metrics, because they have no password; let a "
                + "firewall admit the machine that collects them alone.")
    }
}
