/// Texts as the store keeps them. PostgreSQL's `text` has no zero byte, which a name in a recording may have.
enum StoredText {
    /// U+2400, the symbol for a zero byte, introduces the escape of a zero byte and of itself.
    private static let symbol: Unicode.Scalar = "\u{2400}"

    /// The text for the store: U+2400 and a zero for a zero byte, and U+2400 twice for U+2400.
    static func stored(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\0" || $0 == symbol }) else { return text }
        var stored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0": stored.append(contentsOf: [symbol, "0"])
            case symbol: stored.append(contentsOf: [symbol, symbol])
            case _: stored.append(scalar)
            }
        }
        return String(stored)
    }

    /// The original of a text in the form of the store.
    static func original(_ stored: String) -> String {
        guard stored.unicodeScalars.contains(symbol) else { return stored }
        var text = String.UnicodeScalarView()
        var rest = Substring(stored).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == symbol, let next = rest.popFirst() else {
                text.append(scalar)
                continue
            }
            text.append(next == "0" ? "\0" : next)
        }
        return String(text)
    }
}
