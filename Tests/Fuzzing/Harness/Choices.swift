/// Reads decisions off an input from its front; once it is used up, every decision is the first one.
public struct Choices {
    private var rest: ArraySlice<UInt8>

    /// The decisions in those bytes.
    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Whether all of the input was read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// One byte.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below the bound.
    public mutating func number(below bound: Int) -> Int { Int(byte()) % max(1, bound) }

    /// One of several, which must not be none.
    public mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }

    /// Yes or no.
    public mutating func flag() -> Bool { byte() & 1 == 1 }

    /// So many bytes, or as many as are left.
    public mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Bytes whose count stands before them in one byte, or in two where `isLong`.
    public mutating func piece(isLong: Bool = false) -> ArraySlice<UInt8> {
        let count = isLong ? Int(byte()) << 8 | Int(byte()) : Int(byte())
        return bytes(count)
    }

    /// All that is left.
    public mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = [] }
        return rest
    }
}
