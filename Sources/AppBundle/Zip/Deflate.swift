import CZlib

/// Decompression (RFC 1951) and checksum (CRC-32) for zip archives, by zlib.
enum Deflate {
    /// The content of a raw deflate stream with exactly `size` bytes; nil if the stream has another size, is malformed
    /// or has trailing bytes.
    static func inflate(_ packed: [UInt8], to size: Int) -> [UInt8]? {
        // One additional byte of capacity reveals a stream that is too long.
        var content = [UInt8](repeating: 0, count: size + 1)
        guard let packedCount = UInt32(exactly: packed.count), let room = UInt32(exactly: content.count) else {
            return nil
        }
        let isWhole = packed.withUnsafeBufferPointer { input in
            content.withUnsafeMutableBufferPointer { output in
                // zlib keeps the address of the stream structure, so it must not move between the calls.
                withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { streams in
                    streams.initialize(repeating: z_stream())
                    guard let stream = streams.baseAddress, inflate_raw_start(stream) == Z_OK else { return false }
                    defer { inflateEnd(stream) }
                    stream.pointee.next_in = input.baseAddress
                    stream.pointee.avail_in = packedCount
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = room
                    return CZlib.inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
                        && stream.pointee.avail_out == 1
                }
            }
        }
        guard isWhole else { return nil }
        content.removeLast()
        return content
    }

    /// The CRC-32 of the bytes, as in zip archives and PNG.
    static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
