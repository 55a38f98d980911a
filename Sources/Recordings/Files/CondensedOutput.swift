import Foundation
import Gzip
import Networking

/// The destination of a condensed recording: a file, compressed if its name ends in `.gz`, or standard output.
///
/// Only the owner may read the file, because the recording shows all connections of clients.
public final class CondensedOutput {
    private var file: OutputFile
    private let compressor: GzipCompressor?
    private var buffer: [UInt8] = []

    /// The number of bytes from which the buffer is written.
    private static let pieceSize = 1 << 18

    /// Opens the output; nil is standard output. Throws an error if the file cannot be created.
    public init(path: String?) throws(OutputFileError) {
        do throws(GzipCompressor.OutOfMemory) {
            compressor = path?.hasSuffix(".gz") == true ? try GzipCompressor() : nil
        } catch {
            throw OutputFileError(name: path ?? "", ENOMEM)
        }
        file = try OutputFile(path: path)
    }

    /// Appends bytes.
    public func append(_ bytes: some Collection<UInt8>) throws(OutputFileError) {
        buffer += bytes
        if buffer.count >= Self.pieceSize { try writeBuffer() }
    }

    /// Writes the remaining bytes, and gives the file its name.
    public func finish() throws(OutputFileError) {
        try writeBuffer()
        try compressor?.finish { piece throws(OutputFileError) in try file.write(UnsafeRawBufferPointer(piece)) }
        try file.finish()
    }

    private func writeBuffer() throws(OutputFileError) {
        try buffer.withUnsafeBufferPointer { bytes throws(OutputFileError) in
            if let compressor {
                try compressor.append(bytes) { piece throws(OutputFileError) in
                    try file.write(UnsafeRawBufferPointer(piece))
                }
            } else {
                try file.write(UnsafeRawBufferPointer(bytes))
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
