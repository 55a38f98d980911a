import CZlib

/// Decompresses a gzip file (RFC 1952) in pieces, by zlib. A file has one or more members, the compressed streams, one
/// after the other.
public final class GzipDecompressor {
    private let stream: UnsafeMutablePointer<z_stream>
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// Whether all members that have begun are complete.
    public private(set) var isComplete = true
    private var isMalformed = false
    /// Whether the last member is followed by zero bytes, with which tar pads an archive. Nothing else may follow them.
    private var isInPadding = false

    /// The first bytes of a gzip member.
    public static let signature: [UInt8] = [0x1F, 0x8B]

    /// The largest number of bytes that `next` returns.
    public static let pieceSize = 1 << 18

    /// The error for bytes that do not form a gzip member.
    public struct Malformed: Error {}

    /// The error if there is no memory for a stream.
    public struct OutOfMemory: Error {}

    /// Creates a stream. Throws an error if there is no memory for it.
    public init() throws(OutOfMemory) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        output = .allocate(capacity: Self.pieceSize)
        guard inflate_gzip_start(stream) == Z_OK else { throw OutOfMemory() }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Decompresses the next bytes of the file. The closure receives the content in pieces of at most `pieceSize`
    /// bytes, valid during the call only. Throws an error if the bytes are malformed; earlier pieces are valid.
    public func append(
        _ packed: UnsafeBufferPointer<UInt8>, _ piece: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(Malformed) {
        try begin(packed)
        while let next = try next() { piece(next) }
    }

    /// Gives the stream the next bytes of the file, which must stay valid until `next` returns nil.
    public func begin(_ packed: UnsafeBufferPointer<UInt8>) throws(Malformed) {
        guard let count = UInt32(exactly: packed.count) else { throw Malformed() }
        stream.pointee.next_in = packed.baseAddress
        stream.pointee.avail_in = count
    }

    /// The next piece of the content, at most `pieceSize` bytes, valid until the next call; nil once the stream needs
    /// more bytes of the file. Throws an error if the bytes are malformed.
    public func next() throws(Malformed) -> UnsafeBufferPointer<UInt8>? {
        guard !isMalformed else { throw Malformed() }
        // zlib may hold back content for which the last output buffer had no room.
        while stream.pointee.avail_in > 0 || !isComplete && stream.pointee.avail_out == 0 {
            if isComplete {
                guard try !isPadding() else { break }
                guard inflateReset(stream) == Z_OK else { throw Malformed() }
                isComplete = false
            }
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            let status = inflate(stream, Z_NO_FLUSH)
            switch status {
            case Z_STREAM_END: isComplete = true
            case Z_OK, Z_BUF_ERROR: break
            case _: (isComplete, isMalformed) = (false, true)
            }
            let content = UnsafeBufferPointer(rebasing: output[..<(output.count - Int(stream.pointee.avail_out))])
            // The content before the damage is valid. The next call throws the error.
            if !content.isEmpty { return content }
            guard !isMalformed else { throw Malformed() }
            if status == Z_BUF_ERROR { break }
        }
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
        return nil
    }

    /// Whether the remaining bytes are padding. Throws an error if only a part of them is.
    private func isPadding() throws(Malformed) -> Bool {
        let remaining = UnsafeBufferPointer(start: stream.pointee.next_in, count: Int(stream.pointee.avail_in))
        if remaining.first == 0 { isInPadding = true }
        guard isInPadding, !remaining.allSatisfy({ $0 == 0 }) else { return isInPadding }
        (isComplete, isMalformed) = (false, true)
        throw Malformed()
    }
}
