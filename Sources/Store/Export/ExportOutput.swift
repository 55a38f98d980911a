#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where an export is written: standard output, or a file that is there as a whole or not at all.
public struct ExportOutput: ~Copyable {
    private let path: String?
    private let temporaryPath: String?
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The first failure to write, after which nothing is written.
    private var failure: Int32?

    /// The size from which the buffer is written.
    private static let pieceSize = 1 << 18

    /// Opens the output.
    ///
    /// - Parameter path: The file; nil for standard output.
    public init(path: String?) throws(StoreFailure) {
        self.path = path
        guard let path else {
            (temporaryPath, descriptor) = (nil, STDOUT_FILENO)
            return
        }
        let temporaryPath = path + ".\(getpid()).new"
        self.temporaryPath = temporaryPath
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreFailure(.output, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    deinit {
        guard let temporaryPath else { return }
        close(descriptor)
        // A file that is finished no longer has this name.
        unlink(temporaryPath)
    }

    /// Appends a line, to which a line feed is added.
    public mutating func append(_ line: some Collection<UInt8>) {
        buffer += line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.pieceSize { flush() }
    }

    /// Writes what is left, and puts a file in its place. Throws an error if anything could not be written.
    public mutating func finish() throws(StoreFailure) {
        flush()
        if failure == nil, let path, let temporaryPath {
            if fsync(descriptor) != 0 || rename(temporaryPath, path) != 0 { failure = errno }
        }
        guard let failure else { return }
        throw StoreFailure(
            .output, "\(path ?? "standard output") cannot be written: \(String(cString: strerror(failure))).")
    }

    /// Whether nothing more can be written.
    public var hasFailed: Bool { failure != nil }

    private mutating func flush() {
        var rest = buffer[...]
        while failure == nil, !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
