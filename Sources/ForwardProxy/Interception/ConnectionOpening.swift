import HTTP
import InternetNames
import TLSMessages
import TransportSecurity

/// The first bytes of an intercepted connection, read until they tell the protocol and the name of the server.
///
/// The client of an interception proxy (RFC 9110 §3.7) does not know of the proxy and names no server to it. The name
/// is in the ClientHello or in the Host field. The size of a hello is limited by `TLSInspector`, and that of any other
/// beginning by the texts that tell protocols apart.
struct ConnectionOpening {
    /// The address and port that the client connected to.
    let destination: InterceptedDestination
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []
    private var inspector = TLSInspector()
    /// Reads bytes that are neither TLS nor a request by a method that `TLSInspector` knows; nil for all else.
    private var requests: RequestParser?
    private let limits: Limits

    /// The protocol of a connection, as far as its client's first bytes tell.
    enum Kind: Hashable {
        /// TLS, with the name in `server_name` (RFC 6066 §3); nil if there is none, or an address, which does not
        /// belong there.
        case tls(Host?)
        /// HTTP/1, whose requests name their servers.
        case http
        /// A beginning in which no name can be read: a malformed or too long hello, a name that is none, or another
        /// protocol. Only a client that began with a record understands an alert.
        case unreadable(isTLS: Bool)
    }

    /// The opening of a connection to that destination, of which no byte has come.
    init(to destination: InterceptedDestination, limits: Limits = Limits()) {
        self.destination = destination
        self.limits = limits
    }

    /// Whether no byte has come.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds bytes of the client. Returns the protocol once it is known.
    mutating func read(_ more: ArraySlice<UInt8>) -> Kind? {
        bytes += more
        if requests != nil { return readRequest(more) }
        var events: [TLSInspector.Event] = []
        more.withUnsafeBufferPointer { inspector.observe(.client, $0.span, appendingTo: &events) }
        for event in events {
            if let kind = kind(after: event) { return kind }
        }
        guard requests == nil, inspector.isDone else { return nil }
        return .unreadable(isTLS: beginsWithHandshakeRecord)
    }

    private mutating func kind(after event: TLSInspector.Event) -> Kind? {
        switch event {
        case .clientHello(let hello):
            guard let text = hello.serverName?.text else { return .tls(nil) }
            switch Host(text) {
            case .name(let name): return .tls(.name(name))
            case .address: return .tls(nil)
            case nil: return .unreadable(isTLS: true)
            }
        case .cleartext(.http):
            return .http
        case .cleartext(.http2), .cleartext(.ssh):
            return .unreadable(isTLS: false)
        case .cleartext(.other):
            requests = RequestParser(limits: limits.message)
            return readRequest(bytes[...])
        case .fault, .alert, .encryptedAlert, .applicationData, .clientAnswered:
            return .unreadable(isTLS: beginsWithHandshakeRecord)
        case .serverHello, .certificates, .certificateStatus, .serverKeyExchange, .certificateRequest, .resumed,
            .sessionTicket, .serverSpokeFirst:
            return nil
        }
    }

    /// Reads a request by any other method, or behind empty lines (RFC 9112 §2.2), until its head is complete. Other
    /// bytes belong to another protocol.
    private mutating func readRequest(_ more: ArraySlice<UInt8>) -> Kind? {
        var more = more
        do throws(RequestError) {
            return try requests?.consume(&more) == nil ? nil : .http
        } catch {
            return .unreadable(isTLS: false)
        }
    }

    /// Whether the first byte is that of a handshake record (RFC 8446 §5.1). Such a client understands an alert.
    private var beginsWithHandshakeRecord: Bool { bytes.first == 22 }
}
