import Networking

/// The files of an event log, of which one is open at a time: `SingleLogFile`, or `SegmentFiles` in a directory.
///
/// `EventLogWriter` asks before each line whether another file is due, and before each write whether another program
/// has changed the file.
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

/// The only file of an event log: a regular file, a pipe or standard output. Other programs, such as logrotate, may
/// move, remove or truncate a regular file meanwhile.
struct SingleLogFile: LogFiles {
    private let destination: EventLog.Destination
    /// The open file, pipe or descriptor.
    private var current: EventSink
    /// The size of the file after the last write. A smaller one means that the file was truncated.
    private var size: Int64 = 0
    private(set) var isMidLine: Bool

    /// Opens the destination.
    init(_ destination: EventLog.Destination) throws(SystemError) {
        self.destination = destination
        current = try EventSink(destination)
        isMidLine = current.isMidLine
    }

    var sink: EventSink? { current }
    var path: String { destination.name }
    /// The largest number of bytes in one batch. With a larger one, the writer would notice too late that the log is
    /// closed.
    var room: Int { 1 << 20 }
    var end: Int64? { nil }

    func isDue(at time: Int64) -> Bool { false }

    func begin(at time: Int64) -> [UInt8] { [] }

    func postpone(at time: Int64) -> Bool { true }

    /// Opens the file at the path again. After a rotation, that is another file. Events are not appended to a file that
    /// is not a recording.
    mutating func endFile() -> LogFileChange {
        switch destination {
        case .descriptor, .segments:
            return .goesOn(nil)
        case .file(let path):
            guard ExistingFile(at: path)?.isRecording != false else {
                return .goesOn("\(path) is not a recording; events go on to the file that was open before")
            }
            do throws(SystemError) {
                current = try EventSink(destination)
                (isMidLine, size) = (current.isMidLine, 0)
                return .begun(nil)
            } catch {
                return .goesOn("cannot open \(path) anew: \(error.text); events go on to the file that was open before")
            }
        }
    }

    /// Checks whether the file was truncated since the last write, as by `copytruncate` of logrotate, or removed, as by
    /// a compressor after a rotation. Nobody could read a removed file, and the file at the path is opened instead.
    mutating func change() throws(SystemError) -> LogFileChange? {
        guard current.isFile, let version = FileVersion(descriptor: current.descriptor) else { return nil }
        if case .file(let path) = destination, version.isRemoved {
            let next = try EventSink(destination)
            // The path may lead to the same removed file: /dev/stdout, a bind mount, or a file system without links.
            if let nextVersion = FileVersion(descriptor: next.descriptor), !nextVersion.isRemoved {
                (current, isMidLine, size) = (next, next.isMidLine, nextVersion.size)
                return .begun("\(path) was removed; events go on in a new file of that name")
            }
        }
        defer { size = version.size }
        guard version.size < size else { return nil }
        isMidLine = false
        return .begun(nil)
    }

    mutating func didWrite(_ count: Int, ofCallers: Bool) {
        size += Int64(count)
        isMidLine = false
    }

    mutating func didRemove(_ count: Int) { size -= Int64(count) }

    func close(waiting remainingTime: () -> Duration) {}
}
