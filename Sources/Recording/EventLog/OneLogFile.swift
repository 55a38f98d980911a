import Networking

/// The only file of an event log: a regular file, a pipe or standard output. Other programs, such as logrotate, may
/// move, remove or truncate a regular file meanwhile.
struct OneLogFile: LogFiles {
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
            if let other = FileVersion(descriptor: next.descriptor), !other.isRemoved {
                (current, isMidLine, size) = (next, next.isMidLine, other.size)
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
