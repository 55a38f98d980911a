import Gzip
import Networking
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The file of a recording that is pushed to the store. The file may be compressed with gzip, and may grow while it is
/// read.
final class PushedFile {
    /// The path under which the file was found.
    let path: String
    /// Whether the file is compressed. A proxy compresses a recording once it is closed.
    private(set) var isCompressed = false
    private let descriptor: Int32
    /// The memory for the bytes that were read last.
    private let piece: UnsafeMutableBufferPointer<UInt8>
    /// The decompressor; nil for a file that is not compressed.
    private var decompressor: GzipDecompressor?
    /// The number of bytes of the file that were read.
    private var offset: Int64 = 0
    /// Copies of bytes that were read, which differ from the file if it was overwritten meanwhile.
    private var samples = FileSamples()

    /// The number of bytes of a compressed file that are read at once. Gzip compresses up to about 1000 to 1.
    private static let compressedPieceSize = 1 << 14

    /// Opens the file. Throws an error if it cannot be read, or is not a regular file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - pieceSize: The number of bytes of the file that are read at once.
    init(_ path: String, pieceSize: Int) throws(StoreFailure) {
        // Opening a pipe would wait for its writer.
        if let version = FileVersion(path: path), !version.isRegular { throw Self.irregular(path) }
        do throws(SystemError) {
            (descriptor, self.path) = try RecordingDirectory.open(path)
        } catch {
            throw StoreFailure(.data, "\(path) cannot be read: \(error.text).")
        }
        piece = .allocate(capacity: pieceSize)
        guard FileIdentity(descriptor: descriptor) != nil else { throw Self.irregular(path) }
        try rewind()
    }

    deinit {
        piece.deallocate()
        close(descriptor)
    }

    /// The identity of the file.
    var identity: FileIdentity? { FileIdentity(descriptor: descriptor) }

    /// The present version of the file.
    var version: FileVersion? { FileVersion(descriptor: descriptor) }

    /// Whether the file no longer begins with the content that was read, because it was truncated or overwritten.
    var isRewritten: Bool {
        guard let version else { return false }
        return version.size < offset || !samples.match(descriptor)
    }

    /// The number of bytes of the decompressed content. Throws an error if they cannot be counted.
    ///
    /// - Parameter expected: The expected number. If the size that a compressed file states agrees with it, the file is
    ///   not read.
    func contentSize(expecting expected: Int64) throws(StoreFailure) -> Int64 {
        guard isCompressed else { return version?.size ?? 0 }
        if statedSize == UInt32(truncatingIfNeeded: expected) { return expected }
        try rewind()
        let size = try readToEnd()
        try rewind()
        return size
    }

    /// Reads a compressed file to its end, and goes back to the beginning. Throws an error if a part cannot be
    /// decompressed, because the readable part of a damaged recording must not count as the complete one.
    func verify() throws(StoreFailure) {
        guard isCompressed else { return }
        try rewind()
        _ = try readToEnd()
        try rewind()
    }

    /// Goes back to the beginning.
    func rewind() throws(StoreFailure) {
        offset = 0
        isCompressed = false
        decompressor = nil
        samples = FileSamples()
        let signature = FileSamples.bytes(of: descriptor, at: 0, count: GzipDecompressor.signature.count)
        guard signature == GzipDecompressor.signature else { return }
        do throws(GzipDecompressor.OutOfMemory) {
            decompressor = try GzipDecompressor()
        } catch {
            throw StoreFailure(.unavailable, "\(path) cannot be decompressed: there is no memory for it.")
        }
        isCompressed = true
    }

    /// Reads the next bytes of the file, and calls the closure with the content, piece by piece. The pieces are valid
    /// only during the call. Returns whether there may be more. Throws an error if the file cannot be read, or if its
    /// compressed data are malformed.
    func read(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(StoreFailure) -> Bool {
        let limit = isCompressed ? min(piece.count, Self.compressedPieceSize) : piece.count
        let count = pread(descriptor, piece.baseAddress, limit, off_t(offset))
        guard count >= 0 else {
            if errno == EINTR { return true }
            throw StoreFailure(.data, "\(path) cannot be read: \(SystemError.last("read").text).")
        }
        guard count > 0 else {
            guard decompressor?.isComplete != false else { throw damaged }
            return false
        }
        let bytes = UnsafeBufferPointer(rebasing: piece[..<count])
        samples.add(bytes, at: offset)
        offset += Int64(count)
        guard let decompressor else {
            body(bytes)
            return true
        }
        do throws(GzipDecompressor.Malformed) {
            try decompressor.append(bytes, body)
        } catch {
            throw damaged
        }
        return true
    }

    /// Reads to the end. Returns the number of bytes of the content that were read.
    private func readToEnd() throws(StoreFailure) -> Int64 {
        var size: Int64 = 0
        while try read({ size += Int64($0.count) }) {}
        return size
    }

    /// The size of the content modulo 2³² that the end of a compressed file states, least significant byte first
    /// (RFC 1952 §2.3.1).
    private var statedSize: UInt32? {
        // A header has at least ten bytes, and the trailer has eight.
        guard let size = version?.size, size >= 18 else { return nil }
        let bytes = FileSamples.bytes(of: descriptor, at: size - 4, count: 4)
        return bytes.count == 4 ? bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// The failure of a compressed file that is damaged or incomplete.
    private var damaged: StoreFailure {
        StoreFailure(
            .data,
            "\(path) is damaged, or was not copied to its end: its content cannot be decompressed as a whole. Nothing "
                + "of it is pushed before it can be.")
    }

    /// The failure of anything but a regular file.
    private static func irregular(_ path: String) -> StoreFailure {
        StoreFailure(.data, "\(path) is not a regular file, and only in one can reading go on where it ended.")
    }
}

/// Copies of the first and the latest bytes that were read of a file. A file that still has these bytes at the same
/// offsets is considered to have only grown.
private struct FileSamples {
    private var first: [UInt8] = []
    private var latest: [UInt8] = []
    /// The offset in the file after `latest`.
    private var end: Int64 = 0

    /// The largest number of bytes in either copy.
    private static let limit = 1024

    /// Adds the bytes that were read next, at an offset in the file.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64) {
        if first.count < Self.limit { first += bytes.prefix(Self.limit - first.count) }
        latest = Array((latest + bytes.suffix(Self.limit)).suffix(Self.limit))
        end = offset + Int64(bytes.count)
    }

    /// Whether an open file has the same bytes at the same offsets.
    func match(_ descriptor: Int32) -> Bool {
        Self.bytes(of: descriptor, at: 0, count: first.count) == first
            && Self.bytes(of: descriptor, at: end - Int64(latest.count), count: latest.count) == latest
    }

    /// The bytes of a file at an offset; fewer than `count` if the file ends before, and none if it cannot be read.
    static func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
            read = max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
        }
    }
}
