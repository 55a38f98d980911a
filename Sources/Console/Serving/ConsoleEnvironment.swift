import ForwardProxy

/// What a connection of the console needs of the server.
struct ConsoleEnvironment<Connection: AnyObject> {
    /// The largest body in bytes to read after this head.
    var bodyLimit: (ServerRequest) -> Int
    /// What becomes of a connection after a whole request.
    var answer: (ServerRequest, Connection) -> Reaction
    /// The response to what is no whole request. The head is known if it was whole.
    var fault: (ServerRequestReader.Fault, ServerRequest?) -> ConsoleResponse
    /// The response to a request whose computation takes too long. The computation is not waited for any more.
    var tooLong: (Connection) -> ConsoleResponse
    /// Called once, when the connection has ended.
    var ended: (Connection) -> Void
    /// How long the connection waits.
    var times: ConsoleTimes

    /// What becomes of a connection after a request.
    enum Reaction {
        /// The response is sent.
        case reply(ConsoleResponse)
        /// The response is computed, and comes with `ConsoleConnection.reply`.
        case later
        /// The connection takes events from now on. The bytes are sent first.
        case stream([UInt8])
    }
}
