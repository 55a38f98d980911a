import Events
import ForwardProxy
import InternetNames
import JSONWriting
import Networking
import TerminalDisplay
import TransportSecurity

/// The properties shared by all events of one load.
struct LoadDescription: ~Copyable {
    /// The identity of the load.
    let id: EventID
    /// The start of the load, in milliseconds of a monotonic clock.
    let began: Int64
    /// The listener that the client reached.
    let listener: String
    /// The address of the client.
    let client: SocketAddress
    /// The server as the client named it.
    let authority: Authority
    /// The consequence of a violation.
    let mode: Mode
    /// The requirements for the load.
    let requirements: RequirementsCache.Entry
    /// The test case that the load belongs to; nil without one.
    let label: TestLabel?
    /// The load as its client may ask for it; nil if the client has named no test case.
    let labelled: LabelledLoad?
    /// The way to the server.
    let route: Route
    /// The client's request.
    var request: ProxyRequest
    /// The outcome by all decisions that were recorded; nil before the first one.
    var outcome: LoadOutcome?
    /// The kind of the first decision; nil before it.
    var firstKind: LoadKindID?
    /// The kind of the last further decision; nil before it.
    var furtherKind: LoadKindID?
    /// The end of the load, if no decision came before the end, until one comes.
    var ended: EndedLoad?
}
