/// A bound of the bytes that a text in YAML has with its aliases expanded, found before the text is parsed.
enum AliasBound {
    /// The bound; nil if it is above a limit.
    ///
    /// Aliases within aliased nodes multiply, and a product with a given sum of factors is largest if each factor is
    /// three.
    static func size(of content: [UInt8], upTo limit: Int) -> Int? {
        var size = content.count
        let anchors = Set(names(after: UInt8(ascii: "&"), in: content))
        if !anchors.isEmpty {
            let aliases = names(after: UInt8(ascii: "*"), in: content).count(where: anchors.contains)
            for _ in 0..<((aliases + 2) / 3) where size <= limit { size *= 3 }
        }
        return size <= limit ? size : nil
    }

    /// Whether an alias may be a part of a key: the parser compares keys, and expands their aliases for that. Other
    /// texts with these characters count as well.
    static func mayHaveAliasesInKeys(_ content: [UInt8]) -> Bool {
        let text = content.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let hasLongKey = zip(text, text.dropFirst()).contains { character, next in
            character == UInt8(ascii: "?") || next == UInt8(ascii: ":") && "]}".utf8.contains(character)
        }
        return hasLongKey
            || text.indices.contains { index in
                guard text[index] == UInt8(ascii: "*") else { return false }
                return text[(index + 1)...].drop(while: nameBytes.contains).first == UInt8(ascii: ":")
            }
    }

    /// The names that follow a mark, wherever the mark stands. Among them are all anchors or all aliases. A star or an
    /// ampersand within a text counts as well, but an alias counts only if an anchor has its name.
    private static func names(after mark: UInt8, in content: [UInt8]) -> [ArraySlice<UInt8>] {
        content.indices.filter { content[$0] == mark }.compactMap { index in
            let name = content[(index + 1)...].prefix(while: nameBytes.contains)
            return name.isEmpty ? nil : name
        }
    }

    /// The characters that libyaml permits in the name of an anchor.
    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)
}
