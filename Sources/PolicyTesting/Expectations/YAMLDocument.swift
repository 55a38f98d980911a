import Yams

/// The only document of a text in YAML. Anchors and aliases are refused, because a few of them can stand for a huge
/// text.
enum YAMLDocument {
    /// The largest number of bytes of a text.
    static let sizeLimit = 8 << 20

    /// The root of the document; nil if the text has none.
    static func root(of content: [UInt8]) throws(ExpectationFault) -> Node? {
        guard content.count <= sizeLimit else {
            throw ExpectationFault(line: nil, "the file is larger than 8 MiB; split it.")
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ExpectationFault(line: nil, "the file is not UTF-8.")
        }
        guard expandedSize(of: content) <= sizeLimit else {
            throw ExpectationFault(line: nil, "the file has too many aliases; write each value out.")
        }
        let (root, anchored) = try composed(text)
        if let anchored {
            throw ExpectationFault(
                line: anchored.mark?.line, "anchors (&) and aliases (*) are not read; write the value out.")
        }
        return root
    }

    /// A bound of the bytes that a text has with its aliases expanded. Aliases within aliased nodes multiply, and a
    /// product with a given sum of factors is largest if each factor is three.
    private static func expandedSize(of content: [UInt8]) -> Int {
        let anchors = Set(names(after: UInt8(ascii: "&"), in: content))
        guard !anchors.isEmpty else { return content.count }
        let aliases = names(after: UInt8(ascii: "*"), in: content).count(where: anchors.contains)
        var size = content.count
        for _ in 0..<((aliases + 2) / 3) where size <= sizeLimit { size *= 3 }
        return size
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

    /// The root, and the first node with an anchor. Nodes have their anchors only as long as the parser lives.
    private static func composed(_ text: String) throws(ExpectationFault) -> (root: Node?, anchored: Node?) {
        do {
            let parser = try Parser(yaml: text)
            return try withExtendedLifetime(parser) {
                let root = try parser.singleRoot()
                return (root, root.flatMap { firstAnchored(in: $0) })
            }
        } catch let error as YamlError {
            throw fault(error)
        } catch {
            throw ExpectationFault(line: nil, "this is not YAML.")
        }
    }

    private static func fault(_ error: YamlError) -> ExpectationFault {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return ExpectationFault(line: mark.line, "this is not YAML: \(problem).")
        case .duplicatedKeysInMapping(let keys, let context):
            return ExpectationFault(
                line: context.mark.line, "the key \(keys.joined(separator: ", ")) occurs twice; delete one.")
        case .reader(let problem, _, _, _):
            return ExpectationFault(line: nil, "this is not YAML: \(problem).")
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return ExpectationFault(line: nil, "this is not YAML.")
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
