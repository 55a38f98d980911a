import Foundation
import TransportSecurity
import YAMLReading
import Yams

/// Reads documents in YAML as values with positions.
///
/// The types of values are those of YAML 1.1 (`YES` is a Boolean, `"YES"` a string), as in XcodeGen. A column counts
/// characters and not bytes.
enum LocatedYAML {
    /// The largest accepted file in bytes.
    static let sizeLimit = 1 << 20

    /// The value of the first and only document of a text. The value has no extent itself, because only property lists
    /// in XML are edited.
    static func value(of data: Data) throws(YAMLFault) -> LocatedValue {
        guard let root = try YAMLDocument.root(of: [UInt8](data), limit: sizeLimit) else {
            return LocatedValue(.dictionary([:]))
        }
        return LocatedValue(kind: value(root).kind, extent: nil)
    }

    private static func position(_ mark: Mark) -> PolicyFileError.Position {
        PolicyFileError.Position(line: max(1, mark.line), column: max(1, mark.column))
    }
}

extension LocatedYAML {
    private static func value(_ node: Node) -> LocatedValue {
        let start = start(of: node)
        let kind: LocatedValue.Kind
        switch node {
        case .scalar(let scalar): kind = .scalar(self.scalar(scalar, node))
        case .sequence(let nodes): kind = .array(nodes.map { value($0) })
        case .mapping(let mapping): kind = .dictionary(entries(of: mapping))
        case .alias: kind = .scalar(.other("an alias"))
        }
        return LocatedValue(kind: kind, extent: .init(start: start, endTag: nil, end: start.offset))
    }

    /// The entries of a mapping, with those that a merge key (`<<`) adds behind its own.
    private static func entries(of mapping: Node.Mapping) -> [LocatedValue.Entry] {
        var (own, merged): ([LocatedValue.Entry], [LocatedValue.Entry]) = ([], [])
        for (keyNode, node) in mapping {
            guard case .scalar(let key) = keyNode else { continue }
            if key.string == "<<", key.style == .plain {
                let sources = node.sequence.map(Array.init) ?? [node]
                merged += sources.compactMap(\.mapping).flatMap { entries(of: $0) }
            } else {
                let start = start(of: keyNode)
                own.append(.init(key: key.string, start: start, keyEnd: start.offset, value: value(node)))
            }
        }
        // The mapping's own keys take precedence, and then those of earlier sources.
        var keys = Set(own.map(\.key))
        return own + merged.filter { keys.insert($0.key).inserted }
    }

    private static func scalar(_ scalar: Node.Scalar, _ node: Node) -> PropertyValue {
        guard scalar.style == .plain else { return .string(scalar.string) }
        if node.null != nil { return .other("null") }
        if let boolean = node.bool { return .boolean(boolean) }
        if let integer = node.int { return .integer(Int64(integer)) }
        return node.float.map(PropertyValue.real) ?? .string(scalar.string)
    }

    /// The position of a node. The offset is 0, because only property lists in XML are edited.
    private static func start(of node: Node) -> LocatedValue.Start {
        LocatedValue.Start(position: node.mark.map(position) ?? .init(line: 1, column: 1), offset: 0)
    }
}
