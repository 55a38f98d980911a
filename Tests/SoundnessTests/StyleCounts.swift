/// The numbers of places in a module's sources that are hard to read.
struct StyleCounts: Equatable {
    /// Sentences of comments with a `CommentPattern`, once for each pattern.
    var comments = 0
    /// Parameters without a label behind the first one of their function.
    var unlabelled = 0
    /// Lines with more than 120 characters.
    var longLines = 0
    /// Branches `case _:`, which hide cases as `default` does.
    var openCases = 0

    /// The numbers with their names, in the order of the properties.
    var named: [(name: String, number: Int)] {
        [
            ("comments", comments), ("unlabelled", unlabelled), ("longLines", longLines), ("openCases", openCases),
        ]
    }

    /// Creates the numbers of a text.
    init(of text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        comments = CommentSentence.all(in: lines).map { CommentPattern.all(in: $0).count }.reduce(0, +)
        unlabelled = Self.unlabelledParameters(in: text)
        longLines = lines.count { $0.utf8.count > 120 && $0.count > 120 }
        openCases = lines.count { $0.drop { $0 == " " }.hasPrefix("case _:") }
    }

    init(comments: Int = 0, unlabelled: Int = 0, longLines: Int = 0, openCases: Int = 0) {
        (self.comments, self.unlabelled, self.longLines, self.openCases) = (comments, unlabelled, longLines, openCases)
    }

    static func + (left: StyleCounts, right: StyleCounts) -> StyleCounts {
        StyleCounts(
            comments: left.comments + right.comments, unlabelled: left.unlabelled + right.unlabelled,
            longLines: left.longLines + right.longLines, openCases: left.openCases + right.openCases)
    }

    /// The parameters `_ name` of functions and initializers, except the first of each.
    private static func unlabelledParameters(in text: String) -> Int {
        text.matches(of: #/(?m)^ *(?:[^\/\n"]* )?(?:func [^\s(<]+|init[?!]?)(?:<[^>\n]*>)?\(/#).map { match in
            var depth = 1
            var found = 0
            var previous: Character = "("
            for character in text[match.range.upperBound...] {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                guard depth > 0 else { break }
                if depth == 1, character == "_", "(,".contains(previous) { found += 1 }
                if !character.isWhitespace { previous = character }
            }
            return max(0, found - 1)
        }.reduce(0, +)
    }
}
