import Events
import ForwardProxy
import InternetNames
import TransportSecurity

/// A load that a capture shows.
struct CapturedLoad {
    /// The time at which it began, in milliseconds since 1970.
    var begin: Int64
    /// The client's end of the connection that carries the load; nil in an archive, which has none.
    var client: Endpoint?
    /// The address of the other end; nil if it is not known.
    var address: IPAddress?
    /// The scheme of the URL.
    var scheme: Load.Scheme
    /// The destination: the name that the load itself has, else the address, with the port.
    var named: Authority
    /// Whether the host in `named` is the address, because the load itself has no name.
    var lacksName = false
    /// The name of the address, by an answer of the DNS before the load; nil if it is not known.
    var addressName: Host?
    /// The route to the server.
    var route = Route.direct
    /// The method of the request; nil if no request was read.
    var method: ByteString?
    /// The path without its query; nil if the load is not in cleartext.
    var path: ByteString?
    /// The app by the User-Agent; nil if no request names one.
    var app: ClientApp?
    /// The part of the load that tells of TLS.
    var content: Content
    /// The end of the load, with its bytes.
    var end: CapturedEnd

    /// The host: the name that the load or its address has, else the address.
    var host: Host { lacksName ? addressName ?? named.host : named.host }

    /// Sets the name that the content shows, unless the load has one.
    mutating func setName(_ host: Host?) {
        guard lacksName, let host else { return }
        (named.host, lacksName) = (host, false)
    }

    /// The parts of loads that tell of TLS.
    enum Content {
        /// A request in cleartext.
        case request
        /// A handshake of TLS, as far as it was read.
        case handshake(TunnelReading, CapturedReaction)
        /// The name of a server that offers TLS. Nothing that the server agreed to was seen.
        case name
        /// A version of TLS that the maker of an archive names, without a handshake.
        case version(TLSVersion)
        /// A request without a response.
        case unanswered
        /// A CONNECT that the proxy refused.
        case refused
    }
}

/// The reactions of client and server to a handshake.
struct CapturedReaction {
    /// Whether the client accepted the server, as in `DecisionEvent.accepted`.
    var accepted: Bool?
    /// The registered name of a fatal alert of the server that came after the handshake was judged.
    var lateAlert: String?
}

/// The end of a load.
struct CapturedEnd {
    /// The time in milliseconds since 1970.
    var milliseconds: Int64
    /// The number of bytes from the client.
    var bytesFromClient: Int64 = 0
    /// The number of bytes from the server.
    var bytesFromServer: Int64 = 0
    /// The party that ended the connection.
    var party = ClosedEvent.Party.client
    /// The way in which the connection ended.
    var manner = ClosedEvent.Manner.finished
    /// The sign that the client refused the server; nil if there is none.
    var refusal: ClosedEvent.ClientRefusal?

    /// The end with the bytes that were counted since an earlier time.
    func since(_ begin: CapturedEnd) -> CapturedEnd {
        var end = self
        end.bytesFromClient = max(0, bytesFromClient - begin.bytesFromClient)
        end.bytesFromServer = max(0, bytesFromServer - begin.bytesFromServer)
        return end
    }
}

/// A connection of QUIC that a gateway refused. No load came of it.
public struct RefusedConnection: Hashable, Sendable {
    /// The server's name in the client's hello, else a name of its address, else the address, with the port.
    public let authority: Authority
    /// The client's address.
    public let client: IPAddress
    /// The time of the first packet in milliseconds since 1970.
    public let milliseconds: Int64

    /// Creates the connection that would have carried a load; nil if the load has no client.
    init?(_ load: CapturedLoad) {
        guard let client = load.client else { return nil }
        authority = Authority(host: load.host, port: load.named.port)
        self.client = client.address
        milliseconds = load.begin
    }
}
