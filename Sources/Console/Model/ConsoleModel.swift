import HTTPServer
import JSONWriting
import Networking
import Traffic
import TransportSecurity

/// The model of the console: has the traffic of a running proxy or of recordings, and answers the requests to the API
/// about it. `ConsoleServer` is the web server in front of it, and makes all calls on its own thread.
public final class ConsoleModel: ConsoleSource {
    private var state: ConsoleState
    private let rereadRecordings: RereadRecordings?

    /// Creates the model of a running proxy.
    public init(_ settings: ConsoleSettings, judge: ConsoleJudge) {
        state = ConsoleState(
            settings, traffic: ConsoleTraffic(judge: judge, publicSuffixes: settings.publicSuffixes))
        rereadRecordings = nil
    }

    /// Creates the model of recordings. With each new state of the program, the recordings in `rereadRecordings`
    /// replace the shown ones.
    public init(
        _ settings: ConsoleSettings, judge: ConsoleJudge, recorded input: RecordedInput,
        rereadRecordings: RereadRecordings? = nil
    ) {
        let traffic = ConsoleTraffic(input, judge: judge, publicSuffixes: settings.publicSuffixes)
        self.rereadRecordings = rereadRecordings
        state = ConsoleState(settings, traffic: traffic)
    }

    /// The random name of this run.
    public var session: String { state.settings.session }

    /// The number of the last change of the rows.
    public var revision: UInt64 { state.traffic.table.revision }

    /// Answers a request to the API, or returns the computation of the answer.
    public func answer(to request: ConsoleRequest) -> ConsoleAnswer {
        ConsoleRouter.answer(to: request, in: &state, at: WallClock.now)
    }

    /// Uses the result of a computation. Returns the response to the request that asked for it; nil if none did.
    public func finish(_ result: ConsoleComputation.Result) -> ServerResponse? {
        state.finish(result)
    }

    /// The search for exceptions that no load has needed, if it is due.
    public func dueComputation() -> ConsoleComputation? {
        state.dueSearch()
    }

    /// Adds the loads that a worker of the proxy has seen since its last batch.
    public func receive(_ batch: LiveBatch) {
        state.traffic.receive(batch)
    }

    /// The JSON of the rows that changed after a revision; nil if it is not known which ones did.
    public func changes(since revision: UInt64) -> [UInt8]? {
        guard let indices = state.traffic.table.changes(since: revision) else { return nil }
        return RowList(session: nil, table: state.traffic.table, indices: indices).line
    }

    /// The JSON of the status.
    public func status() -> [UInt8] {
        var json = JSONWriter()
        state.status(at: WallClock.now).write(to: &json)
        return json.bytes
    }

    /// Replaces the state of the running program, and shows recordings that were read again.
    public func use(state proxy: ProxyState) {
        state.proxy = proxy
        state.traffic.noteChange()
        // The thread that reads recordings again puts them into the mailbox before it sends a state.
        guard let input = rereadRecordings?.take() else { return }
        state.replaceTraffic(by: input)
    }

    /// Replaces the configuration, after the program has read it again.
    public func use(configuration: ConsoleConfiguration) {
        state.settings.data = configuration.data
        state.settings.policyFile = configuration.policyFile
        state.reloaded = WallClock.now
        state.traffic.use(configuration.judge)
    }
}
