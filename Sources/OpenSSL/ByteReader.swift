/// Reads the big-endian fields and vectors of TLS (RFC 8446 §3) off bytes that nobody has checked yet.
///
/// A field that is not there, or not whole, is nil; after that, nothing more should be read.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Whether everything was read.
    var isAtEnd: Bool {
        rest.isEmpty
    }

    /// An unsigned number of so many bytes, at most 7.
    mutating func number(bytes count: Int) -> Int? {
        bytes(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Two bytes as a code point.
    mutating func uint16() -> UInt16? {
        number(bytes: 2).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// So many bytes as they are.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A vector whose length stands before it in so many bytes, 1 to 3.
    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        number(bytes: lengthBytes).flatMap { bytes($0) }
    }
}
