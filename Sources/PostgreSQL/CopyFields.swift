#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The values of one row in the text format of PostgreSQL's `COPY`, read from left to right.
public struct CopyFields {
    private let row: UnsafeBufferPointer<UInt8>
    /// The offset of the next value in the row; nil if the last value was read.
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

    /// The bytes of the next value, with their escapes. The pointer is valid as long as that of the row.
    public mutating func nextBytes() throws(Malformed) -> UnsafeBufferPointer<UInt8> {
        guard let start = next else { throw Malformed() }
        let remaining = UnsafeBufferPointer(rebasing: row[start...])
        guard let address = remaining.baseAddress,
            let tab = memchr(address, Int32(UInt8(ascii: "\t")), remaining.count)
        else {
            next = nil
            return remaining
        }
        let count = UnsafeRawPointer(tab) - UnsafeRawPointer(address)
        next = start + count + 1
        return UnsafeBufferPointer(rebasing: remaining[..<count])
    }

    /// The next value as text; nil for null.
    public mutating func nextText() throws(Malformed) -> String? {
        let field = try nextBytes()
        guard field.contains(UInt8(ascii: "\\")) else { return String(decoding: field, as: UTF8.self) }
        if field.elementsEqual("\\N".utf8) { return nil }
        return String(decoding: try Self.unescaped(field), as: UTF8.self)
    }

    /// The next value as a number.
    public mutating func nextNumber() throws(Malformed) -> Int64 {
        let digits = try nextBytes()
        var offset = 0
        let number = try Self.number(in: digits, at: &offset)
        guard offset == digits.count else { throw Malformed() }
        return number
    }

    /// The next value as an array of numbers, such as `{1,2}`.
    public mutating func nextNumbers() throws(Malformed) -> [Int64] {
        var numbers: [Int64] = []
        try readNumbers { number in
            numbers.append(number)
            return true
        }
        return numbers
    }

    /// The next value as an array of numbers of 32 bits. A larger number is malformed.
    public mutating func nextShortNumbers() throws(Malformed) -> [Int32] {
        var numbers: [Int32] = []
        try readNumbers { number in
            guard let short = Int32(exactly: number) else { return false }
            numbers.append(short)
            return true
        }
        return numbers
    }

    /// Reads an array of numbers. The closure returns false for a number that is malformed.
    ///
    /// This method and those above are not generic. Other modules would call generic ones without specialization, which
    /// takes longer than all other work for a row.
    @inline(__always)
    private mutating func readNumbers(_ take: (Int64) -> Bool) throws(Malformed) {
        let digits = try nextBytes()
        let end = digits.count - 1
        guard end > 0, digits[0] == UInt8(ascii: "{"), digits[end] == UInt8(ascii: "}") else { throw Malformed() }
        guard end > 1 else { return }
        var offset = 1
        while true {
            guard take(try Self.number(in: digits, at: &offset)) else { throw Malformed() }
            guard offset < end else { break }
            guard digits[offset] == UInt8(ascii: ",") else { throw Malformed() }
            offset += 1
        }
        guard offset == end else { throw Malformed() }
    }

    /// Reads the number at an offset, and moves the offset behind it.
    private static func number(
        in digits: UnsafeBufferPointer<UInt8>, at offset: inout Int
    ) throws(Malformed) -> Int64 {
        let isNegative = offset < digits.count && digits[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let start = offset
        var number: Int64 = 0
        // The number is built below zero, because the least Int64 has no positive counterpart.
        while offset < digits.count, case let digit = digits[offset] &- UInt8(ascii: "0"), digit < 10 {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooSmall) = product.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !isTooSmall else { throw Malformed() }
            number = sum
            offset += 1
        }
        guard offset > start, isNegative || number != .min else { throw Malformed() }
        return isNegative ? number : -number
    }

    /// The bytes of a value without its escapes.
    private static func unescaped(_ field: UnsafeBufferPointer<UInt8>) throws(Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(field.count)
        var field = field[...]
        while let byte = field.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            switch field.popFirst() {
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
