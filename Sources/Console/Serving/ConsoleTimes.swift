/// How long the console waits for what, in milliseconds.
public struct ConsoleTimes: Sendable {
    /// For a request on an open connection.
    var idle = 60_000
    /// For the rest of a head.
    var head = 10_000
    /// For the rest of a body.
    var body = 60_000
    /// For a response that is computed.
    var computation = 120_000
    /// Between the two interim responses that find out whether a client is still there.
    var presenceCheck = 250
    /// For a client that takes nothing of a response.
    var reply = 20_000
    /// For a client to close after the last response.
    var closing = 2_000
    /// For a reader of a stream that takes nothing of a batch.
    var streamStall: Int64 = 20_000
    /// Between two looks at the readers of streams, where nothing changes.
    var streamCheck: Int64 = 5_000
    /// For the console's thread to end. A thread that judges traffic meanwhile is left to itself.
    var stop = 1_000

    /// The times of a console that is no test.
    public static let standard = ConsoleTimes()
}
