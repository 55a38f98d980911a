/// Decisions read from an input, byte by byte. After the end of the input, every byte counts as zero.
public struct Choices {
    private var rest: ArraySlice<UInt8>

    /// Reads decisions from the bytes.
    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Whether the whole input was read.
    public var isAtEnd: Bool { rest.isEmpty }

    /// The next byte.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below the bound, from one byte.
    public mutating func number(below bound: Int) -> Int { Int(byte()) % max(1, bound) }

    /// One of the values, which must not be empty.
    public mutating func one<Value>(of values: [Value]) -> Value { values[number(below: values.count)] }

    /// A flag, from one byte.
    public mutating func flag() -> Bool { byte() & 1 == 1 }

    /// The next `count` bytes, or fewer at the end.
    public mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Bytes behind their count, which takes one byte, or two if `isLong`.
    public mutating func piece(isLong: Bool = false) -> ArraySlice<UInt8> {
        let count = isLong ? Int(byte()) << 8 | Int(byte()) : Int(byte())
        return bytes(count)
    }

    /// All remaining bytes.
    public mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = [] }
        return rest
    }
}
