/// Text for markup with break opportunities in long words at the boundaries of their parts. Copied text has none.
enum BreakableText {
    /// The escaped text.
    static func markup(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > 24 else { return Escaping.markup(String(word)) }
            var parts: [Substring] = []
            var start = word.startIndex
            for index in word.indices.dropFirst()
            where isBoundary(word[word.index(before: index)], word[index]) {
                parts.append(word[start..<index])
                start = index
            }
            parts.append(word[start...])
            return parts.map { Escaping.markup(String($0)) }.joined(separator: "<wbr>")
        }.joined(separator: " ")
    }

    /// Whether a line may be broken between two characters: after a dot, as in a host, after an underscore, as in
    /// `SHA_256`, after a slash, and before a capital, as in `AllowsInsecure`.
    private static func isBoundary(_ before: Character, _ after: Character) -> Bool {
        before == "_" || before == "/" || before == "." || before == "@" || before == ":"
            || before.isLowercase && after.isUppercase
    }
}
