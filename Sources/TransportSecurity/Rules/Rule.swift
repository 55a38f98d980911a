/// One requirement of ATS or of default trust evaluation: its name, its source and its check.
///
/// A rule is a pure function and cannot fail.
public protocol Rule: Sendable {
    /// The stable name of the rule.
    static var id: RuleID { get }
    /// The published source of the requirement.
    static var citation: Citation { get }
    /// The outcome of the rule for an observation under the requirements at a time.
    func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome
}

/// The published source of a requirement.
public struct Citation: Hashable, Codable, Sendable {
    /// The document: an RFC, a page by Apple or a file of Apple's published source.
    public var document: String
    /// The place in the document: a section, a key or a function.
    public var section: String

    /// Creates a citation of a place in a document.
    public init(_ document: String, _ section: String) {
        self.document = document
        self.section = section
    }
}

/// The result of a rule.
public enum Outcome: Hashable, Sendable {
    /// The rule does not apply to this load under these requirements.
    case notApplicable
    /// The requirement was checked and is met.
    case compliant
    /// Nothing is violated; the text is a note, and the code its kind.
    case note(String, Note.Code = .advice)
    /// The requirement is not met.
    case violation(Finding)
    /// Whether the requirement is met could not be determined; the text is the reason, and the code its kind.
    case undetermined(String, Note.Code = .undetermined)
    /// Whether the requirement is met could not be determined because of a limitation of the proxy, and no load may be
    /// permitted without it; the text is the reason, and the code its kind.
    case unproven(String, Note.Code = .unproven)
}
