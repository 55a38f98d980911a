import HTTPServer
import Networking
import Settings
import StandardStreams

/// The running HTTP server of `--metrics`, from which a monitoring system collects numbers.
///
/// The server has a thread and an event loop of its own. Requests are answered also while all workers of the proxy are
/// busy, and do not delay them.
package final class MetricsServer: Sendable {
    /// The address that the server is bound to.
    package let address: SocketAddress
    /// Tells the server's thread to stop.
    private let mailbox: Mailbox<Void>
    /// The report of the thread that it has closed everything.
    private let ended: ThreadReport

    /// The largest number of connections.
    static let connectionLimit = 16
    /// The number of descriptors that the server needs without clients. Besides those of its loop, these are its socket
    /// and the pipes of a mailbox and of two reports.
    package static let descriptors = EventLoop.descriptors + 1 + 2 + 2 * 2

    /// Starts the server on a socket, and returns once it serves.
    ///
    /// - Parameter routes: Creates the routes, on the server's thread.
    package init(
        _ socket: ServerSocket, times: ServerTimeouts = .metrics, routes: @escaping @Sendable () -> MetricsRoutes
    ) throws(SystemError) {
        let mailbox = try Mailbox<Void>()
        let ended = try ThreadReport()
        let started = try ThreadReport()
        self.mailbox = mailbox
        self.ended = ended
        address = socket.address
        try SystemThread.start(named: "metrics") {
            do throws(SystemError) {
                let loop = try EventLoop()
                guard let socket = socket.take() else { preconditionFailure("A socket serves one server.") }
                let connections = ServerConnections(
                    loop, socket, limit: Self.connectionLimit, Self.environment(routes(), times: times, on: loop))
                let reader = mailbox.open(on: loop) { loop.stop() }
                started.make(nil)
                withExtendedLifetime(reader) { _ = loop.run() }
                connections.close()
                ended.make(nil)
            } catch {
                started.make(error)
            }
        }
        try started.wait()
    }

    /// Closes the listener and all connections. Waits at most a second, and returns whether all was closed.
    @discardableResult
    package func stop() -> Bool {
        mailbox.post(())
        do throws(SystemError) {
            return try ended.wait(for: .seconds(1))
        } catch {
            preconditionFailure("The report has no failure.")
        }
    }

    private static func environment(
        _ routes: MetricsRoutes, times: ServerTimeouts, on loop: EventLoop
    ) -> ServerEnvironment<ServerConnection> {
        ServerEnvironment(
            bodyLimit: { _ in 0 },
            answer: { request, _ in
                // Timers begin at the time of the loop, which is old after a long response.
                defer { loop.updateTime() }
                return .reply(routes.response(to: request))
            },
            fault: { fault, _ in routes.response(to: fault) },
            tooLong: { _ in preconditionFailure("Nothing is computed later.") },
            ended: { _ in }, fields: [.init("X-Content-Type-Options", "nosniff")], times: times)
    }
}

extension ServerTimeouts {
    /// The timeouts of the metrics server. Scrapers send a request every minute or more often over one connection.
    package static let metrics: ServerTimeouts = {
        var times = ServerTimeouts()
        // 150 seconds, in milliseconds.
        times.idle = 150_000
        return times
    }()
}

extension ServeSettings {
    /// Starts the metrics server at the address of `--metrics`; nil without that option. The call precedes the start of
    /// the proxy, which keeps its clients from the address. Until then, the server answers that the proxy is not ready.
    package func startMetricsServer(showing program: ProgramMetrics) throws(CommandFailure) -> MetricsServer? {
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
        Output.say("metrics at http://\(address)/metrics")
        guard !address.address.isLoopback else { return }
        Output.say(
            "warning: everyone who reaches \(address) can read the metrics, because they have no password; let a "
                + "firewall admit the machine that collects them alone.")
    }
}
