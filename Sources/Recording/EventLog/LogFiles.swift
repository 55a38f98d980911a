import Networking

/// The files of an event log, of which one is open at a time.
protocol LogFiles: Sendable {
    /// The open file; nil while no file is open, until the next line comes.
    var sink: EventSink? { get }
    /// The path of the open file, for warnings.
    var path: String { get }
    /// Whether the file ends in an incomplete line from an earlier process, which must be ended first.
    var isMidLine: Bool { get }
    /// The number of bytes by which the file may grow before the writer calls `isDue` again; at least 1.
    var room: Int { get }
    /// The time at which the file is to end, in milliseconds of `SegmentClock.elapsed`; nil for no limit.
    var end: Int64? { get }

    /// Whether another file is to be begun before the next line. The time is in milliseconds of `SegmentClock.elapsed`,
    /// here and below.
    func isDue(at time: Int64) -> Bool
    /// Begins another file, and ends the one before. Returns the first lines of the new file.
    mutating func begin(at time: Int64) throws(SystemError) -> [UInt8]
    /// Extends the limits of the open file, because the next one cannot be begun. Returns false if no file is open.
    mutating func postpone(at time: Int64) -> Bool
    /// Ends the file on request.
    mutating func endFile() -> LogFileChange
    /// Checks whether another program has removed or truncated the file; nil if not.
    mutating func change() throws(SystemError) -> LogFileChange?
    /// Counts written bytes.
    ///
    /// - Parameter ofCallers: Whether the bytes belong to lines of callers.
    mutating func didWrite(_ count: Int, ofCallers: Bool)
    /// Subtracts bytes that were removed from the end of the file.
    mutating func didRemove(_ count: Int)
    /// Ends the last file, and waits for the compression of ended files as long as the closure returns remaining time.
    mutating func close(waiting remainingTime: () -> Duration)
}

/// A change of the open file of an event log. The sentence is for a warning; nil if the change was requested.
enum LogFileChange {
    /// The file has ended.
    case ended(String?)
    /// Another file has begun, or the same file was truncated and begins again.
    case begun(String?)
    /// The file goes on although its end was requested. The sentence is the reason; nil if none is to be reported.
    case goesOn(String?)
}
