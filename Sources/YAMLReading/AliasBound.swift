/// Bounds of the bytes that a text in YAML has with its aliases expanded, found before the text is parsed. The parser
/// compares keys, and expands the aliases in them for that.
enum AliasBound {
    /// Whether the expanded text has at most this size.
    static func holds(for content: [UInt8], size: Int) -> Bool {
        let anchors = names(after: UInt8(ascii: "&"), in: content)
        let known = Set(anchors)
        let aliases = names(after: UInt8(ascii: "*"), in: content).count(where: known.contains)
        let collections = anchors.count { mayBeCollection(behind: $0.endIndex, in: content) }
        return aliases == 0 || product(content.count, factor: 3, count: (aliases + 2) / 3, isAtMost: size)
            || product(
                content.count, factor: Double(aliases + collections) / Double(collections + 1) + 1,
                count: collections + 1, isAtMost: size)
    }

    /// Whether a size is at most a limit after so many multiplications.
    ///
    /// Only collections contain aliases, and those within aliased collections multiply. The factors have a given sum:
    /// the number of aliases, and of anchors within the collections. Their product is largest if all are equal, and in
    /// any number of factors if each is three.
    private static func product(_ size: Int, factor: Double, count: Int, isAtMost limit: Int) -> Bool {
        var product = Double(size)
        for _ in 0..<count where product <= Double(limit) { product *= factor }
        return product <= Double(limit)
    }

    /// Whether a collection may stand behind the name of an anchor. Only a scalar that ends within the line does not
    /// count as one.
    private static func mayBeCollection(behind index: Int, in content: [UInt8]) -> Bool {
        let line = content[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
            return true
        }
        return "[{!&*|>?-#%@`".utf8.contains(first) || line.contains(UInt8(ascii: ":"))
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
