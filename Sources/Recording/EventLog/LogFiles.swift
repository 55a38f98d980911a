import Networking

/// The file that a writer writes, and when another one takes its place.
protocol LogFiles: Sendable {
    /// The file; nil until there is a line for the next one.
    var sink: EventSink? { get }
    /// The path of the file, for warnings.
    var path: String { get }
    /// Whether the file ends in an incomplete line from an earlier process, which must be ended first.
    var isMidLine: Bool { get }
    /// The number of bytes by which the file may grow before the writer asks whether it is due; at least 1.
    var room: Int { get }
    /// The time at which the file is to end, in milliseconds of the clock for ages; nil if it has no such time.
    var end: Int64? { get }

    /// Whether another file is to be begun before the next line.
    func isDue(at time: Int64) -> Bool
    /// Begins another file, and ends the one before. Returns the lines that it begins with.
    mutating func begin(at time: Int64) throws(SystemError) -> [UInt8]
    /// Lets the file before go on, if there is one, because the next one cannot be begun. Returns false if there is
    /// none.
    mutating func postpone(at time: Int64) -> Bool
    /// Ends the file on request.
    mutating func endFile() -> LogFileChange
    /// Looks whether the file was removed or emptied; nil if not.
    mutating func change() throws(SystemError) -> LogFileChange?
    /// Notes that bytes are written: those of callers, or others.
    mutating func wrote(_ count: Int, ofCallers: Bool)
    /// Notes that the last bytes are removed from the file.
    mutating func tookBack(_ count: Int)
    /// Ends the last file, and waits at most that long for work on files that is under way.
    mutating func close(waiting remainingTime: () -> Duration)
}

/// A change of the file that a writer writes.
enum LogFileChange {
    /// The file has ended, with the sentence that says so unless that was requested.
    case ended(String?)
    /// Another file has begun, or the same one anew, with the sentence that says so unless that was requested.
    case begun(String?)
    /// The file goes on, though its end was requested, with the reason if there is one.
    case goesOn(String?)
}
