import CZlib

/// What zlib does for a zip archive: unpacks (RFC 1951) and checks (CRC-32).
enum Deflate {
    /// The content of a raw deflate stream that has exactly that many bytes; nil where it has not, is malformed or
    /// is followed by anything.
    static func inflate(_ packed: [UInt8], to size: Int) -> [UInt8]? {
        // One byte of room more shows a stream that holds more than it should.
        var content = [UInt8](repeating: 0, count: size + 1)
        guard let packedCount = UInt32(exactly: packed.count), let room = UInt32(exactly: content.count) else {
            return nil
        }
        let isWhole = packed.withUnsafeBufferPointer { input in
            content.withUnsafeMutableBufferPointer { output in
                // zlib keeps the address of the stream, so it must not move between the calls.
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

    /// The CRC-32 of some bytes, as zip archives and PNG have it.
    static func checksum(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
