/// Reads values of QUIC from bytes, one after the other. A read beyond the end returns nil.
struct ByteScanner {
    private let bytes: [UInt8]
    /// The offset of the next value.
    private(set) var offset: Int

    /// Creates a scanner that begins at an offset.
    init(_ bytes: [UInt8], at offset: Int = 0) {
        (self.bytes, self.offset) = (bytes, offset)
    }

    /// The next byte.
    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The next four bytes, most significant first.
    mutating func uint32() -> UInt32? {
        take(4)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The next bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// The next integer of variable length (RFC 9000 §16). The two upper bits of its first byte tell its length.
    mutating func integer() -> Int? {
        guard let first = byte(), let rest = take((1 << Int(first >> 6)) - 1) else { return nil }
        return rest.reduce(Int(first & 0x3F)) { $0 << 8 | Int($1) }
    }
}
