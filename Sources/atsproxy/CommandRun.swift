import Libevent
import ProxyServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The life of a proxy beside the command that uses it, on the program's main thread: it passes signals on to the
/// command, waits for its end, and then stops the proxy.
final class CommandRun {
    private let server: Server
    private let command: [String]
    private let variables: [String: String?]
    private let drainSeconds: Double

    /// A run of that command, its environment changed so, beside that server.
    init(_ command: [String], changing variables: [String: String?], beside server: Server, drainSeconds: Double) {
        self.command = command
        self.variables = variables
        self.server = server
        self.drainSeconds = drainSeconds
    }

    /// How a command fared.
    enum Outcome {
        case ended(ChildProcess.Ending)
        /// It could not be started.
        case notStarted(SystemError)
        /// The proxy failed beside it, and it was told to end.
        case proxyFailed(CommandFailure)

        /// The exit status by which a shell tells of it.
        var status: Int32 {
            switch self {
            case .ended(let ending): return ending.status
            case .notStarted(let error): return error.number == ENOENT ? 127 : 126
            case .proxyFailed(let failure): return failure.status.rawValue
            }
        }
    }

    /// Returns once the command has ended and the proxy has stopped.
    ///
    /// - Parameter limits: What the process was allowed before it asked for more; the command gets that.
    func untilEnded(limits: ProcessLimits) throws(CommandFailure) -> Outcome {
        do throws(SystemError) {
            return try run(limits)
        } catch {
            throw CommandFailure(.software, "cannot wait for the command: \(error.operation): \(error.text)")
        }
    }

    private func run(_ limits: ProcessLimits) throws(SystemError) -> Outcome {
        let loop = try EventLoop()
        var outcome: Outcome?
        var child: ChildProcess?
        var impatience: [SignalEvent] = []
        let shutdown = try Shutdown(of: server, on: loop) { loop.stop() }
        var passedOn: SentSignals? = try SentSignals(loop, Self.signals) { child?.send($0) }
        let end = { [drainSeconds] (result: Outcome) in
            outcome = result
            passedOn = nil
            // Nobody is left who would hear them; they mean this program now.
            impatience = [SIGINT, SIGTERM].map { signal in
                SignalEvent(loop, signal: signal) { shutdown.begin(within: 0) }
            }
            shutdown.begin(within: drainSeconds)
        }
        do throws(SystemError) {
            child = try limits.inForce { () throws(SystemError) in
                try ChildProcess(loop, command, changing: variables) { end(.ended($0)) }
            }
        } catch {
            end(.notStarted(error))
        }
        let failure = loop.run()
        if shutdown.failure != nil { child?.send(SIGTERM) }
        withExtendedLifetime((child, passedOn, impatience)) {}
        if let failure { throw failure }
        if let failure = shutdown.failure { return .proxyFailed(failure) }
        return outcome ?? .notStarted(SystemError(number: ECHILD, operation: "wait"))
    }

    /// What people and systems end, wake or tell a program by.
    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]
}
