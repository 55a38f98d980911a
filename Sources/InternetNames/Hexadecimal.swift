extension [UInt8] {
    /// The bytes as lower-case hexadecimal digits, two for each byte.
    public var hexadecimal: String {
        String(unsafeUninitializedCapacity: count * 2) { text in
            for (index, byte) in enumerated() {
                text[index * 2] = Self.digit(of: byte >> 4)
                text[index * 2 + 1] = Self.digit(of: byte & 0xF)
            }
            return count * 2
        }
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension [UInt8] {
    /// Reads hexadecimal digits, two for each byte; nil if the text has anything else.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self = bytes
    }
}
