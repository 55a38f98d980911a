/// Reads values in the presentation language of TLS (RFC 8446 §3), one after the other.
///
/// A read beyond the end of the bytes returns nil. After that the position is undefined, and nothing more should be
/// read.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// The bytes that were not read.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The number of bytes that were not read.
    var count: Int { bytes.endIndex - position }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func uint8() -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func uint16() -> UInt16? {
        guard count >= 2 else { return nil }
        defer { position += 2 }
        return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
    }

    /// The next `count` bytes.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard skip(count) else { return nil }
        return bytes[position - count..<position]
    }

    /// Skips `count` bytes. Returns false where there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= self.count else { return false }
        position += count
        return true
    }

    /// Reads a vector after its length, a number of `lengthBytes` bytes: `<0..2^8-1>`, `<0..2^16-1>`, `<0..2^24-1>`.
    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard skip(lengthBytes) else { return nil }
        var count = 0
        for index in position - lengthBytes..<position { count = count << 8 | Int(bytes[index]) }
        return bytes(count)
    }

    /// Reads a vector of two-byte values; nil if it is empty or its length is odd.
    ///
    /// Inlined to avoid a call of `value`, which usually only wraps the number, for each element.
    @inline(__always)
    mutating func uint16Vector<Value>(lengthBytes: Int, of value: (UInt16) -> Value) -> [Value]? {
        guard let body = vector(lengthBytes: lengthBytes), !body.isEmpty, body.count.isMultiple(of: 2) else {
            return nil
        }
        return body.withUnsafeBufferPointer { bytes in
            (0..<bytes.count / 2).map { value(UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1])) }
        }
    }

    /// The protocol in the ALPN extension of a server: a list of exactly one name (RFC 7301 §3.1), which must fill the
    /// rest.
    mutating func selectedProtocol() -> String? {
        guard let list = vector(lengthBytes: 2), isAtEnd else { return nil }
        var names = ByteReader(list)
        guard let name = names.vector(lengthBytes: 1), !name.isEmpty, names.isAtEnd else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
