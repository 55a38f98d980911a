import TransportSecurity

/// The addresses of the sections on rules in the project's documents.
public enum RulePage {
    /// The address of the documents, which is that of `config/project`; a test compares them.
    public static let documents = "https://github.com/OWNER/atsproxy/blob/main/docs"

    /// The name of the section in the page on rules.
    public static func anchor(of rule: RuleID) -> String { rule.rawValue.replacing(".", with: "-") }

    /// The address of the section.
    public static func address(of rule: RuleID) -> String { "\(documents)/rules.md#\(anchor(of: rule))" }
}
