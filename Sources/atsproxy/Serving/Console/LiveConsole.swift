import Console
import HTTPServer
import Networking
import ProxyServer
import Settings
import StandardStreams
import Traffic

/// The console of a running proxy: sends it the state of listeners and recording, and each new configuration.
final class LiveConsole {
    private let console: ConsoleServer
    private let server: Server
    private let recorder: EventRecorder
    private var recording: RecordingWatch?
    /// The state that the console shows.
    private var shown: ProxyState?
    private var timer: Timer?
    /// The time between two updates of the state, in milliseconds.
    private static let interval = 2000

    /// Creates the console of a running proxy.
    ///
    /// - Parameter path: The path of the recording's file, or of the directory of its segments with a slash at its end;
    ///   nil without a recording.
    init(_ console: ConsoleServer, of server: Server, recorder: EventRecorder, path: String?) {
        self.console = console
        self.server = server
        self.recorder = recorder
        recording = path.map { RecordingWatch(path: $0) }
    }

    /// Starts the console on its socket. If the system has no resources for it, throws an error with `--console`, and
    /// otherwise prints a message and returns nil.
    static func started(
        on socket: ServerSocket, live: LiveMailbox?, configuration: ServerConfiguration, settings: ServeSettings,
        of server: Server, recorder: EventRecorder
    ) throws(CommandFailure) -> LiveConsole? {
        let source = try settings.consoleSource(configuration, of: server)
        do throws(SystemError) {
            let console = try ConsoleServer(socket, names: settings.consoleHosts, live: live, source: source)
            return LiveConsole(console, of: server, recorder: recorder, path: settings.recording.watchedPath)
        } catch {
            guard settings.console == nil else {
                throw CommandFailure(
                    .unavailable,
                    "the console cannot start: \(error.prose).")
            }
            ServeSettings.sayThereIsNoConsole(error)
            return nil
        }
    }

    /// Sends the state to the console now, and from then on whenever it changes.
    func begin(on loop: EventLoop) {
        timer = Timer(loop) { [unowned self] in self.updateState() }
        updateState()
    }

    /// Expects another file of the recording, which was reopened because of `SIGHUP`.
    func recordingWasReopened() {
        recording?.expectAnotherFile()
    }

    /// Sends the configuration after a reload to the console.
    func use(_ settings: ServeSettings, configuration: ServerConfiguration) {
        do throws(CommandFailure) {
            console.use(configuration: try settings.consoleConfiguration(configuration))
        } catch {
            StandardStreams.Output.say("the console goes on with the old configuration: \(error.sentence)")
        }
        updateState()
    }

    /// Prints the address to open.
    func announce() {
        StandardStreams.Output.say("console at \(console.url)")
    }

    /// Closes the console.
    func stop() {
        timer = nil
        console.stop()
    }

    private func updateState() {
        let state = state
        if state != shown { console.use(state: state) }
        shown = state
        timer?.start(milliseconds: Self.interval)
    }

    private var state: ProxyState {
        var state = ProxyState()
        state.listeners = server.listeners.map { listener in
            let rules = listener.appliedPolicy
            return ProxyState.Listener(
                address: listener.address.description, mode: rules.mode, os: rules.os.description,
                policy: rules.policyName)
        }
        state.policies = Set(server.listeners.flatMap(\.policies.appliedPolicies).compactMap(\.digest))
        let reachable = server.listeners.flatMap(\.deviceEndpoints)
        state.setupAddresses = reachable.map(\.description)
        state.isReachableByDevices = !reachable.isEmpty
        guard recording != nil else { return state }
        let lost = Int64(recorder.log.counters.lost)
        let reason = recorder.log.loss?.reason
        state.notices = recording?.check(lost: lost, reason: reason) ?? []
        state.recordings =
            (recording?.path).map { path in
                [
                    ProxyState.Recording(
                        path: path, recording?.identity, lost: lost,
                        problem: reason.map { "Events cannot be written to \(path): \($0)." })
                ]
            } ?? []
        return state
    }
}
