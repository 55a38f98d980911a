import Foundation
import Gzip
import Networking
import Recording

/// A recording in a file or on standard input, read in pieces. A recording that is compressed with gzip is
/// decompressed.
///
/// A file is read once from its beginning to its end:
///
///     while try file.read({ reader.read($0) }) {}
public final class RecordingFile {
    /// The name for messages: the path, or `standard input`.
    public let name: String
    private let descriptor: Int32
    /// Whether this object closes the descriptor.
    private let isOwned: Bool
    /// The memory for the next piece of the file.
    private let piece: UnsafeMutableBufferPointer<UInt8>
    /// The decompressor; nil for a file that is not compressed, and before the first piece.
    private var stream: GzipDecompressor?
    /// The number of bytes at the beginning of `piece` that were read and not handed out yet.
    private var kept = 0
    /// Whether nothing was handed out yet, and the file may therefore be compressed.
    private var isAtStart = true
    private var isAtEnd = false

    /// Opens a file; `-` is standard input. Throws an error if it cannot be opened.
    public init(_ path: String) throws(RecordingFileError) {
        if path == "-" {
            (name, descriptor, isOwned) = ("standard input", STDIN_FILENO, false)
        } else {
            do throws(SystemError) {
                (descriptor, name) = try RecordingDirectory.open(path)
            } catch {
                throw RecordingFileError(name: path, reason: error.text)
            }
            isOwned = true
        }
        piece = .allocate(capacity: Self.pieceSize)
    }

    /// Creates the reader of an open file from its present offset on. The caller closes the descriptor after reading.
    public init(_ descriptor: Int32, named name: String) {
        (self.name, self.descriptor, isOwned) = (name, descriptor, false)
        piece = .allocate(capacity: Self.pieceSize)
    }

    deinit {
        piece.deallocate()
        if isOwned { close(descriptor) }
    }

    /// The largest piece in bytes. A piece of this size fits into the caches of processors.
    public static let pieceSize = 1 << 18

    /// The identity of the file; nil for standard input, and for anything but a regular file.
    public var identity: FileIdentity? { isOwned ? FileIdentity(descriptor: descriptor) : nil }

    /// Whether there is something at a path other than a regular file, such as a pipe, which can be read only once.
    public static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Whether the compressed data are damaged or end too early. The value is known at the end of the file.
    public private(set) var isDamaged = false

    /// Reads on, and calls the closure with the next piece of the content, if one is ready.
    ///
    /// The piece has at most `pieceSize` bytes, and is valid only during the call. Returns false at the end of the
    /// file, after which nothing more is read. Throws an error if the file cannot be read.
    public func read(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(RecordingFileError) -> Bool {
        guard !isAtEnd else { return false }
        if let stream, decompress(by: stream, body) { return true }
        guard !isAtEnd else { return false }
        let count = try readPiece()
        guard count > 0 else {
            finish(body)
            return false
        }
        kept += count
        // A pipe may hand out the signature of compressed data in two pieces.
        if isAtStart, kept < GzipDecompressor.signature.count { return true }
        let bytes = UnsafeBufferPointer(rebasing: piece[..<kept])
        kept = 0
        if isAtStart, bytes.starts(with: GzipDecompressor.signature) { stream = try newStream() }
        isAtStart = false
        guard let stream else {
            body(bytes)
            return true
        }
        do throws(GzipDecompressor.Malformed) {
            try stream.begin(bytes)
            return true
        } catch {
            (isDamaged, isAtEnd) = (true, true)
            return false
        }
    }

    /// Decompresses the next piece of the bytes that were read last. Returns false if there is none.
    private func decompress(by stream: GzipDecompressor, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        do throws(GzipDecompressor.Malformed) {
            guard let content = try stream.next() else { return false }
            body(content)
            return true
        } catch {
            (isDamaged, isAtEnd) = (true, true)
            return false
        }
    }

    /// Ends the file, and hands out the bytes that were kept, such as the only byte of a file.
    private func finish(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        if kept > 0 { body(UnsafeBufferPointer(rebasing: piece[..<kept])) }
        isDamaged = stream?.isComplete == false
        isAtEnd = true
    }

    /// Reads bytes into `piece` behind those that are kept. Returns their number, 0 at the end.
    private func readPiece() throws(RecordingFileError) -> Int {
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress.map { $0 + kept }, piece.count - kept)
            if count >= 0 { return count }
            let error = SystemError.last("read")
            switch error.number {
            case EINTR: continue
            case EAGAIN:
                // Another process may have made a shared terminal or pipe non-blocking. Wait for at most a second.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, 1000)
            case _: throw RecordingFileError(name: name, reason: error.text)
            }
        }
    }

    private func newStream() throws(RecordingFileError) -> GzipDecompressor {
        do throws(GzipDecompressor.OutOfMemory) {
            return try GzipDecompressor()
        } catch {
            throw RecordingFileError(name: name, reason: "there is no memory to decompress it")
        }
    }
}

/// The error that a recording cannot be read or written.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String
    /// The failure, such as `cannot be read`.
    public var fault: String
    /// The reason, such as `No such file or directory`.
    public var reason: String

    /// Creates an error.
    public init(name: String, fault: String = "cannot be read", reason: String) {
        (self.name, self.fault, self.reason) = (name, fault, reason)
    }

    /// The error in one sentence.
    public var description: String { "\(name) \(fault): \(reason)." }
}
