/// The limits on the resources that clients and origins may use.
///
/// Durations are in seconds, and sizes in bytes. All limits can be set (`--limit`).
public struct Limits: Hashable, Sendable {
    /// The size of a message head with its start line. A larger one is answered with 431.
    public var head = 65_536
    /// The size of a start line. A longer one is answered with 414.
    public var startLine = 16_384
    /// The number of fields in a head or trailer section. More are answered with 431.
    public var fieldCount = 200
    /// The size of the trailer section of a chunked body.
    public var trailers = 16_384
    /// The size of all chunk extensions of a body together.
    public var chunkExtensions = 16_384
    /// The number of interim responses (1xx) before the final one.
    public var interimResponses = 32
    /// The bytes that a client may send ahead of the request being answered. After that, its connection is not read.
    public var pipelined = 65_536
    /// The bytes of a refused request's body that are read and discarded to keep the connection open. If the body is
    /// longer, the connection is closed.
    public var discardedBody: UInt64 = 65_536

    /// The time from the first byte of a request head to its last. A later head is answered with 408.
    public var requestHead = 10.0
    /// The time between two requests, and before the first.
    public var keepAliveIdle = 60.0
    /// The time from the end of a request to the head of its response. A later response is answered with 504.
    public var responseHead = 60.0
    /// The time without a byte of a body in either direction.
    public var bodyIdle = 300.0
    /// The time for a client to read its last reply. After that, the connection is reset.
    public var closing = 10.0

    /// The time for a connection to a destination, all its addresses together. A later connection is answered with 504.
    public var connect = 10.0
    /// The time for one probe of a server.
    public var handshake = 10.0
    /// The time for the rest of a hello or of a server's flight, whose beginning is held back until it is judged.
    public var tunnelHello = 5.0
    /// The time without a byte in either direction of a tunnel.
    public var tunnelIdle = 3600.0
    /// The number of client connections of all listeners together. More wait to be accepted.
    public var connections = 20_000
    /// The number of client connections from one address, or from one /64 of IPv6; at most fifteen sixteenths of the
    /// tunnels for which the process has descriptors. More are answered with 503.
    public var connectionsPerClient = 10_000
    /// The number of wrong passwords of one user name within a minute from one address, or from one /64 of IPv6. For a
    /// minute after that, passwords of that name from there are answered with 429 and not checked. Ten times as many of
    /// all names together lock the address.
    public var passwordFailures = 10

    /// The number of idle connections to origins that a worker keeps open.
    public var idleOrigins = 128
    /// The time for which a worker keeps an idle connection open.
    public var idleOriginSeconds = 30.0
    /// The number of probes that a worker runs at once. More loads are answered with 503.
    public var probes = 1024
    /// The number of probes at once for one client, or for one /64 of IPv6. More are answered with 503. The default is
    /// a quarter of `probes`: a client that requests servers which never answer leaves room for others.
    public var probesPerClient = 256
    /// The number of destinations whose facts are cached. The oldest are removed first. One takes about 10 KiB, mostly
    /// certificates, of which there are at most 16 KiB for each of the facts.
    public var facts = 10_000

    /// Creates the default limits.
    public init() {}

    /// The limits for a client whose first request will be refused. Such a client gets half a second for each step,
    /// because its connections must not take the descriptors that other clients need.
    var forRefusal: Limits {
        var limits = self
        limits.requestHead = min(requestHead, 0.5)
        limits.keepAliveIdle = min(keepAliveIdle, 0.5)
        limits.closing = min(closing, 0.5)
        return limits
    }
}
