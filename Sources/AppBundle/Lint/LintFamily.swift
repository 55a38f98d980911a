/// A group of related lints, as a pure function of the policy.
protocol LintFamily: SendableMetatype {
    /// All findings of the family, in any order.
    static func lints(in policy: LintedPolicy) -> [Lint]
}
