import CZlib

/// Decompresses a gzip file (RFC 1952) in pieces, by zlib. A file may have several members, one after the other.
public final class GzipDecompressor {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// Whether all members that have begun are complete.
    public private(set) var isComplete = true

    /// The first bytes of a gzip member.
    public static let signature: [UInt8] = [0x1F, 0x8B]

    /// The error for bytes that are no gzip member.
    public struct Malformed: Error {}

    /// Creates a stream. Throws an error if there is no memory for it.
    public init() throws(Malformed) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: 1 << 18)
        guard inflate_gzip_start(stream) == Z_OK else { throw Malformed() }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Decompresses the next bytes of the file. The closure receives the content in pieces of at most 256 KiB, valid
    /// during the call only. Throws an error if the bytes are malformed; what was received before is valid.
    public func append(
        _ packed: UnsafeBufferPointer<UInt8>, _ piece: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(Malformed) {
        guard let count = UInt32(exactly: packed.count) else { throw Malformed() }
        stream.pointee.next_in = packed.baseAddress
        stream.pointee.avail_in = count
        defer { stream.pointee.next_in = nil }
        while stream.pointee.avail_in > 0 || !isComplete && stream.pointee.avail_out == 0 {
            if isComplete {
                // Zero bytes after the last member are padding, as of tar.
                guard !packed[(packed.count - Int(stream.pointee.avail_in))...].allSatisfy({ $0 == 0 }) else { return }
                guard inflateReset(stream) == Z_OK else { throw Malformed() }
                isComplete = false
            }
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let status = inflate(stream, Z_NO_FLUSH)
            piece(UnsafeBufferPointer(rebasing: output[..<(output.count - Int(stream.pointee.avail_out))]))
            switch status {
            case Z_STREAM_END: isComplete = true
            case Z_OK: continue
            case Z_BUF_ERROR: return
            case _:
                isComplete = false
                throw Malformed()
            }
        }
    }
}
