import Yams

/// The only document of a text in YAML, within limits. Every file in YAML that the program reads is parsed here.
package enum YAMLDocument {
    /// The use of anchors and aliases in a text.
    package enum Aliases: Sendable {
        /// They are read, unless the text would be huge with its aliases expanded, which is a fault.
        case permitted
        /// They are a fault.
        case refused
    }

    /// The root of the document; nil if the text has none.
    ///
    /// - Parameters:
    ///   - content: The text in UTF-8.
    ///   - limit: The largest number of bytes of the text. With its aliases expanded, it may have four times as many.
    ///   - aliases: The use of anchors and aliases.
    package static func root(
        of content: [UInt8], limit: Int, aliases: Aliases = .permitted
    ) throws(YAMLFault) -> Node? {
        guard content.count <= limit else { throw YAMLFault(.tooLarge(limit: limit)) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        guard let text = String(validating: content.starts(with: mark) ? content[3...] : content[...], as: UTF8.self)
        else { throw YAMLFault(.notUTF8) }
        guard AliasBound.holds(for: content, limit: 4 * limit) else { throw YAMLFault(.tooManyAliases) }
        do {
            let parser = try Parser(yaml: text)
            // Nodes have their anchors only as long as the parser lives.
            return try withExtendedLifetime(parser) {
                let root = try parser.singleRoot()
                if aliases == .refused, let anchored = root.flatMap({ firstAnchored(in: $0) }) {
                    throw YAMLFault(.anchors, at: anchored.mark)
                }
                return root
            }
        } catch let fault as YAMLFault {
            throw fault
        } catch let error as YamlError {
            throw YAMLFault(error)
        } catch {
            throw YAMLFault(.malformed(nil))
        }
    }

    /// The first node with an anchor. An anchor precedes its aliases: the search ends before it reaches one.
    private static func firstAnchored(in node: Node) -> Node? {
        guard node.anchor == nil else { return node }
        switch node {
        case .scalar, .alias: return nil
        case .sequence(let nodes): return nodes.lazy.compactMap { firstAnchored(in: $0) }.first
        case .mapping(let mapping):
            return mapping.lazy.compactMap { firstAnchored(in: $0.key) ?? firstAnchored(in: $0.value) }.first
        }
    }
}

/// A bound of the size that a text in YAML has with its aliases expanded, computed before the text is parsed. The
/// parser itself expands the aliases in keys to compare them, which could take hours for a short text.
///
/// Only collections contain aliases, and the aliases within aliased collections multiply. The size grows by one factor
/// for each level of anchored collections. The numbers of aliases and of these collections limit the sum of the
/// factors, and a product of factors with a given sum is largest if all are equal.
private enum AliasBound {
    /// Whether the expanded text certainly has at most a number of bytes.
    static func holds(for content: [UInt8], limit: Int) -> Bool {
        let anchors = names(after: UInt8(ascii: "&"), in: content)
        let anchorNames = Set(anchors)
        let aliases = names(after: UInt8(ascii: "*"), in: content).count(where: anchorNames.contains)
        guard aliases > 0 else { return true }
        // If the number of factors is not known, their product is largest if each is three.
        if hasAtMost(limit, multiplying: content.count, by: 3, times: (aliases + 2) / 3) { return true }
        let levels = anchors.count { mayBeCollection(behind: $0.endIndex, in: content) } + 1
        let factor = Double(aliases + levels - 1) / Double(levels) + 1
        return hasAtMost(limit, multiplying: content.count, by: factor, times: levels)
    }

    /// Whether a size is at most a limit after a number of multiplications.
    private static func hasAtMost(_ limit: Int, multiplying size: Int, by factor: Double, times count: Int) -> Bool {
        var product = Double(size)
        for _ in 0..<count where product <= Double(limit) { product *= factor }
        return product <= Double(limit)
    }

    /// Whether a collection may stand behind the name of an anchor. Everything but a scalar that ends within the line
    /// counts as a collection.
    private static func mayBeCollection(behind index: Int, in content: [UInt8]) -> Bool {
        let line = content[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
            return true
        }
        return "[{!&*|>?-#%@`".utf8.contains(first) || line.contains(UInt8(ascii: ":"))
    }

    /// The names behind each mark in the text: all anchors or all aliases, and words behind a mark within a scalar.
    private static func names(after mark: UInt8, in content: [UInt8]) -> [ArraySlice<UInt8>] {
        content.indices.filter { content[$0] == mark }.compactMap { index in
            let name = content[(index + 1)...].prefix(while: nameBytes.contains)
            return name.isEmpty ? nil : name
        }
    }

    /// The characters that libyaml permits in the name of an anchor.
    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)
}
