#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The values of one row in the text format of PostgreSQL's `COPY`, read from left to right.
public struct CopyFields {
    private let row: UnsafeBufferPointer<UInt8>
    /// The place of the next value; nil if the last one was read.
    private var next: Int? = 0

    /// The error for a row that has another form than expected.
    public struct Malformed: Error {
        /// Creates the error.
        public init() {}
    }

    /// Creates a reader of a row, with or without its line feed.
    public init(_ row: UnsafeBufferPointer<UInt8>) {
        self.row = row.last == UInt8(ascii: "\n") ? UnsafeBufferPointer(rebasing: row.dropLast()) : row
    }

    /// The next value as it was sent, with its escapes. The bytes are valid as long as those of the row.
    public mutating func bytes() throws(Malformed) -> UnsafeBufferPointer<UInt8> {
        guard let start = next else { throw Malformed() }
        let rest = UnsafeBufferPointer(rebasing: row[start...])
        guard let address = rest.baseAddress, let tab = memchr(address, Int32(UInt8(ascii: "\t")), rest.count) else {
            next = nil
            return rest
        }
        let count = UnsafeRawPointer(tab) - UnsafeRawPointer(address)
        next = start + count + 1
        return UnsafeBufferPointer(rebasing: rest[..<count])
    }

    /// The next value as text; nil for null.
    public mutating func text() throws(Malformed) -> String? {
        let field = try bytes()
        guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
        if field.elementsEqual("\\N".utf8) { return nil }
        return String(decoding: try Self.unescaped(field), as: UTF8.self)
    }

    /// The next value as a number.
    public mutating func number() throws(Malformed) -> Int64 {
        let digits = try bytes()
        var place = 0
        let number: Int64 = try Self.number(digits, &place)
        guard place == digits.count else { throw Malformed() }
        return number
    }

    /// The next value as an array of numbers, such as `{1,2}`. A number that the type does not have is malformed.
    public mutating func numbers<Number: FixedWidthInteger & SignedInteger>(
        _ type: Number.Type = Int64.self
    ) throws(Malformed) -> [Number] {
        let digits = try bytes()
        let end = digits.count - 1
        guard end > 0, digits[0] == UInt8(ascii: "{"), digits[end] == UInt8(ascii: "}") else { throw Malformed() }
        var numbers: [Number] = []
        guard end > 1 else { return numbers }
        // Most numbers have one to three digits.
        numbers.reserveCapacity(digits.count / 3 + 1)
        var place = 1
        while true {
            numbers.append(try Self.number(digits, &place))
            guard place < end else { break }
            guard digits[place] == UInt8(ascii: ",") else { throw Malformed() }
            place += 1
        }
        guard place == end else { throw Malformed() }
        return numbers
    }

    /// Reads a number from a place on, which moves behind it.
    private static func number<Number: FixedWidthInteger & SignedInteger>(
        _ digits: UnsafeBufferPointer<UInt8>, _ place: inout Int
    ) throws(Malformed) -> Number {
        let isNegative = place < digits.count && digits[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let start = place
        var number: Number = 0
        while place < digits.count, case let digit = digits[place] &- UInt8(ascii: "0"), digit < 10 {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooSmall) = product.subtractingReportingOverflow(Number(digit))
            guard !isTooLarge, !isTooSmall else { throw Malformed() }
            number = sum
            place += 1
        }
        // Numbers are added up below zero, because the least one has no positive counterpart.
        guard place > start, isNegative || number != .min else { throw Malformed() }
        return isNegative ? number : -number
    }

    private static func unescaped(_ field: UnsafeBufferPointer<UInt8>) throws(Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(field.count)
        var rest = field[...]
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
