/// Which nodes depend on which.
struct DependencyGraph<Node: Hashable> {
    private let dependencies: [Node: Set<Node>]

    init(_ dependencies: [Node: Set<Node>]) {
        self.dependencies = dependencies
    }

    /// The groups of two or more nodes in which each depends on every other, directly or by way of others.
    var cycles: Set<Set<Node>> {
        let reachable = Dictionary(uniqueKeysWithValues: dependencies.keys.map { ($0, all(from: $0)) })
        return Set(
            dependencies.keys.filter { reachable[$0, default: []].contains($0) }.map { node in
                reachable[node, default: []].filter { reachable[$0, default: []].contains(node) }
            })
    }

    private func all(from start: Node) -> Set<Node> {
        var found: Set<Node> = []
        var open = Array(dependencies[start, default: []])
        while let next = open.popLast() {
            if found.insert(next).inserted { open += dependencies[next, default: []] }
        }
        return found
    }
}
