/// Standard Base64, the encoding of pins in `NSPinnedDomains` (RFC 4648 §4).
enum Base64 {
    /// The decoded bytes; nil if the text is not Base64 or is empty.
    ///
    /// White space is skipped, because property lists break long strings. Padding is required. Whether Apple's decoder
    /// requires padding is not known; dropping a digest can only refuse more.
    static func decode(_ text: String) -> [UInt8]? {
        let symbols = text.utf8.filter { !" \t\r\n".utf8.contains($0) }
        let padding = symbols.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard !symbols.isEmpty, symbols.count.isMultiple(of: 4), padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for symbol in symbols.dropLast(padding) {
            guard let value = value(of: symbol) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes
    }

    /// The padded Base64 text of the bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            for index in 0..<4 { text.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : "=") }
        }
        return text
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    private static func value(of symbol: UInt8) -> UInt32? {
        switch symbol {
        case 65...90: return UInt32(symbol) - 65
        case 97...122: return UInt32(symbol) - 71
        case 48...57: return UInt32(symbol) + 4
        case 43: return 62
        case 47: return 63
        case _: return nil
        }
    }
}
