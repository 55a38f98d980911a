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
