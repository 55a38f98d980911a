/// Resolves the escapes in strings of JSON (RFC 8259 §7).
enum JSONEscapes {
    /// The characters of a string in UTF-8. Throws an error if an escape is invalid or only half of a surrogate pair.
    static func resolved(in text: JSONScanner.Slice) throws(JSONScanner.Malformed) -> [UInt8] {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(text.count)
        var remaining = text
        while let byte = remaining.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                resolved.append(byte)
                continue
            }
            switch remaining.popFirst() {
            case UInt8(ascii: "\""): resolved.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): resolved.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/"): resolved.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b"): resolved.append(0x08)
            case UInt8(ascii: "f"): resolved.append(0x0C)
            case UInt8(ascii: "n"): resolved.append(0x0A)
            case UInt8(ascii: "r"): resolved.append(0x0D)
            case UInt8(ascii: "t"): resolved.append(0x09)
            case UInt8(ascii: "u"): resolved += Array(String(try scalar(&remaining)).utf8)
            case _: throw JSONScanner.Malformed()
            }
        }
        return resolved
    }

    /// Takes the four digits of an escape, or those of both escapes of a surrogate pair. Returns their scalar.
    private static func scalar(_ text: inout JSONScanner.Slice) throws(JSONScanner.Malformed) -> Unicode.Scalar {
        let first = try codeUnit(&text)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard text.popFirst() == UInt8(ascii: "\\"), text.popFirst() == UInt8(ascii: "u") else {
            throw JSONScanner.Malformed()
        }
        let second = try codeUnit(&text)
        let isPair = (0xD800..<0xDC00).contains(first) && (0xDC00..<0xE000).contains(second)
        guard isPair, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
            throw JSONScanner.Malformed()
        }
        return scalar
    }

    /// Takes the four hexadecimal digits of an escape. Returns their value.
    private static func codeUnit(_ text: inout JSONScanner.Slice) throws(JSONScanner.Malformed) -> UInt32 {
        guard text.count >= 4 else { throw JSONScanner.Malformed() }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = text.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw JSONScanner.Malformed()
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
