import Events
import Judging

/// The policy of a row.
public struct RowPolicy: Hashable, Sendable {
    /// The identifier: the digest of the policy, `defaults` for ATS without one, or its name in older recordings.
    public var id: String
    /// The name.
    public var name: String

    /// The identifier and the name of ATS without a policy.
    public static let defaults = RowPolicy(id: RecordedPolicies.defaultsName, name: RecordedPolicies.defaultsName)

    /// Creates a reference to a policy.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Creates the reference to the policy that requirements come from.
    public init(_ summary: PolicySummary?) {
        let name = summary?.source ?? Self.defaults.name
        guard name != Self.defaults.name else {
            self = .defaults
            return
        }
        self.init(id: summary?.digest ?? "name:\(name)", name: name)
    }
}
