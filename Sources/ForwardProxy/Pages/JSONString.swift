/// Text as a JSON string, which is also a JavaScript string.
enum JSONString {
    /// The text in quotes. Besides the characters of RFC 8259 §7, these are escaped: DEL, C1 controls and the line
    /// separators of JavaScript, and `<`, which could begin a tag.
    static func quoted(_ text: String) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "<":
                let digits = String(scalar.value, radix: 16)
                quoted += Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.count).utf8)
                quoted += Array(digits.utf8)
            case _: quoted += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        quoted.append(UInt8(ascii: "\""))
        return quoted
    }
}
