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
        guard AliasBound.holds(for: content, size: 4 * limit) else { throw YAMLFault(.tooManyAliases) }
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
