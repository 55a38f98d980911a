/// Reads the presentation language of TLS (RFC 8446 §3) from the front of bytes, and never beyond their end.
///
/// Each read either yields a value and moves on, or yields nil; after a nil nothing more should be read.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func uint8() -> UInt8? {
        rest.popFirst()
    }

    mutating func uint16() -> UInt16? {
        guard let value = number(byteCount: 2) else { return nil }
        return UInt16(truncatingIfNeeded: value)
    }

    /// So many bytes.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A vector whose length is in so many bytes in front of it: `<0..2^8-1>`, `<0..2^16-1>`, `<0..2^24-1>`.
    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard let count = number(byteCount: lengthBytes) else { return nil }
        return bytes(count)
    }

    /// A vector of two-byte values, at least one, which must fill it exactly.
    mutating func uint16Vector(lengthBytes: Int) -> [UInt16]? {
        guard let body = vector(lengthBytes: lengthBytes), !body.isEmpty, body.count.isMultiple(of: 2) else {
            return nil
        }
        var reader = ByteReader(body)
        var values: [UInt16] = []
        values.reserveCapacity(body.count / 2)
        while let value = reader.uint16() { values.append(value) }
        return values
    }

    private mutating func number(byteCount: Int) -> Int? {
        guard let bytes = bytes(byteCount) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
