/// Text for markup with break opportunities in long words at the boundaries of their parts. Copied text has none.
enum BreakableText {
    /// The escaped text, with a `wbr` element at each break opportunity of a long word.
    static func markup(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count > 24 else { return Escaping.markup(String(word)) }
            return parts(of: word).map { Escaping.markup(String($0)) }.joined(separator: "<wbr>")
        }.joined(separator: " ")
    }

    private static func parts(of word: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst()
        where isBoundary(between: word[word.index(before: index)], and: word[index]) {
            parts.append(word[start..<index])
            start = index
        }
        return parts + [word[start...]]
    }

    /// Whether a line may be broken between two characters: after punctuation, as in a host or in `SHA_256`, and before
    /// a capital, as in `AllowsInsecure`.
    private static func isBoundary(between before: Character, and after: Character) -> Bool {
        "_/.@:".contains(before) || before.isLowercase && after.isUppercase
    }
}
