/// All that the rules find of one load: a pure function of facts, requirements, OS and time.
public struct Verdict: Hashable, Sendable {
    /// What ATS refuses.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the policy lets the app override.
    public var warnings: [Finding]
    /// Advice, what could not be determined, and what a waiver took out of the lists above.
    public var notes: [Note]
    /// The condition that could not be verified because of a limitation of the proxy, such as possession of the private
    /// key; nil if all were. Not a violation by the server. In `enforce` such a load is refused. `notes` has it, too.
    public var unproven: Note?

    /// A verdict of these lists.
    public init(violations: [Finding] = [], warnings: [Finding] = [], notes: [Note] = []) {
        self.violations = violations
        self.warnings = warnings
        self.notes = notes
    }
}

/// A remark beside a verdict; it never counts.
public struct Note: Hashable, Codable, Sendable {
    /// The rule that it is about, if it is about one.
    public var rule: RuleID?
    /// The remark, in one sentence or two.
    public var message: String

    /// A note about that rule, or about none.
    public init(rule: RuleID? = nil, _ message: String) {
        self.rule = rule
        self.message = message
    }
}
