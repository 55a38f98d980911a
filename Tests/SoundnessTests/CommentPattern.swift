/// A form of a sentence that makes a comment hard to read.
enum CommentPattern: Int, CaseIterable {
    /// A summary that is a question, such as "What the server sent".
    case question = 1
    /// A result that is hung on with ", so that".
    case result
    /// A negated noun, such as "is no error".
    case negatedNoun
    /// The word "alone" for "only".
    case alone
    /// A verb before its subject, or a beginning that names nothing, such as "Of these".
    case inversion
    /// More than 35 words.
    case length
    /// The word "what" for a noun, such as "of what is kept".
    case what
    /// An idiom for "except", "despite", "itself" or "that is".
    case idiom
    /// A later sentence that begins with a pronoun.
    case pronoun

    static func all(in sentence: CommentSentence) -> [CommentPattern] {
        let words = sentence.words
        return allCases.filter { $0.matches(sentence, words: words) }
    }

    private func matches(_ sentence: CommentSentence, words: [String]) -> Bool {
        switch self {
        case .question: sentence.isFirst && sentence.isDocumentation && Self.questions.contains(words[0])
        case .result: sentence.text.contains(", so that ")
        case .negatedNoun: Self.hasNegatedNoun(words)
        case .alone: Self.hasAlone(words)
        case .inversion: Self.isInverted(sentence.text, words: words)
        case .length: words.count > 35
        case .what: words.dropFirst().contains("what")
        case .idiom: Self.idioms.contains { sentence.text.contains($0) }
        case .pronoun:
            !sentence.isFirst
                && (["it", "they"].contains(words[0])
                    || ["this", "that"].contains(words[0]) && words.count > 1 && Self.verbs.contains(words[1]))
        }
    }

    /// "There is no" and "is no longer" are plain.
    private static func hasNegatedNoun(_ words: [String]) -> Bool {
        for (index, word) in words.enumerated() where word == "no" && index > 0 && index + 1 < words.count {
            if words[index - 1] == "and", words[..<index].contains(["has", "no"]) { return true }
            guard ["is", "are", "was", "were", "be"].contains(words[index - 1]) else { continue }
            if index > 1, words[index - 2] == "there" || words[index - 2] == "may" { continue }
            if !["longer", "more", "less", "later"].contains(words[index + 1]) { return true }
        }
        return false
    }

    /// "Leave alone", "stand alone" and "let alone" are plain.
    private static func hasAlone(_ words: [String]) -> Bool {
        words.indices.contains { index in
            words[index] == "alone"
                && !words[..<index].suffix(2).contains {
                    ["leave", "leaves", "left", "let", "stand", "stands"].contains($0)
                }
        }
    }

    private static func isInverted(_ text: String, words: [String]) -> Bool {
        let hasInvertedClause = words.indices.dropLast().contains {
            auxiliaries.contains(words[$0 + 1]) && (words[$0] == "nor" || text.contains(", so \(words[$0 + 1]) "))
        }
        let begin = words.prefix(2).joined(separator: " ")
        return hasInvertedClause || ["nor", "neither"].contains(words[0])
            || ["of these", "in it", "without it", "with it", "from it", "only then"].contains(begin)
            || ["were", "had", "should"].contains(words[0])
    }

    private static let questions: Set = ["what", "how", "where", "who", "why", "when"]
    private static let idioms = [
        "but for ", "save for ", "in spite of ", "by its own ", "by the word of ", "that is to say",
    ]
    private static let auxiliaries: Set = [
        "is", "are", "was", "were", "do", "does", "did", "has", "have", "can", "may", "must", "will", "would",
    ]
    /// The words after "This" and "That" that show a pronoun; before others, "this" and "that" belong to a noun.
    private static let verbs = auxiliaries.union([
        "also", "allows", "applies", "avoids", "cannot", "concerns", "costs", "could", "depends", "differs", "ends",
        "follows", "gives", "had", "happens", "holds", "includes", "keeps", "leaves", "lets", "makes", "means", "needs",
        "never", "of", "only", "saves", "says", "shows", "takes", "tells", "works",
    ])
}

extension Collection where Element: Equatable {
    /// Whether the elements follow each other in the collection.
    fileprivate func contains(_ elements: [Element]) -> Bool {
        indices.contains { self[$0...].starts(with: elements) }
    }
}
