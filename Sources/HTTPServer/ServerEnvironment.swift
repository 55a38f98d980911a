import HTTP

/// The behaviour of a server, as closures that its connections call.
public struct ServerEnvironment<Connection: AnyObject> {
    /// The largest body in bytes that is read after a head.
    var bodyLimit: (ServerRequest) -> Int
    /// The reaction of a connection to a complete request.
    var answer: (ServerRequest, Connection) -> Reaction
    /// The response to a malformed or incomplete request. The head is nil if it was not complete.
    var fault: (ServerRequestReader.Fault, ServerRequest?) -> ServerResponse
    /// The response to a request whose computation takes too long. The result of the computation is then ignored.
    var tooLong: (Connection) -> ServerResponse
    /// Called once, when the connection has ended.
    var ended: (Connection) -> Void
    /// The fields that every response has.
    var fields: [ServerResponse.Field]
    /// The times that the connection waits.
    var times: ServerTimeouts

    /// The reaction of a connection to a request.
    public enum Reaction {
        /// The response is sent.
        case reply(ServerResponse)
        /// The response is being computed. `ServerConnection.reply` sends it.
        case later
        /// The connection becomes a stream, to which the server sends with `ServerConnection.send`. These bytes are
        /// sent first.
        case stream([UInt8])
    }

    /// Creates the environment of connections.
    ///
    /// - Parameters:
    ///   - bodyLimit: The largest body in bytes to read after a head.
    ///   - answer: The reaction of a connection to a complete request.
    ///   - fault: The response to a malformed or incomplete request. The head is nil if it was not complete.
    ///   - tooLong: The response to a request whose computation takes too long.
    ///   - ended: Called once, when the connection has ended.
    ///   - fields: The fields that every response has.
    ///   - times: The times that the connection waits.
    public init(
        bodyLimit: @escaping (ServerRequest) -> Int, answer: @escaping (ServerRequest, Connection) -> Reaction,
        fault: @escaping (ServerRequestReader.Fault, ServerRequest?) -> ServerResponse,
        tooLong: @escaping (Connection) -> ServerResponse, ended: @escaping (Connection) -> Void,
        fields: [ServerResponse.Field], times: ServerTimeouts
    ) {
        self.bodyLimit = bodyLimit
        self.answer = answer
        self.fault = fault
        self.tooLong = tooLong
        self.ended = ended
        self.fields = fields
        self.times = times
    }
}

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
