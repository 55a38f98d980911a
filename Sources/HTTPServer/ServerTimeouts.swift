/// The times that a server waits for a client, in milliseconds.
public struct ServerTimeouts: Sendable {
    /// For a request on an open connection.
    public var idle = 60_000
    /// For the rest of a head.
    public var head = 10_000
    /// For the rest of a body.
    public var body = 60_000
    /// For a response that is computed.
    public var computation = 120_000
    /// Between the two interim responses that find out whether a client is still there.
    public var presenceCheck = 250
    /// For a client that takes nothing of a response.
    public var reply = 20_000
    /// For a client to close after the last response.
    public var closing = 2_000

    /// Creates the usual timeouts.
    public init() {}
}
