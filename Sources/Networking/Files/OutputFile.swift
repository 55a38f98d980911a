#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that only its owner may read, written as a whole. Its path has the former content until the file is finished,
/// and then the whole new content, also after a crash.
///
/// Anything but a regular file, such as `/dev/stdout`, a pipe or a symbolic link, stays and is written to.
public struct OutputFile: ~Copyable {
    /// The name for messages: the path, or `standard output`.
    public let name: String
    private let path: String?
    /// The path of the file until it is finished; nil if it is written to directly.
    private var temporary: String?
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens a file; nil is standard output. Throws an error if the file cannot be created.
    public init(path: String?) throws(OutputFileError) {
        self.path = path
        name = path ?? "standard output"
        guard let path else {
            (descriptor, isOwned) = (STDOUT_FILENO, false)
            return
        }
        isOwned = true
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
        } else {
            // A random name: not a leftover of a crash, and not predictable by other users.
            let temporary = "\(path).\(UInt32.random(in: 0 ... .max)).new"
            self.temporary = temporary
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard descriptor >= 0 else { throw OutputFileError(name: name, errno) }
    }

    deinit {
        guard isOwned, descriptor >= 0 else { return }
        close(descriptor)
        // A file that is finished no longer has this name.
        if let temporary { unlink(temporary) }
    }

    /// Writes bytes. Throws an error if not all of them can be written.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Self.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0, errno == EINTR || errno == EAGAIN {
                // Another process may have made a terminal or pipe that is shared with it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, 1000)
                continue
            }
            guard count >= 0 else { throw OutputFileError(name: name, errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes bytes. Throws an error if not all of them can be written.
    public func write(_ bytes: [UInt8]) throws(OutputFileError) {
        try bytes.withUnsafeBufferPointer { bytes throws(OutputFileError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Puts a file in its place. Throws an error if it is not on the disk as a whole.
    public mutating func finish() throws(OutputFileError) {
        // Pipes and devices keep nothing.
        guard let path, let temporary else { return }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw OutputFileError(name: name, errno) }
        self.temporary = nil
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The error if an output cannot be written.
public struct OutputFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the output: a path, or `standard output`.
    public var name: String
    /// The value of `errno`.
    public var number: Int32

    /// Creates an error.
    public init(name: String, _ number: Int32) {
        (self.name, self.number) = (name, number)
    }

    /// Whether the reader of a pipe has gone, as `head` does when it has read enough.
    public var isReaderGone: Bool { number == EPIPE }

    /// The error in one sentence.
    public var description: String { "\(name) cannot be written: \(String(cString: strerror(number)))." }
}
