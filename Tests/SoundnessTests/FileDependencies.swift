import Foundation

/// The files of one module, and which of them name a type that another one declares.
struct FileDependencies {
    private let names: [String]
    private let named: [Set<Int>]

    /// The dependencies among those files, by the types at the top level of each that are not private to it.
    init(_ files: [SourceFile]) {
        names = files.map(\.url.lastPathComponent)
        let codes = files.map { Self.code(of: $0) }
        var declaring: [Substring: Int] = [:]
        for (index, code) in codes.enumerated() {
            for match in code.matches(of: Self.declaration) where !match.0.contains("private ") {
                declaring[match.1] = index
            }
        }
        named = codes.enumerated().map { index, code in
            let types = code.matches(of: #/(?:^|[^.\w])([A-Z]\w*)/#).compactMap { declaring[$0.1] }
            return Set(types).subtracting([index])
        }
    }

    /// The groups of files in which each depends on every other, directly or by way of others; each group and the
    /// groups in the order of names.
    var cycles: [[String]] {
        let reachable = named.indices.map { allNamed(from: $0) }
        var groups: Set<[String]> = []
        for index in named.indices where reachable[index].contains(index) {
            let group = named.indices.filter { reachable[index].contains($0) && reachable[$0].contains(index) }
            groups.insert(group.map { names[$0] }.sorted())
        }
        return groups.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func allNamed(from start: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = Array(named[start])
        while let next = open.popLast() {
            if found.insert(next).inserted { open += named[next] }
        }
        return found
    }

    private static var declaration: Regex<(Substring, Substring)> {
        #/(?m)^(?:public |package |private |fileprivate |final |indirect |@\w+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
    }

    /// The text without comments and without what stands in string literals, interpolations aside.
    private static func code(of file: SourceFile) -> String {
        file.lines.map { line in
            String(line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0])
        }.joined(separator: "\n").replacing(#/"(?:[^"\\\n]|\\.)*"/#) { match in
            match.0.matches(of: #/\\\(([^"]*?)\)/#).map { " \($0.1) " }.joined()
        }
    }
}
