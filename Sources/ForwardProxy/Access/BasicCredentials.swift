/// The user name and the password in a field value of the scheme Basic (RFC 7617).
struct BasicCredentials: Hashable {
    var user: String
    var password: String

    /// Reads `Basic` and the Base64 of `user:password` in UTF-8; `nil` for any other value.
    init?(_ value: ArraySlice<UInt8>) {
        let parts = value.split(separator: 0x20)
        guard parts.count == 2, parts[0].equals(ignoringCase: "basic"), let pair = Self.base64(parts[1]),
            let colon = pair.firstIndex(of: UInt8(ascii: ":")),
            let user = String(validating: pair[..<colon], as: UTF8.self),
            let password = String(validating: pair[(colon + 1)...], as: UTF8.self)
        else { return nil }
        self.user = user
        self.password = password
    }

    /// Decodes Base64 (RFC 4648 §4) with or without padding.
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = text
        while digits.last == UInt8(ascii: "="), text.count - digits.count < 2 { digits = digits.dropLast() }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            buffer = (buffer << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): return 62
        case UInt8(ascii: "/"): return 63
        case _: return nil
        }
    }
}
