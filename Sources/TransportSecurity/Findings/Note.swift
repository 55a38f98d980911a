/// A remark beside a verdict. Notes have no influence on the decision.
public struct Note: Hashable, Codable, Sendable {
    /// The rule that the note is about, if any.
    public var rule: RuleID?
    /// The remark, in one or two sentences.
    public var message: String

    /// Creates a note about a rule, or about none.
    public init(rule: RuleID? = nil, _ message: String) {
        self.rule = rule
        self.message = message
    }
}
