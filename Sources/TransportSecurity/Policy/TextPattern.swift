/// A text in which each `*` stands for any characters, or for none.
public struct TextPattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as written.
    public let description: String
    /// The characters of a pattern with a wildcard; nil if the pattern matches only the text itself.
    private let characters: [Character]?

    /// Creates a pattern in which `*` is a wildcard.
    public init(_ text: String) {
        description = text
        characters = text.contains("*") ? Array(text) : nil
    }

    /// Creates a pattern that matches only the text itself.
    public init(exactly text: String) {
        description = text
        characters = nil
    }

    /// Whether the whole text matches. Letters of different case differ.
    public func matches(_ text: String) -> Bool {
        guard let characters else { return text == description }
        let text = Array(text)
        var (patternIndex, textIndex) = (0, 0)
        // The latest wildcard: the index in the pattern behind the wildcard, and the index in the text behind the
        // characters for which the wildcard stands so far. On a mismatch, the latest wildcard takes one character more.
        // An earlier wildcard never has to take more.
        var latest: (patternIndex: Int, textIndex: Int)?
        while textIndex < text.count {
            if patternIndex < characters.count, characters[patternIndex] == "*" {
                patternIndex += 1
                latest = (patternIndex, textIndex)
            } else if patternIndex < characters.count, characters[patternIndex] == text[textIndex] {
                patternIndex += 1
                textIndex += 1
            } else if let wildcard = latest {
                (patternIndex, textIndex) = (wildcard.patternIndex, wildcard.textIndex + 1)
                latest = (patternIndex, textIndex)
            } else {
                return false
            }
        }
        return characters[patternIndex...].allSatisfy { $0 == "*" }
    }

    /// Whether the pattern surely matches every text that the other pattern matches. False also if the patterns do not
    /// show it.
    public func covers(_ other: TextPattern) -> Bool {
        // Whatever the other's wildcards stand for, only wildcards of this pattern can match them.
        matches(other.description)
    }
}
