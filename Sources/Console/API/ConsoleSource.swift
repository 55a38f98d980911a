import HTTPServer
import Traffic

/// The content of the console, and the answers of its API.
///
/// An object of one thread: the console's server makes all calls on its own thread, one after the other. A call delays
/// all readers of the console, and no other part of the program.
public protocol ConsoleSource: AnyObject {
    /// A random name of this run, which is in `hello` and in the identifiers of streamed events. What a page knows of
    /// another session is out of date.
    var session: String { get }

    /// The number of the last change, which never decreases.
    var revision: UInt64 { get }

    /// Answers a request to the API, or returns the computation of the answer.
    func answer(to request: ConsoleRequest) -> ConsoleAnswer

    /// Takes the result of a computation, and makes the response to the request that asked for it; nil if none did.
    func finish(_ result: ConsoleComputation.Result) -> ServerResponse?

    /// A computation that is due without a request. The computation counts as begun, and is done even if nobody waits.
    /// Called at the start, after each answer, before changes are sent, and every few seconds while there are readers.
    func dueComputation() -> ConsoleComputation?

    /// Takes the loads that the proxy's workers have seen since the last batch.
    func receive(_ batch: LiveBatch)

    /// Takes the state of the running program besides its traffic.
    func use(_ state: ProxyState)

    /// Takes the configuration after the program has read it again.
    func use(_ configuration: ConsoleConfiguration)

    /// The JSON of an event `rows` of a stream: the rows that changed after a revision, whole. Nil if it is no longer
    /// known which ones did; the page must then read all rows again. Called at most four times a second for each
    /// distinct revision.
    func changes(since revision: UInt64) -> [UInt8]?

    /// The JSON of an event `status` of a stream, the same as that of `GET status`.
    func status() -> [UInt8]
}
