/// Reads values of QUIC, one after the other. A read beyond the end returns nil.
struct ByteScanner {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int = 0) {
        (self.bytes, self.offset) = (bytes, offset)
    }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func uint32() -> UInt32? {
        take(4)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The next bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// A variable-length integer (RFC 9000 §16).
    mutating func integer() -> Int? {
        guard let first = byte(), let rest = take((1 << Int(first >> 6)) - 1) else { return nil }
        return rest.reduce(Int(first & 0x3F)) { $0 << 8 | Int($1) }
    }
}
