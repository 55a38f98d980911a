/// Concatenated DER values (X.690 §8) as trees, parsed as deeply as possible.
struct DERTree {
    private var nodes: [Node]

    private struct Node {
        var tag: UInt8
        var content: Content
    }

    private enum Content {
        case bytes([UInt8])
        case values([Node])
    }

    private static let depthLimit = 24

    /// Parses the bytes; nil if they are not DER.
    init?(_ bytes: [UInt8]) {
        guard let nodes = Self.nodes(in: bytes[...], depth: 0) else { return nil }
        self.nodes = nodes
    }

    /// The encoded values, with correct lengths.
    var bytes: [UInt8] { Self.encoded(nodes) }

    /// Changes one value at random; false if there is no value.
    mutating func mutate(_ noise: inout DERMutation.Noise) -> Bool {
        let count = Self.count(nodes)
        guard count > 0 else { return false }
        var position = Int.random(in: 0..<count, using: &noise)
        let donor = Self.node(Int.random(in: 0..<count, using: &noise), in: nodes)
        Self.mutate(&nodes, at: &position, donor: donor, &noise)
        return true
    }

    private static func mutate(
        _ nodes: inout [Node], at position: inout Int, donor: Node?, _ noise: inout DERMutation.Noise
    ) {
        for index in nodes.indices {
            if position == 0 {
                position = -1
                return change(&nodes, at: index, donor: donor, &noise)
            }
            position -= 1
            guard case .values(var children) = nodes[index].content else { continue }
            nodes[index].content = .bytes([])
            mutate(&children, at: &position, donor: donor, &noise)
            nodes[index].content = .values(children)
            if position < 0 { return }
        }
    }

    private static func change(
        _ nodes: inout [Node], at index: Int, donor: Node?, _ noise: inout DERMutation.Noise
    ) {
        switch Int.random(in: 0..<8, using: &noise) {
        case 0: nodes.remove(at: index)
        case 1: nodes.insert(nodes[index], at: index)
        case 2: nodes.swapAt(index, Int.random(in: nodes.indices, using: &noise))
        case 3: if let donor { nodes[index] = donor }
        case 4: if let donor { nodes.insert(donor, at: index) }
        case 5: nodes[index].tag = UInt8.random(in: 0...255, using: &noise)
        case _: nodes[index].content = .bytes(changed(encodedContent(nodes[index]), &noise))
        }
    }

    private static func changed(_ content: [UInt8], _ noise: inout DERMutation.Noise) -> [UInt8] {
        var bytes = content
        let position = Int.random(in: 0...bytes.count, using: &noise)
        switch Int.random(in: 0..<5, using: &noise) {
        case 0: bytes = []
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &noise), at: position)
        case 2: bytes.removeSubrange(position...)
        case 3:
            bytes.insert(
                contentsOf: repeatElement([0, 0x20, 0x7F, 0x80, 0xFF].randomElement(using: &noise) ?? 0, count: 40),
                at: position)
        case _: if position < bytes.count { bytes[position] = UInt8.random(in: 0...255, using: &noise) }
        }
        return bytes
    }
}

extension DERTree {
    private static func count(_ nodes: [Node]) -> Int {
        nodes.reduce(0) { sum, node in
            guard case .values(let children) = node.content else { return sum + 1 }
            return sum + 1 + count(children)
        }
    }

    private static func node(_ position: Int, in nodes: [Node]) -> Node? {
        var rest = position
        for node in nodes {
            if rest == 0 { return node }
            rest -= 1
            guard case .values(let children) = node.content else { continue }
            let inside = count(children)
            if rest < inside { return self.node(rest, in: children) }
            rest -= inside
        }
        return nil
    }

    private static func nodes(in bytes: ArraySlice<UInt8>, depth: Int) -> [Node]? {
        var rest = bytes
        var nodes: [Node] = []
        while let tag = rest.popFirst() {
            guard depth < depthLimit, tag & 0x1F != 0x1F, let count = length(&rest), count <= rest.count else {
                return nil
            }
            let content = rest.prefix(count)
            rest = rest.dropFirst(count)
            // OCTET STRING and BIT STRING often hold DER, too.
            let mayHold = tag & 0x20 != 0 || tag == 0x04
            let children = mayHold && !content.isEmpty ? self.nodes(in: content, depth: depth + 1) : nil
            nodes.append(Node(tag: tag, content: children.map(Content.values) ?? .bytes(Array(content))))
        }
        return nodes
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }

    private static func encoded(_ nodes: [Node]) -> [UInt8] {
        nodes.flatMap { node in
            let content = encodedContent(node)
            return [node.tag] + encodedLength(content.count) + content
        }
    }

    private static func encodedContent(_ node: Node) -> [UInt8] {
        switch node.content {
        case .bytes(let bytes): return bytes
        case .values(let children): return encoded(children)
        }
    }

    private static func encodedLength(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
        return [0x80 | UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
}
