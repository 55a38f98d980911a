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
        var (position, next) = (0, 0)
        // The latest wildcard, and the place in the text behind its part. Earlier ones need no other length.
        var latest: (position: Int, next: Int)?
        while next < text.count {
            if position < characters.count, characters[position] == "*" {
                position += 1
                latest = (position, next)
            } else if position < characters.count, characters[position] == text[next] {
                position += 1
                next += 1
            } else if let wildcard = latest {
                (position, next) = (wildcard.position, wildcard.next + 1)
                latest = (position, next)
            } else {
                return false
            }
        }
        return characters[position...].allSatisfy { $0 == "*" }
    }

    /// Whether the pattern surely matches every text that the other pattern matches. False also if the patterns do not
    /// show it.
    public func covers(_ other: TextPattern) -> Bool {
        // Whatever the other's wildcards stand for, only wildcards of this pattern can match them.
        matches(other.description)
    }
}
