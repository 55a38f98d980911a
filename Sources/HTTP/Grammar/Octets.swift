/// The classes of octets in the grammar of RFC 9110 §5.6.
extension UInt8 {
    /// Carriage return.
    static let carriageReturn: UInt8 = 0x0D
    /// Line feed.
    public static let lineFeed: UInt8 = 0x0A

    /// Whether this is a `tchar` (RFC 9110 §5.6.2), a character of methods and field names.
    var isTokenCharacter: Bool {
        self < 0x80 && (self < 0x40 ? Self.lowTokens : Self.highTokens) >> UInt64(self & 0x3F) & 1 == 1
    }

    /// Digits and ``!#$%&'*+-.``, one bit for each of 0x00 to 0x3F.
    private static let lowTokens: UInt64 = 0x03FF_6CFA_0000_0000
    /// Letters and ``^_`|~``, one bit for each of 0x40 to 0x7F.
    private static let highTokens: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// Whether a field value, a reason phrase or a chunk extension may contain this: HTAB, SP, VCHAR and obs-text, but
    /// not NUL, CR or LF (RFC 9110 §5.5).
    var isFieldContent: Bool {
        self == 0x09 || (self >= 0x20 && self != 0x7F)
    }

    /// Whether this is HTAB or SP.
    var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// Whether this is `0` to `9`.
    public var isDigit: Bool {
        self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
    }

    /// An ASCII letter in lower case; any other octet unchanged.
    public var lowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case _ where isDigit: return self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return self - UInt8(ascii: "A") + 10
        case _: return nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the octets equal a text.
    public func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }

    /// Whether the octets begin with a text.
    public func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            var index = startIndex
            for octet in expected {
                guard self[index] == octet else { return false }
                index += 1
            }
            return true
        }
    }

    /// Whether the octets equal a text, except for the case of ASCII letters.
    public func equals(ignoringCase text: StaticString) -> Bool {
        withUnsafeBufferPointer { octets in text.withUTF8Buffer { octets.equals(ignoringCase: $0) } }
    }

    /// Whether the octets equal others, except for the case of ASCII letters.
    public func equals(ignoringCase other: ArraySlice<UInt8>) -> Bool {
        withUnsafeBufferPointer { octets in other.withUnsafeBufferPointer { octets.equals(ignoringCase: $0) } }
    }

    /// The octets without HTAB and SP at both ends.
    public var trimmed: ArraySlice<UInt8> {
        var slice = self
        while slice.first?.isBlank == true { slice = slice.dropFirst() }
        while slice.last?.isBlank == true { slice = slice.dropLast() }
        return slice
    }

    /// The octets as text. Invalid UTF-8 becomes U+FFFD.
    public var text: String {
        String(decoding: self, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func equals(ignoringCase other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] {
            guard self[index].lowercased == other[index].lowercased else { return false }
        }
        return true
    }
}

extension [UInt8] {
    /// Appends a number in decimal digits.
    public mutating func append(decimal number: UInt16) {
        var place: UInt16 = 10_000
        while place > 1, number < place { place /= 10 }
        while place > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / place % 10))
            place /= 10
        }
    }

    /// Appends ASCII text.
    public mutating func append(ascii text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}
