/// Base64 as certificates and pins are written in (RFC 4648 §4), with padding and without line breaks.
public enum Base64 {
    /// The text for those bytes.
    public static func encode(_ value: [UInt8]) -> String {
        var text = ByteBuffer(reserving: (value.count + 2) / 3 * 4)
        append(value, to: &text)
        return text.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of that text; nil where it is not exactly what `encode` writes for some bytes.
    public static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let fill = digits.reversed().prefix { $0 == padding }.count
        guard fill <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        var collected: UInt32 = 0
        var bits = 0
        for digit in digits.dropLast(fill) {
            guard let value = number(of: digit) else { return nil }
            collected = collected << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: collected >> UInt32(bits)))
        }
        // The bits that fill up the last digit are zero (RFC 4648 §3.5).
        guard collected & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }

    /// Appends the text for those bytes.
    static func append(_ value: [UInt8], to bytes: inout ByteBuffer) {
        let length = (value.count + 2) / 3 * 4
        bytes.append(atMost: length) { room in
            for group in 0..<(length / 4) {
                write(value[(group * 3)..<min(group * 3 + 3, value.count)], to: room + group * 4)
            }
            return length
        }
    }

    /// Writes the four digits for one to three bytes.
    private static func write(_ bytes: ArraySlice<UInt8>, to room: UnsafeMutablePointer<UInt8>) {
        var group: UInt32 = 0
        for byte in bytes { group = group << 8 | UInt32(byte) }
        group <<= UInt32(8 * (3 - bytes.count))
        for index in 0..<4 {
            room[index] = index <= bytes.count ? digit(of: group >> UInt32(18 - 6 * index) & 0x3F) : padding
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

    private static func number(of digit: UInt8) -> UInt32? {
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
