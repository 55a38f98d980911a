import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The open destination of lines: a regular file, a pipe or another descriptor. Owns its descriptor.
final class EventSink: Sendable {
    /// The result of one attempt to write.
    enum Progress: Equatable {
        /// The destination accepted this number of bytes.
        case wrote(Int)
        /// A pipe is full. The caller waits until it is writable.
        case full
        /// The system reports an error.
        case failed(SystemError)
    }

    /// The open destination.
    let descriptor: Int32
    /// Whether the file ends in an incomplete line, for example after a crash or a power failure.
    let isMidLine: Bool
    /// Whether the destination is a regular file.
    let isFile: Bool

    /// Opens a destination. A file is created if it is missing, and is appended to.
    init(_ destination: EventLog.Destination) throws(SystemError) {
        switch destination {
        case .descriptor(let number, _):
            // The writer's thread may write later than the log is closed. The number may then belong to another file.
            descriptor = fcntl(number, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { throw SystemError.last("fcntl") }
        case .file(let path):
            // Without O_NONBLOCK, opening a FIFO without a reader would block. The mode excludes other users, because
            // the recording shows all connections of clients. The group may read the file, for log shippers.
            descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o640)
            guard descriptor >= 0 else { throw SystemError.last("open") }
        case .segments:
            // Each segment in a directory has a sink of its own.
            throw SystemError(number: EISDIR, operation: "open")
        }
        var status = stat()
        isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isFile, status.st_size > 0, case .file(let path) = destination {
            isMidLine = Self.lastByte(of: path, size: status.st_size) != 0x0A
        } else {
            isMidLine = false
        }
    }

    /// Takes over a new, empty file that is open for appending.
    init(owning file: Int32) {
        descriptor = file
        (isFile, isMidLine) = (true, false)
    }

    deinit {
        close(descriptor)
    }

    /// Writes as many of the bytes as the destination accepts without blocking.
    func write(_ bytes: ArraySlice<UInt8>) -> Progress {
        if !isFile, !isWritable { return .full }
        // A pipe that poll reports as writable has room for PIPE_BUF bytes. Standard output is not set to O_NONBLOCK,
        // because other processes share it.
        let piece = isFile ? bytes : Self.wholeLines(of: bytes.prefix(Int(PIPE_BUF)))
        while true {
            let count = piece.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return .wrote(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN where !isFile, EWOULDBLOCK where !isFile: return .full
            case let number: return .failed(SystemError(number: number, operation: "write"))
            }
        }
    }

    /// Removes the last written bytes, which are the beginning of an incomplete line. Returns false if that is not
    /// possible.
    func removeLast(_ count: Int) -> Bool {
        var status = stat()
        // Another process may have appended to the file. The bytes are then no longer the last ones.
        guard isFile, count > 0, fstat(descriptor, &status) == 0, lseek(descriptor, 0, SEEK_CUR) == status.st_size
        else {
            return false
        }
        let end = status.st_size - off_t(count)
        // If the file is not open with O_APPEND, the offset must follow; otherwise zeros would fill the gap.
        return ftruncate(descriptor, end) == 0 && lseek(descriptor, end, SEEK_SET) == end
    }

    /// The part of the bytes up to the last line feed, because the reader of a pipe should receive whole lines; all
    /// bytes if there is no line feed.
    private static func wholeLines(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let end = bytes.lastIndex(of: 0x0A) else { return bytes }
        return bytes[...end]
    }

    /// Whether a pipe accepts bytes now.
    private var isWritable: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // An error is also reported as writable. The write then returns the error.
        return poll(&watched, 1, 0) != 0
    }

    /// The last byte of the file; a line feed if it cannot be read.
    private static func lastByte(of path: String, size: off_t) -> UInt8 {
        let reader = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard reader >= 0 else { return 0x0A }
        defer { close(reader) }
        var last: UInt8 = 0x0A
        return pread(reader, &last, 1, size - 1) == 1 ? last : 0x0A
    }
}

/// `write(2)` under another name, since `EventSink` has a method `write`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
