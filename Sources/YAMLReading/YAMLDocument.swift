import Yams

/// The only document of a text in YAML, within limits: every file in YAML that the program reads comes through here.
package enum YAMLDocument {
    /// The use of anchors and aliases in a text.
    package enum Aliases: Sendable {
        /// They are read. Aliases that would stand for a huge text are a fault.
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
        let isBounded = AliasBound.size(of: content, upTo: 4 * limit) != nil
        guard isBounded || !AliasBound.mayHaveAliasesInKeys(content) else { throw YAMLFault(.tooManyAliases) }
        do {
            let parser = try Parser(yaml: text)
            // Nodes have their anchors only as long as the parser lives.
            return try withExtendedLifetime(parser) {
                let root = try parser.singleRoot()
                // An alias shares its node, so the parser does not expand it. Whoever reads the nodes does.
                guard isBounded || root.map({ expandedSize(of: $0, upTo: 4 * limit) <= 4 * limit }) != false else {
                    throw YAMLFault(.tooManyAliases)
                }
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

    /// The size of a node with its aliases expanded: the bytes of its scalars, and one for each node. Counting ends
    /// above a limit.
    private static func expandedSize(of node: Node, upTo limit: Int) -> Int {
        switch node {
        case .scalar(let scalar): return 1 + scalar.string.utf8.count
        case .alias: return 1
        case .sequence(let nodes):
            var size = 1
            for node in nodes where size <= limit { size += expandedSize(of: node, upTo: limit - size) }
            return size
        case .mapping(let mapping):
            var size = 1
            for (key, value) in mapping where size <= limit {
                size += expandedSize(of: key, upTo: limit - size)
                size += expandedSize(of: value, upTo: limit - size)
            }
            return size
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
