import Networking
import ProxyServer
import Settings

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs a command while the proxy serves it: forwards signals to the command, waits for its end, and stops the proxy.
/// The program's main thread does this.
final class CommandRun {
    private let server: Server
    private let recorder: EventRecorder
    private let command: [String]
    private let variables: [String: String?]
    private let drainSeconds: Double
    private let systemProxy: SystemProxySwitch

    /// Creates the run of a command with a changed environment, beside a server that records events.
    init(
        _ command: [String], changing variables: [String: String?], beside server: Server,
        recordingInto recorder: EventRecorder,
        drainSeconds: Double, systemProxy: SystemProxySwitch
    ) {
        self.command = command
        self.variables = variables
        self.server = server
        self.recorder = recorder
        self.drainSeconds = drainSeconds
        self.systemProxy = systemProxy
    }

    /// The result of running a command.
    enum Outcome {
        /// The command has ended.
        case ended(ChildProcess.Ending)
        /// The command could not be started.
        case notStarted(SystemError)
        /// The proxy failed, and the command received SIGTERM.
        case proxyFailed(CommandFailure)

        /// The exit status as a shell reports the result.
        var status: Int32 {
            switch self {
            case .ended(let ending): return ending.status
            case .notStarted(let error): return error.number == ENOENT ? 127 : 126
            case .proxyFailed(let failure): return failure.status.rawValue
            }
        }
    }

    /// Runs until the command has ended, the proxy has stopped, and every event is written or its loss is reported.
    ///
    /// - Parameter limits: The limits of the process before it raised them. The command is started with these.
    /// - Returns: The result of the command, and the exit status for events that could not be written.
    func untilEnded(limits: ProcessLimits) throws(CommandFailure) -> (Outcome, recordingStatus: Int32) {
        do throws(SystemError) {
            return try run(limits)
        } catch {
            throw CommandFailure(.software, "cannot wait for the command: \(error.operation): \(error.text)")
        }
    }

    private func run(_ limits: ProcessLimits) throws(SystemError) -> (Outcome, Int32) {
        let loop = try EventLoop()
        var outcome: Outcome?
        var child: ChildProcess?
        let flush = try FinalFlush(of: recorder, on: loop)
        var timeLimit = FinalFlush.timeLimit
        let shutdown = try Shutdown(of: server, on: loop) { flush.begin(within: timeLimit) }
        // These handlers are installed before those that forward signals, which take precedence until the command has
        // ended. Afterwards, signals are for this program. Signals that the process ignores stay ignored.
        let ownSignals = [SIGHUP, SIGINT, SIGTERM].filter { !ProcessSignals.ignores($0) }.map { signal in
            SignalEvent(loop, signal: signal) {
                guard outcome != nil, signal != SIGHUP else { return }
                timeLimit = 0
                if flush.hasBegun { flush.begin(within: 0) }
                shutdown.begin(within: 0)
            }
        }
        var forwardedSignals: SentSignals? = try SentSignals(loop, Self.signals) { child?.send($0) }
        ProcessSignals.release()
        let end = { [drainSeconds, systemProxy] (result: Outcome) in
            outcome = result
            forwardedSignals = nil
            systemProxy.end()
            shutdown.begin(within: drainSeconds)
        }
        if let failure = systemProxy.begin(server.listeners, ownAddresses: []) {
            end(.proxyFailed(failure))
        } else {
            do throws(SystemError) {
                child = try limits.inForce { () throws(SystemError) in
                    try ChildProcess(loop, command, changing: variables) { end(.ended($0)) }
                }
            } catch {
                end(.notStarted(error))
            }
        }
        let failure = loop.run()
        if shutdown.failure != nil { child?.send(SIGTERM) }
        withExtendedLifetime((child, forwardedSignals, ownSignals)) {}
        if let failure { throw failure }
        let recordingStatus = flush.reportLoss()
        if let failure = shutdown.failure { return (.proxyFailed(failure), recordingStatus) }
        return (outcome ?? .notStarted(SystemError(number: ECHILD, operation: "wait")), recordingStatus)
    }

    /// The signals by which users and systems end, notify or wake a program.
    private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]
}

/// The environment variables that tell programs about a proxy.
///
/// No standard defines their names. Programs read the upper-case names, the lower-case ones, or both; curl reads only
/// the lower-case `http_proxy`.
struct ProxyVariables {
    /// The port of 127.0.0.1 at which the proxy listens.
    let port: UInt16
    /// The hosts to reach without the proxy, separated by commas; nil for none.
    let exempt: String?

    /// The variables that name a proxy, most important first.
    static let names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]

    /// The changes to a program's environment. A variable with the value nil is removed.
    var changes: [String: String?] {
        var changes: [String: String?] = [:]
        func change(_ name: String, to value: String?) {
            changes.updateValue(value, forKey: name)
            changes.updateValue(value, forKey: name.lowercased())
        }
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] { change(name, to: "http://127.0.0.1:\(port)") }
        change("NO_PROXY", to: exempt)
        return changes
    }
}
