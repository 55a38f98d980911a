import Gzip
import Networking
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file of a recording, compressed with gzip or not, that may grow while it is read.
final class PushedFile {
    /// The path under which the file was found.
    let path: String
    /// Whether the file is compressed. A proxy compresses a recording once it is closed.
    private(set) var isCompressed = false
    private let descriptor: Int32
    private let piece: UnsafeMutableBufferPointer<UInt8>
    private var decompressor: GzipDecompressor?
    /// The number of bytes of the file that were read.
    private var offset: Int64 = 0

    /// Opens the file. Throws an error if it cannot be read, or is no regular file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - pieceSize: The number of bytes of the file that are read at once.
    init(_ path: String, pieceSize: Int) throws(StoreFailure) {
        do throws(SystemError) {
            (descriptor, self.path) = try RecordingDirectory.open(path)
        } catch {
            throw StoreFailure(.data, "\(path) cannot be read: \(error.text).")
        }
        piece = .allocate(capacity: pieceSize)
        guard FileIdentity(descriptor: descriptor) != nil else {
            throw StoreFailure(.data, "\(path) is no regular file, so that nobody could tell how far it was read.")
        }
        try rewind()
    }

    deinit {
        piece.deallocate()
        close(descriptor)
    }

    /// What tells the file from others.
    var identity: FileIdentity? { FileIdentity(descriptor: descriptor) }

    /// Whether the file is shorter than what was read of it, because it was emptied or replaced in place.
    var isTruncated: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && Int64(status.st_size) < offset
    }

    /// Goes back to the beginning.
    func rewind() throws(StoreFailure) {
        offset = 0
        isCompressed = false
        decompressor = nil
        var signature = [UInt8](repeating: 0, count: GzipDecompressor.signature.count)
        let count = signature.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == signature.count, signature == GzipDecompressor.signature else { return }
        do throws(GzipDecompressor.Malformed) {
            decompressor = try GzipDecompressor()
        } catch {
            throw StoreFailure(.unavailable, "\(path) cannot be decompressed: there is no memory for it.")
        }
        isCompressed = true
    }

    /// How far a file was read.
    enum Progress {
        /// There is more.
        case more
        /// The present end was reached.
        case end
        /// The compressed data are malformed.
        case damaged
    }

    /// Reads on, and calls the closure with the next pieces of the content, valid during the call only.
    func read(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(StoreFailure) -> Progress {
        let count = pread(descriptor, piece.baseAddress, piece.count, off_t(offset))
        guard count >= 0 else {
            if errno == EINTR { return .more }
            throw StoreFailure(.data, "\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        guard count > 0 else { return decompressor?.isComplete == false ? .damaged : .end }
        offset += Int64(count)
        let bytes = UnsafeBufferPointer(rebasing: piece[..<count])
        guard let decompressor else {
            body(bytes)
            return .more
        }
        do throws(GzipDecompressor.Malformed) {
            try decompressor.append(bytes, body)
            return .more
        } catch {
            return .damaged
        }
    }
}
