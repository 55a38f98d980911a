import HTTPServer

/// The time limits and pauses of the console, in milliseconds.
public struct ConsoleTimes: Sendable {
    /// For a client.
    var connection = ServerTimeouts()
    /// For a reader of a stream that takes nothing of a batch.
    var streamStall: Int64 = 20_000
    /// Between two looks at the readers of streams, where nothing changes.
    var streamCheck: Int64 = 5_000
    /// For the console's thread to end. A thread that judges traffic meanwhile is left to itself.
    var stop = 1_000

    /// The times of a console outside tests.
    public static let standard = ConsoleTimes()
}
