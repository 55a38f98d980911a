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
    private var reader = Reader.hello(TLSInspector())
    private let limits: MessageLimits

    /// The readers of the bytes, stored indirectly: each event of a session moves its phase, which has the size of the
    /// largest one.
    private enum Reader {
        /// Reads a hello, and tells other protocols apart.
        indirect case hello(TLSInspector)
        /// Reads bytes that are neither TLS nor a request by a method that `TLSInspector` knows.
        indirect case request(RequestParser)
    }

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
        self.limits = limits.message
    }

    /// Whether no byte has come.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds bytes of the client. Returns the protocol once it is known.
    mutating func read(_ more: ArraySlice<UInt8>) -> Kind? {
        bytes += more
        switch reader {
        case .hello(let inspector): return readHello(more, by: inspector)
        case .request(let parser): return readRequest(more, by: parser)
        }
    }

    private mutating func readHello(_ more: ArraySlice<UInt8>, by inspector: TLSInspector) -> Kind? {
        var inspector = inspector
        var events: [TLSInspector.Event] = []
        more.withUnsafeBufferPointer { inspector.observe(.client, $0.span, appendingTo: &events) }
        reader = .hello(inspector)
        for event in events {
            if let kind = kind(after: event) { return kind }
        }
        guard case .hello = reader, inspector.isDone else { return nil }
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
            return readRequest(bytes[...], by: RequestParser(limits: limits))
        case .fault, .alert, .encryptedAlert, .applicationData, .clientAnswered:
            return .unreadable(isTLS: beginsWithHandshakeRecord)
        case .serverHello, .certificates, .certificateStatus, .serverKeyExchange, .certificateRequest, .resumed,
            .sessionTicket, .serverSpokeFirst:
            return nil
        }
    }

    /// Reads a request by any other method, or behind empty lines (RFC 9112 §2.2), until its head is complete. Other
    /// bytes belong to another protocol.
    private mutating func readRequest(_ more: ArraySlice<UInt8>, by parser: RequestParser) -> Kind? {
        var parser = parser
        var more = more
        defer { reader = .request(parser) }
        do throws(RequestError) {
            return try parser.consume(&more) == nil ? nil : .http
        } catch {
            return .unreadable(isTLS: false)
        }
    }

    /// Whether the first byte is that of a handshake record (RFC 8446 §5.1). Such a client understands an alert.
    private var beginsWithHandshakeRecord: Bool { bytes.first == 22 }
}
