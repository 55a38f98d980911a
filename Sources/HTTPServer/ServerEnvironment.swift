import HTTP

/// The behaviour of a server, such as the console, as closures that each of its connections calls: the answer to a
/// request, and the action at the end of the connection.
public struct ServerEnvironment<Connection: AnyObject> {
    let bodyLimit: (ServerRequest) -> Int
    let answer: (ServerRequest, Connection) -> Reaction
    let fault: (ServerRequestReader.Fault, ServerRequest?) -> ServerResponse
    let tooLong: (Connection) -> ServerResponse
    var ended: (Connection) -> Void
    let fields: [ServerResponse.Field]
    let times: ServerTimeouts

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

    /// Creates the behaviour of a server.
    ///
    /// - Parameters:
    ///   - bodyLimit: Returns the largest body in bytes that is read after a head.
    ///   - answer: Returns the reaction of a connection to a complete request.
    ///   - fault: Returns the response to a malformed or incomplete request. The head is nil if it was not complete.
    ///   - tooLong: Returns the response to a request whose computation takes too long. The result of the computation
    ///     is then ignored.
    ///   - ended: Called once, when the connection has ended.
    ///   - fields: The fields that every response has.
    ///   - times: The times that a connection waits for its client.
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

/// The times that a connection of a server waits for its client, in milliseconds.
public struct ServerTimeouts: Sendable {
    /// The time that an open connection waits for a request.
    public var idle = 60_000
    /// The time that a begun head waits for its end.
    public var head = 10_000
    /// The time that a begun body waits for its end.
    public var body = 60_000
    /// The time that a response may be computed.
    public var computation = 120_000
    /// The time between the two interim responses that find out whether a client is still there (`ClientPresence`).
    public var presenceCheck = 250
    /// The time that a response waits for a client that reads nothing of it.
    public var reply = 20_000
    /// The time for a client to close the connection after the last response.
    public var closing = 2_000

    /// Creates the usual timeouts.
    public init() {}
}
