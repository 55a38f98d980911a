/// The policies of one listener, and which of them judges the loads of which app.
///
/// A class, because caches tell the selections of listeners and of configurations apart by identity.
public final class PolicySelection: Sendable {
    /// The policies for certain apps, in the order in which they are tried.
    public let entries: [Entry]
    /// The policy for all other apps.
    public let fallback: AppliedPolicy

    /// A policy and the apps that it is for.
    public struct Entry: Sendable {
        /// The apps.
        public let selector: AppSelector
        /// The policy.
        public let appliedPolicy: AppliedPolicy

        /// Creates an entry.
        public init(_ selector: AppSelector, _ appliedPolicy: AppliedPolicy) {
            self.selector = selector
            self.appliedPolicy = appliedPolicy
        }
    }

    /// Creates a selection. Without entries, the fallback judges every load.
    public init(_ entries: [Entry] = [], otherwise fallback: AppliedPolicy) {
        self.entries = entries
        self.fallback = fallback
    }

    /// The policy that judges the loads of the app: that of the first entry for it, else the fallback.
    ///
    /// The entries are searched in order. Callers keep the result for each User-Agent.
    public func appliedPolicy(for app: ClientApp) -> AppliedPolicy {
        entries.first { $0.selector.selects(app) }?.appliedPolicy ?? fallback
    }

    /// All policies, the fallback last.
    public var appliedPolicies: [AppliedPolicy] { entries.map(\.appliedPolicy) + [fallback] }
}

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
        return selectsEveryVersion || versions.contains { $0.matches(version) }
    }

    /// Whether this selector surely selects every app that the other one selects. False also if the patterns do not
    /// show it.
    public func covers(_ other: AppSelector) -> Bool {
        guard other.names.allSatisfy({ name in names.contains { $0.covers(name) } }) else { return false }
        if selectsEveryVersion { return true }
        if other.selectsEveryVersion { return false }
        return other.versions.allSatisfy { version in versions.contains { $0.covers(version) } }
    }

    private var selectsEveryVersion: Bool { versions.isEmpty }

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
