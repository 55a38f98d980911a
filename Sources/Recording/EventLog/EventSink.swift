#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The descriptor that lines go to, and what is special about files and pipes.
final class EventSink: Sendable {
    /// What one attempt to write led to.
    enum Progress: Equatable {
        case wrote(Int)
        /// A pipe is full; wait until it can be written to.
        case full
        case failed(SystemFailure)
    }

    let descriptor: Int32
    /// Whether a line begins in the file that has no end: a crash or a power failure may have left it.
    let isMidLine: Bool
    /// Whether the destination is a regular file.
    let isFile: Bool
    private let isOwned: Bool

    /// Opens a destination: a file is appended to and created where it is missing.
    init(_ destination: EventLog.Destination) throws(SystemFailure) {
        switch destination {
        case .descriptor(let number, _):
            (descriptor, isOwned) = (number, false)
        case .file(let path):
            // Without O_NONBLOCK a FIFO that nobody reads would hold us here. Not for everyone: the recording says
            // who talked to whom; a group may read it, so that a log shipper needs no rights beyond.
            descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o640)
            guard descriptor >= 0 else { throw SystemFailure(number: errno) }
            isOwned = true
        }
        var status = stat()
        isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile, status.st_size > 0, case .file(let path) = destination {
            isMidLine = Self.lastByte(of: path, size: status.st_size) != 0x0A
        } else {
            isMidLine = false
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Writes the beginning of those bytes, as much as the destination takes without waiting.
    func write(_ bytes: ArraySlice<UInt8>) -> Progress {
        if !isFile, !isWritable { return .full }
        // A pipe that poll calls writable has room for PIPE_BUF bytes. Standard output may not be switched to
        // O_NONBLOCK, because others share it.
        let piece = isFile ? bytes : Self.wholeLines(of: bytes.prefix(Int(PIPE_BUF)))
        while true {
            let count = piece.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return .wrote(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return .full
            case let number: return .failed(SystemFailure(number: number))
            }
        }
    }

    /// Takes back the last bytes written, the beginning of a line that did not fit; false where it stays.
    func takeBack(_ count: Int) -> Bool {
        var status = stat()
        // Only while they are still the last: others may append to the same file.
        guard isFile, count > 0, fstat(descriptor, &status) == 0, lseek(descriptor, 0, SEEK_CUR) == status.st_size
        else {
            return false
        }
        let end = status.st_size - off_t(count)
        // Without O_APPEND the next write would go to where this one ended, and zeros fill the gap.
        return ftruncate(descriptor, end) == 0 && lseek(descriptor, end, SEEK_SET) == end
    }

    /// The lines that end in those bytes, so that a reader of a pipe sees none that is cut where it need not be; all of
    /// the bytes where no line ends in them.
    private static func wholeLines(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = bytes.lastIndex(of: 0x0A) else { return bytes }
        return bytes[...end]
    }

    private var isWritable: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // An error counts as writable: the write then says which one.
        return poll(&watched, 1, 0) != 0
    }

    /// The last byte of the file; a line feed where that cannot be read.
    private static func lastByte(of path: String, size: off_t) -> UInt8 {
        let reader = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard reader >= 0 else { return 0x0A }
        defer { close(reader) }
        var last: UInt8 = 0x0A
        return pread(reader, &last, 1, size - 1) == 1 ? last : 0x0A
    }
}

/// `write(2)`; inside `EventSink` that name is its own.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
