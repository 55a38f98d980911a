/// The apps that a policy is for, by the name and the version in their User-Agent.
public struct AppSelector: Hashable, Sendable {
    /// The patterns of names, of which one must match. A client without a name has the empty name.
    public let names: [TextPattern]
    /// The pattern of the version as written; nil for every version.
    public let version: String?
    /// The patterns of versions, of which one must match; empty for every version.
    private let versions: [TextPattern]

    /// Creates a selector. `*` is a wildcard in the version, and a version that ends in `.*` is also for the version
    /// without this part: `42.*` selects `42` and `42.1`.
    public init(names: [TextPattern], version: String? = nil) {
        self.names = names
        self.version = version
        versions = version.map(Self.patterns) ?? []
    }

    /// Whether the policy is for the app.
    public func selects(_ app: ClientApp) -> Bool {
        let name = app.name ?? ""
        guard names.contains(where: { $0.matches(name) }) else { return false }
        let version = app.version ?? ""
        return versions.isEmpty || versions.contains { $0.matches(version) }
    }

    /// Whether this surely selects every app that the other one selects. False may also mean that this is not known.
    public func covers(_ other: AppSelector) -> Bool {
        other.names.allSatisfy { name in names.contains { $0.covers(name) } }
            && (versions.isEmpty
                || !other.versions.isEmpty
                    && other.versions.allSatisfy { version in versions.contains { $0.covers(version) } })
    }

    private static func patterns(of version: String) -> [TextPattern] {
        let whole = TextPattern(version)
        return version.hasSuffix(".*") ? [whole, TextPattern(String(version.dropLast(2)))] : [whole]
    }
}

extension AppSelector: CustomStringConvertible {
    /// The names and the version, such as `MyApp or MyAppWidget 42.*`.
    public var description: String {
        let names = names.map(\.description).joined(separator: " or ")
        return version.map { "\(names) \($0)" } ?? names
    }
}
