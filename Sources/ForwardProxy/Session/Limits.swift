/// How much of everything one client or origin may take, and for how long.
///
/// Durations are in seconds, sizes in bytes. Each can be set; the defaults are what a proxy in front of phones wants.
public struct Limits: Hashable, Sendable {
    /// A message head, its start line included; more is answered with 431.
    public var head = 65_536
    /// A start line; more is answered with 414.
    public var startLine = 16_384
    /// The fields of a head or trailer section; more is answered with 431.
    public var fieldCount = 200
    /// The trailer section of a chunked body.
    public var trailers = 16_384
    /// All extensions of a chunked body together.
    public var chunkExtensions = 16_384
    /// Interim responses (1xx) before the final one.
    public var interimResponses = 32
    /// What a client may send ahead of the request that is being answered, before its connection is read no more.
    public var pipelined = 65_536
    /// How much body of a refused request is read and thrown away to keep the connection; beyond it, it is closed.
    public var discardedBody: UInt64 = 65_536

    /// From the first byte of a request head to its last; answered with 408.
    public var requestHead = 10.0
    /// Between two requests, and before the first.
    public var keepAliveIdle = 60.0
    /// From the end of a request to the head of its response; answered with 504.
    public var responseHead = 60.0
    /// Without a byte of a body in either direction.
    public var bodyIdle = 300.0
    /// For a client to take its last reply before the connection is broken.
    public var closing = 10.0

    /// For a connection to a destination, all its addresses together; answered with 504.
    public var connect = 10.0
    /// For one probe of a server.
    public var handshake = 10.0
    /// For the rest of a hello or of a server's flight, while its beginning is held back to be judged first.
    public var tunnelHello = 5.0
    /// Without a byte in either direction of a tunnel.
    public var tunnelIdle = 3600.0
    /// Client connections, all listeners together; more wait to be accepted.
    public var connections = 20_000
    /// Client connections of one address, or of one /64 of IPv6; more are answered with 503.
    public var connectionsPerClient = 10_000
    /// Wrong passwords within a minute from one address, or one /64 of IPv6; passwords from there are then refused with
    /// 407 for a minute without being looked at.
    public var passwordFailures = 10

    /// Connections to origins that a worker keeps open between two requests.
    public var idleOrigins = 128
    /// For how long it keeps one.
    public var idleOriginSeconds = 30.0
    /// Probes of servers that a worker has under way at once; more loads are answered with 503.
    public var probes = 1024
    /// Those of them for one client, or one /64 of IPv6; more are answered with 503. A quarter, so that no client can use
    /// up what the others need by asking for servers that never answer.
    public var probesPerClient = 256
    /// Destinations whose facts are remembered; beyond it, the oldest are forgotten. One takes some 10 KiB, most of it
    /// certificates.
    public var facts = 10_000

    /// The defaults.
    public init() {}
}
