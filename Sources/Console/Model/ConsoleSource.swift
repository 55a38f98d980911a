import HTTPServer
import Traffic

/// A source of the console's content, and of the answers of its API: `ConsoleModel`, or a sample in tests.
///
/// The console's server makes all calls on its own thread, one after the other. A call that takes long delays all
/// readers of the console, but no other part of the program.
public protocol ConsoleSource: AnyObject {
    /// The random name of this run of the program, which is part of the identifiers of streamed events. A page discards
    /// the rows of another session.
    var session: String { get }

    /// The number of the last change of the rows, which never decreases.
    var revision: UInt64 { get }

    /// Answers a request to the API, or returns the computation of the answer.
    func answer(to request: ConsoleRequest) -> ConsoleAnswer

    /// Uses the result of a computation. Returns the response to the request that asked for it; nil if none did.
    func finish(_ result: ConsoleComputation.Result) -> ServerResponse?

    /// A computation that is due without a request; nil if there is none. A returned computation counts as begun.
    /// Called at the start, after each answer, before changes are sent, and every few seconds while there are readers.
    func dueComputation() -> ConsoleComputation?

    /// Adds the loads that a worker of the proxy has seen since its last batch.
    func receive(_ batch: LiveBatch)

    /// Replaces the state of the program besides its traffic: listeners, recordings and notices.
    func use(state: ProxyState)

    /// Replaces the configuration, after the program has read it again.
    func use(configuration: ConsoleConfiguration)

    /// The JSON of an event `rows` of a stream, with all members of the rows that changed after a revision. Nil if the
    /// changed rows are no longer known; the page must then read all rows again. Called at most four times a second for
    /// each distinct revision.
    func changes(since revision: UInt64) -> [UInt8]?

    /// The JSON of an event `status` of a stream, the same as that of `GET status`.
    func status() -> [UInt8]
}
