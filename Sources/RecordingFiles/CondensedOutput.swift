import Foundation
import Gzip
import Networking

/// Where a condensed recording is written: a file, compressed if its name ends in `.gz`, or standard output.
///
/// A file stands at its path as a whole, or what stood there before remains.
public final class CondensedOutput {
    private let path: String?
    private let temporary: String
    private let descriptor: Int32
    private let compressor: GzipCompressor?
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Opens the output; nil is standard output. Throws an error if the file cannot be created.
    public init(path: String?) throws(RecordingFileError) {
        self.path = path
        do throws(GzipCompressor.OutOfMemory) {
            compressor = path?.hasSuffix(".gz") == true ? try GzipCompressor() : nil
        } catch {
            throw RecordingFileError(name: path ?? "", fault: "cannot be written", reason: "there is no memory for it")
        }
        temporary = (path ?? "") + ".\(getpid()).new"
        guard path != nil else {
            descriptor = STDOUT_FILENO
            return
        }
        // The recording shows all connections of clients.
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
    }

    deinit {
        guard path != nil, descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished { unlink(temporary) }
    }

    /// Appends bytes.
    public func append(_ bytes: [UInt8]) throws(RecordingFileError) {
        buffer += bytes
        if buffer.count >= 1 << 18 { try writeBuffer() }
    }

    /// Writes what is left, and puts the file in its place.
    public func finish() throws(RecordingFileError) {
        try writeBuffer()
        try compressor?.finish { piece throws(RecordingFileError) in try write(piece) }
        guard let path else { return }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure() }
        isFinished = true
    }

    private func writeBuffer() throws(RecordingFileError) {
        try buffer.withUnsafeBufferPointer { bytes throws(RecordingFileError) in
            if let compressor {
                try compressor.append(bytes) { piece throws(RecordingFileError) in try write(piece) }
            } else {
                try write(bytes)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordingFileError) {
        var start = 0
        while start < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            start += count
        }
    }

    private func failure() -> RecordingFileError {
        RecordingFileError(
            name: path ?? "standard output", fault: "cannot be written", reason: SystemError.last("write").text)
    }
}
