/// Reads lines in the exact spelling of `JSONWriter`: without white space and escapes, and with the members in its order.
///
/// Any other line is refused, which says nothing about it: `JSONScanner` reads it. A line that is accepted is read as
/// `JSONScanner` would read it.
struct OwnSpelling {
    private let line: UnsafeBufferPointer<UInt8>
    /// The number of bytes that were read.
    private(set) var position = 0

    /// Begins at the beginning of a line, which must outlive this value.
    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.line = line
    }

    /// Whether nothing is left of the line.
    var isAtEnd: Bool { position == line.count }

    /// Reads an exact text. Returns false if the line has another one here.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= line.count - position else { return false }
        let other = UnsafeBufferPointer(start: text.utf8Start, count: count)
        guard UnsafeBufferPointer(rebasing: line[position..<position + count]).isEqual(to: other) else { return false }
        position += count
        return true
    }

    /// Reads the characters of a string without escapes, up to its quotation mark; nil for any other string.
    mutating func characters() -> JSONScanner.Slice? {
        let end = line.endOfPlainCharacters(from: position)
        guard end < line.count, line[end] == UInt8(ascii: "\"") else { return nil }
        defer { position = end }
        return JSONScanner.Slice(base: line, bounds: position..<end)
    }

    /// Reads a whole number of at most 18 digits; nil for any other number.
    mutating func number() -> Int64? {
        let start = position
        var number: Int64 = 0
        while position < line.count, (48...57).contains(line[position]), position - start < 19 {
            number = number &* 10 &+ Int64(line[position] - 48)
            position += 1
        }
        return (1...18).contains(position - start) ? number : nil
    }
}
