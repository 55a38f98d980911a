import Audit
import Networking
import Recording
import TransportSecurity

/// What the console shows: the traffic of a running proxy or of recordings, and the answers of the API about it.
///
/// An object of one thread, as `ConsoleSource` says.
public final class ConsoleModel: ConsoleSource {
    private var state: ConsoleState
    private let rereadings: Rereadings?

    /// Creates the model of a running proxy.
    public init(_ settings: ConsoleSettings, judge: ConsoleJudge) {
        state = ConsoleState(
            settings, judge: judge, traffic: ConsoleTraffic(judge: judge, publicSuffixes: settings.publicSuffixes))
        rereadings = nil
    }

    /// Creates the model of recordings. They are replaced by what `rereadings` has, whenever the state of the program is
    /// told.
    public init(
        _ settings: ConsoleSettings, judge: ConsoleJudge, recorded input: RecordedInput, rereadings: Rereadings? = nil
    ) {
        let traffic = ConsoleTraffic(
            input, judge: judge, publicSuffixes: settings.publicSuffixes)
        self.rereadings = rereadings
        state = ConsoleState(settings, judge: judge, traffic: traffic)
    }

    /// The random name of this run.
    public var session: String { state.settings.session }

    /// The number of the last change.
    public var revision: UInt64 { state.traffic.table.revision }

    /// Answers a request to the API.
    public func respond(to request: ConsoleRequest) -> ConsoleResponse {
        ConsoleRouter.response(to: request, in: &state, at: WallClock.now)
    }

    /// Sees to it that readers ask for the status again once a search that was put off is due.
    public func refresh() {
        state.noteDueSearch()
    }

    /// Takes what the proxy's workers have seen since the last batch.
    public func receive(_ batch: LiveBatch) {
        state.traffic.receive(batch)
    }

    /// The JSON of the rows that changed after a revision; nil if it is not known which ones did.
    public func changes(since revision: UInt64) -> [UInt8]? {
        guard let places = state.traffic.table.changes(since: revision) else { return nil }
        return RowList(session: nil, table: state.traffic.table, places: places).line
    }

    /// The JSON of the status.
    public func status() -> [UInt8] {
        respond(to: ConsoleRequest(.get, ["status"])).body
    }

    /// Takes what is to be known of the running program, and recordings that were read again.
    public func use(_ program: ProxyState) {
        state.program = program
        state.traffic.noteChange()
        guard let input = rereadings?.take() else { return }
        state.traffic = state.traffic.replaced(by: input, judge: state.judge)
        state.neverNeeded = NeverNeededSearch()
    }
}
