/// Base64 with padding and without line breaks (RFC 4648 §4).
public enum Base64 {
    /// Departures from the canonical text that a reader may accept.
    public struct Leniency: OptionSet, Sendable {
        /// One bit for each departure.
        public let rawValue: UInt8

        /// Creates a set of departures from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Spaces, tabs and line breaks anywhere. Property lists break long strings.
        public static let whiteSpace = Leniency(rawValue: 1)
        /// Missing or incomplete padding.
        public static let missingPadding = Leniency(rawValue: 2)
        /// Unused bits of the last digit that are not zero (RFC 4648 §3.5).
        public static let spareBits = Leniency(rawValue: 4)
    }

    /// Encodes bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            for group in 0..<(length / 4) {
                write(bytes[(group * 3)..<min(group * 3 + 3, bytes.count)], to: text, at: group * 4)
            }
            return length
        }
    }

    /// Decodes a text; nil if the text is not canonical Base64, except for the accepted departures.
    public static func decode(_ text: String, accepting leniency: Leniency = []) -> [UInt8]? {
        decode(utf8: text.utf8, accepting: leniency)
    }

    /// Decodes a text in UTF-8; nil if the text is not canonical Base64, except for the accepted departures.
    public static func decode(utf8 text: some Sequence<UInt8>, accepting leniency: Leniency = []) -> [UInt8]? {
        var digits = Array(text)
        if leniency.contains(.whiteSpace) { digits.removeAll { " \t\r\n".utf8.contains($0) } }
        let fill = digits.reversed().prefix { $0 == padding }.count
        guard fill <= 2 else { return nil }
        let isPadded = digits.count.isMultiple(of: 4)
        digits.removeLast(fill)
        // A single digit has 6 bits, too few for a byte.
        guard isPadded || leniency.contains(.missingPadding) && digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var collected: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            collected = collected << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: collected >> bits))
        }
        guard collected & (1 << bits - 1) == 0 || leniency.contains(.spareBits) else { return nil }
        return bytes
    }

    /// Writes the four digits for one to three bytes.
    private static func write(_ bytes: ArraySlice<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        var group: UInt32 = 0
        for byte in bytes { group = group << 8 | UInt32(byte) }
        group <<= UInt32(8 * (3 - bytes.count))
        for index in 0..<4 {
            text[start + index] = index <= bytes.count ? digit(of: group >> UInt32(18 - 6 * index) & 0x3F) : padding
        }
    }

    private static let padding = UInt8(ascii: "=")

    private static func digit(of value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        switch value {
        case 0..<26: return UInt8(ascii: "A") + value
        case 26..<52: return UInt8(ascii: "a") + value - 26
        case 52..<62: return UInt8(ascii: "0") + value - 52
        case 62: return UInt8(ascii: "+")
        case _: return UInt8(ascii: "/")
        }
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): return 62
        case UInt8(ascii: "/"): return 63
        case _: return nil
        }
    }
}
