/// A scanner of one JSON text (RFC 8259) that creates no values. Members are visited in place, and values that are not
/// needed are skipped quickly. A reader decides by the scanned members whether a full parser must decode the line.
///
/// The closure of `object` scans the value of each member, and thereby moves the scanner behind the value:
///
///     try scanner.object { name, scanner in
///         if name.isEqual(to: "count") { count = try scanner.number() } else { try scanner.value() }
///     }
///
/// The structure is checked, but not the spelling of numbers and literals. Escapes are resolved only in names and in
/// requested strings.
package struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The number of bytes before the next one to scan.
    private var position: Int
    /// Whether a string with an escape was scanned since the last reset.
    private var hasEscapes = false

    /// The error for text that is not JSON, or that ends too early.
    package struct Malformed: Error {
        /// Creates the error.
        package init() {}
    }

    /// Creates a scanner at the beginning of a text, which must outlive the scanner.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = 0
    }

    /// A part of the text, or a name or string without quotes and with resolved escapes.
    package typealias Slice = Swift.Slice<UnsafeBufferPointer<UInt8>>

    /// Visits the members of an object. The closure receives each name, which is valid only during the call, and must
    /// scan the value.
    package mutating func object(
        _ member: (Slice, inout JSONScanner) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect(UInt8(ascii: "{"))
        if accept(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            hasEscapes = false
            let name = try string()
            let mustResolve = hasEscapes
            try expect(UInt8(ascii: ":"))
            if mustResolve {
                try JSONEscapes.resolved(in: name).withUnsafeBufferPointer { name throws(Malformed) in
                    try member(name[...], &self)
                }
            } else {
                try member(name, &self)
            }
        } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Visits the elements of an array. The closure must scan each element.
    package mutating func array(_ element: (inout JSONScanner) throws(Malformed) -> Void) throws(Malformed) {
        try expect(UInt8(ascii: "["))
        if accept(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// Skips a value of any kind, and returns its text.
    @discardableResult package mutating func value() throws(Malformed) -> Slice {
        skipSpace()
        let start = position
        guard position < bytes.count else { throw Malformed() }
        switch bytes[position] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
        case _: try skipScalar()
        }
        return Swift.Slice(base: bytes, bounds: start..<position)
    }

    /// Whether the next value is an object.
    package mutating func isAtObject() -> Bool { isAt(UInt8(ascii: "{")) }

    /// Whether the next value is an array.
    mutating func isAtArray() -> Bool { isAt(UInt8(ascii: "[")) }

    private mutating func isAt(_ byte: UInt8) -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == byte
    }

    /// Calls the closure with the characters of a string, which are valid only during the call. Returns nil for a value
    /// of another kind, which is skipped.
    package mutating func optionalString<Result>(
        _ body: (Slice) throws(Malformed) -> Result
    ) throws(Malformed) -> Result? {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            try value()
            return nil
        }
        hasEscapes = false
        let text = try string()
        guard hasEscapes else { return try body(text) }
        return try JSONEscapes.resolved(in: text).withUnsafeBufferPointer { text throws(Malformed) in
            try body(text[...])
        }
    }

    /// A whole number, possibly written with a fraction or an exponent; nil for a value of another kind, and for a
    /// negative or too large number.
    package mutating func number() throws(Malformed) -> Int64? {
        let text = try value()
        var number: Int64 = 0
        for digit in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return Self.spelledNumber(text) }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow, product <= Int64.max - 9 else { return nil }
            number = product + Int64(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// A number in the form `1834.0` or `1.834e3`, from programs that have only floating-point numbers.
    private static func spelledNumber(_ text: Slice) -> Int64? {
        guard let number = Double(String(decoding: text, as: UTF8.self)), number >= 0 else { return nil }
        return Int64(exactly: number)
    }

    /// Skips white space to the end. Throws an error if there is anything else.
    package mutating func end() throws(Malformed) {
        skipSpace()
        guard position == bytes.count else { throw Malformed() }
    }
}

extension JSONScanner {
    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case _: return
            }
        }
    }

    /// Skips white space, and then a byte if it is the next one. Returns whether it was.
    private mutating func accept(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Skips white space and a byte. Throws an error if another byte is next.
    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard accept(byte) else { throw Malformed() }
    }

    /// Scans a string. Returns its characters with their escapes.
    private mutating func string() throws(Malformed) -> Slice {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw Malformed() }
        let start = position + 1
        var index = start
        while true {
            index = bytes.endOfPlainCharacters(from: index)
            guard index < bytes.count else { throw Malformed() }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                position = index + 1
                return Swift.Slice(base: bytes, bounds: start..<index)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += 2
            case _:
                throw Malformed()
            }
        }
    }

    /// The largest number of nested objects and arrays.
    static let depthLimit = 64

    /// Skips an object or an array without recursion. The kinds of open brackets are the bits of one integer.
    private mutating func skipNested() throws(Malformed) {
        var depth = 0
        var isObject: UInt64 = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.depthLimit else { throw Malformed() }
                isObject = isObject << 1 | (bytes[position] == UInt8(ascii: "{") ? 1 : 0)
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard (bytes[position] == UInt8(ascii: "}")) == (isObject & 1 == 1) else { throw Malformed() }
                isObject >>= 1
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case 0x09, 0x0A, 0x0D:
                break
            case 0..<0x20:
                throw Malformed()
            case _:
                break
            }
            position += 1
        }
        throw Malformed()
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func skipScalar() throws(Malformed) {
        let start = position
        scan: while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
                position += 1
            case _:
                break scan
            }
        }
        guard position > start else { throw Malformed() }
    }
}
