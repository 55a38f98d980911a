/// Finds the names in User-Agents that belong to apps with given bundle identifiers.
///
/// An Info.plist has both the name and the identifier. Where none is given, the last component of an identifier is
/// compared with the names, only by letters and digits and without regard to case: `com.example.my-app` and `My%20App`
/// are usually one app. For two identifiers with the same last component, no name is found.
struct AppNameMatching {
    private let known: [String: Set<String>]
    private let recorded: Set<String>
    /// The recorded names, by their letters and digits in lower case.
    private let bySimpleName: [String: Set<String>]
    /// The number of identifiers with each last component, by its letters and digits in lower case.
    private let identifierCounts: [String: Int]

    /// Creates a matching.
    ///
    /// - Parameters:
    ///   - identifiers: The bundle identifiers.
    ///   - recorded: The names in User-Agents.
    ///   - known: The names of apps according to policies, by bundle identifier.
    init(of identifiers: Set<String>, with recorded: Set<String>, known: [String: Set<String>]) {
        self.recorded = recorded
        self.known = known
        bySimpleName = recorded.reduce(into: [:]) { $0[Self.simple($1), default: []].insert($1) }
        identifierCounts = identifiers.reduce(into: [:]) { $0[Self.simple(Self.lastComponent($1)), default: 0] += 1 }
    }

    /// The recorded names of the app with a bundle identifier; empty if that cannot be said.
    func names(of identifier: String) -> Set<String> {
        if let names = known[identifier] {
            let lowercased = Set(names.map { $0.lowercased() })
            return recorded.filter { lowercased.contains($0.lowercased()) }
        }
        let name = Self.simple(Self.lastComponent(identifier))
        guard !name.isEmpty, identifierCounts[name, default: 0] < 2, let found = bySimpleName[name] else { return [] }
        // Names that a policy gives to another app are not this app's.
        return found.filter { name in !known.values.contains { $0.contains(name) } }
    }

    private static func lastComponent(_ identifier: String) -> String {
        String(identifier.split(separator: ".").last ?? "")
    }

    private static func simple(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
