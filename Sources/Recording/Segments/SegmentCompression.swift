import Gzip
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The compression of one complete segment.
///
/// The complete segment always has at least one of its names. The compressed file is written and synced under a
/// temporary name, and renamed. The plain file is removed last. After a crash in between, the next attempt does the
/// remaining steps. The process that compresses a segment holds the lock on its plain file.
struct SegmentCompression {
    private let name: SegmentName
    private let settings: SegmentSettings

    /// The results of an attempt.
    enum Outcome: Equatable {
        /// Only the compressed file is left.
        case compressed
        /// The segment was empty and was removed.
        case removed
        /// Another process writes or compresses the segment.
        case inUse
        /// There is no plain file. Another process may have compressed the segment.
        case gone
    }

    /// Prepares the compression of a segment.
    init(of name: SegmentName, in settings: SegmentSettings) {
        (self.name, self.settings) = (name, settings)
    }

    /// Compresses the segment. Throws an error if that is not possible, and then leaves the plain file unchanged.
    func run() throws(SystemError) -> Outcome {
        let path = settings.path(name.file)
        // Other users may be able to write to the directory. A symbolic link could lead to any file, and opening a pipe
        // could block for ever.
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
        guard source >= 0 else {
            if errno == ENOENT { return .gone }
            throw SystemError.last("open")
        }
        defer { close(source) }
        guard FileIdentity(descriptor: source) != nil else { throw SystemError(number: EINVAL, operation: "open") }
        guard try SegmentLock.take(source) else { return .inUse }
        guard FileIdentity.isFile(source, stillAt: path) else { return .gone }
        var status = stat()
        guard fstat(source, &status) == 0 else { throw SystemError.last("fstat") }
        guard status.st_size > 0 else {
            try remove(path)
            return .removed
        }
        try writeTemporary(from: source, mode: status.st_mode)
        try renameTemporary()
        try remove(path)
        return .compressed
    }

    /// Writes the compressed file under its temporary name. A file that remained after a crash is replaced.
    private func writeTemporary(from source: Int32, mode: mode_t) throws(SystemError) {
        let path = settings.path(name.temporary)
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard target >= 0 else { throw SystemError.last("open") }
        defer { close(target) }
        do throws(SystemError) {
            try compress(source, into: target)
            guard fchmod(target, mode & 0o777) == 0 else { throw SystemError.last("fchmod") }
            guard fsync(target) == 0 else { throw SystemError.last("fsync") }
        } catch {
            unlink(path)
            throw error
        }
    }

    private func compress(_ source: Int32, into target: Int32) throws(SystemError) {
        let stream: GzipCompressor
        do throws(GzipCompressor.OutOfMemory) {
            stream = try GzipCompressor()
        } catch {
            throw SystemError(number: ENOMEM, operation: "deflateInit")
        }
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.pieceSize)
        defer { piece.deallocate() }
        while true {
            let count = read(source, piece.baseAddress, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError.last("read") }
            guard count > 0 else { break }
            try stream.append(UnsafeBufferPointer(rebasing: piece[..<count])) { (bytes) throws(SystemError) in
                try Self.write(bytes, to: target)
            }
        }
        try stream.finish { (bytes) throws(SystemError) in try Self.write(bytes, to: target) }
    }

    /// The number of bytes of the segment that are read at once.
    private static let pieceSize = 1 << 18

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to target: Int32) throws(SystemError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let count = systemWrite(target, UnsafeBufferPointer(rebasing: remaining))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemError.last("write") }
            remaining = remaining.dropFirst(count)
        }
    }

    /// Gives the compressed file its final name, and syncs the directory.
    private func renameTemporary() throws(SystemError) {
        guard rename(settings.path(name.temporary), settings.path(name.compressed)) == 0 else {
            throw SystemError.last("rename")
        }
        // Without the sync, a power failure could undo the renaming but not the later removal of the plain file.
        let directory = open(settings.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw SystemError.last("open") }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw SystemError.last("fsync") }
    }

    private func remove(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError.last("unlink") }
    }
}

/// `write(2)` under another name, since `SegmentCompression` has a method `write`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
