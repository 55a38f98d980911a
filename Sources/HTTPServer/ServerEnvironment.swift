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
