/// Walks over one JSON text (RFC 8259) without building values of it: members are visited in place, and what nobody
/// asks for is passed over at the speed of a byte loop.
///
/// Structure is checked, spelling is not: a number or a literal may be any run of its characters, and escapes stay as
/// they stand. Whoever needs values decodes the line with a full parser; this one only finds out whether it must.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    /// The text is no JSON, or it ends too early.
    struct Malformed: Error {}

    /// A scanner at the beginning of that text, which must outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        position = 0
    }

    /// A part of the text, as it stands there: a string without its quotes, its escapes unresolved.
    typealias Slice = Swift.Slice<UnsafeBufferPointer<UInt8>>

    /// Visits the members of an object. The closure gets each name and must consume the value.
    mutating func object(
        _ member: (Slice, inout JSONScanner) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect(UInt8(ascii: "{"))
        if accept(UInt8(ascii: "}")) { return }
        repeat {
            skipSpace()
            let name = try string()
            try expect(UInt8(ascii: ":"))
            try member(name, &self)
        } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Visits the elements of an array. The closure must consume each.
    mutating func array(_ element: (inout JSONScanner) throws(Malformed) -> Void) throws(Malformed) {
        try expect(UInt8(ascii: "["))
        if accept(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while accept(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// Passes over a value of any kind, and returns it as it stands.
    @discardableResult mutating func value() throws(Malformed) -> Slice {
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

    /// Whether an object comes next, and not null or anything else.
    mutating func isAtObject() -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == UInt8(ascii: "{")
    }

    /// The characters of a string; nil where another value stands there, which is passed over.
    mutating func optionalString() throws(Malformed) -> Slice? {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            try value()
            return nil
        }
        return try string()
    }

    /// A whole number; 0 where another value stands there, or one too large.
    mutating func number() throws(Malformed) -> Int64 {
        var number: Int64 = 0
        for digit in try value() {
            guard (48...57).contains(digit) else { return 0 }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow, product <= Int64.max - 9 else { return 0 }
            number = product + Int64(digit - 48)
        }
        return number
    }

    /// Passes over white space to the end; an error where anything else comes.
    mutating func end() throws(Malformed) {
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

    private mutating func accept(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard accept(byte) else { throw Malformed() }
    }

    private mutating func string() throws(Malformed) -> Slice {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw Malformed() }
        let start = position + 1
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                position = index + 1
                return Swift.Slice(base: bytes, bounds: start..<index)
            }
            guard byte >= 0x20 else { throw Malformed() }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        throw Malformed()
    }

    /// An object or an array, however deep up to 64: what brackets are open is kept in the bits of one number.
    private mutating func skipNested() throws(Malformed) {
        var depth = 0
        var isObject: UInt64 = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < 64 else { throw Malformed() }
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
            case 0..<0x20:
                throw Malformed()
            case _:
                break
            }
            position += 1
        }
        throw Malformed()
    }

    /// A number, `true`, `false` or `null`.
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

extension Slice where Base == UnsafeBufferPointer<UInt8> {
    /// Whether the slice is exactly that ASCII text.
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = UnsafeBufferPointer(start: text.utf8Start, count: count)
        for index in 0..<count where base[startIndex + index] != other[index] { return false }
        return true
    }
}
