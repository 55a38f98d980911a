import CZlib

/// Compresses a stream of bytes into one gzip member (RFC 1952), by zlib. Takes about 600 KiB of memory.
public final class GzipCompressor {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>

    /// The largest number of compressed bytes that are handed out at once.
    private static let pieceSize = 1 << 18

    /// The error if there is no memory for a stream.
    public struct OutOfMemory: Error {}

    /// Creates a stream. Throws an error if there is no memory for it.
    public init() throws(OutOfMemory) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: Self.pieceSize)
        guard deflate_gzip_start(stream, Z_DEFAULT_COMPRESSION) == Z_OK else { throw OutOfMemory() }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Compresses the next bytes. The closure receives compressed bytes in pieces of at most 256 KiB, which are valid
    /// only during the call. After an error of the closure, the member is unusable.
    public func append<Failure>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ piece: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            // zlib counts in 32 bits.
            let next = remaining.prefix(1 << 30)
            try deflate(UnsafeBufferPointer(rebasing: next), flush: Z_NO_FLUSH, piece)
            remaining = remaining.dropFirst(next.count)
        }
    }

    /// Ends the member. The closure receives the last compressed bytes.
    public func finish<Failure>(_ piece: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try deflate(UnsafeBufferPointer(start: nil, count: 0), flush: Z_FINISH, piece)
    }

    private func deflate<Failure>(
        _ bytes: UnsafeBufferPointer<UInt8>, flush: Int32,
        _ piece: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        stream.pointee.next_in = bytes.baseAddress
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { stream.pointee.next_in = nil }
        repeat {
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            // With room for output, neither call can fail.
            _ = CZlib.deflate(stream, flush)
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0 { try piece(UnsafeBufferPointer(rebasing: output[..<count])) }
            // A full buffer may leave more to fetch.
        } while stream.pointee.avail_out == 0
    }
}
