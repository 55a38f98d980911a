import HTTPServer

/// The time limits and pauses of the console, in milliseconds.
public struct ConsoleTimes: Sendable {
    /// The time limits of a client's connection.
    var connection = ServerTimeouts()
    /// The time after which a reader of a stream that reads nothing is disconnected.
    var streamStall: Int64 = 20_000
    /// The time between two checks of the readers of streams while nothing changes.
    var streamCheck: Int64 = 5_000
    /// The time to wait for the end of the console's thread, which may be judging traffic.
    var stop = 1_000

    /// The times of a console in the program. Tests use shorter ones.
    public static let standard = ConsoleTimes()
}
