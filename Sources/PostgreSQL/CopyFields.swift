/// The values of one row in the text format of PostgreSQL's `COPY`, read from left to right.
public struct CopyFields {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>
    /// Whether the last value was read.
    private var isOver = false

    /// The error for a row that has another form than expected.
    public struct Malformed: Error {
        /// Creates the error.
        public init() {}
    }

    /// Creates a reader of a row, with or without its line feed.
    public init(_ row: UnsafeBufferPointer<UInt8>) {
        rest = row.last == UInt8(ascii: "\n") ? row.dropLast() : row[...]
    }

    /// The next value as text; nil for null.
    public mutating func text() throws(Malformed) -> String? {
        let field = try field()
        if field.elementsEqual("\\N".utf8) { return nil }
        guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
        return String(decoding: try Self.unescaped(field), as: UTF8.self)
    }

    /// The next value as a number.
    public mutating func number() throws(Malformed) -> Int64 {
        var digits = try field()
        let number = try Self.number(&digits)
        guard digits.isEmpty else { throw Malformed() }
        return number
    }

    /// The next value as an array of numbers, such as `{1,2}`.
    public mutating func numbers() throws(Malformed) -> [Int64] {
        var digits = try field()
        guard digits.popFirst() == UInt8(ascii: "{"), digits.popLast() == UInt8(ascii: "}") else { throw Malformed() }
        var numbers: [Int64] = []
        while !digits.isEmpty {
            numbers.append(try Self.number(&digits))
            guard digits.isEmpty || digits.popFirst() == UInt8(ascii: ",") && !digits.isEmpty else { throw Malformed() }
        }
        return numbers
    }

    private mutating func field() throws(Malformed) -> Slice<UnsafeBufferPointer<UInt8>> {
        guard !isOver else { throw Malformed() }
        guard let tab = rest.firstIndex(of: UInt8(ascii: "\t")) else {
            defer { isOver = true }
            return rest
        }
        defer { rest = rest[(tab + 1)...] }
        return rest[..<tab]
    }

    private static func number(_ digits: inout Slice<UnsafeBufferPointer<UInt8>>) throws(Malformed) -> Int64 {
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        var number: Int64 = 0
        var count = 0
        while let digit = digits.first, (48...57).contains(digit) {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooSmall) = product.subtractingReportingOverflow(Int64(digit - 48))
            guard !isTooLarge, !isTooSmall else { throw Malformed() }
            (number, count) = (sum, count + 1)
            digits.removeFirst()
        }
        // Numbers are added up below zero, because the least one has no positive counterpart.
        guard count > 0, isNegative || number != .min else { throw Malformed() }
        return isNegative ? number : -number
    }

    private static func unescaped(_ field: Slice<UnsafeBufferPointer<UInt8>>) throws(Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(field.count)
        var rest = field
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "v"): bytes.append(0x0B)
            case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
            case _: throw Malformed()
            }
        }
        return bytes
    }
}
