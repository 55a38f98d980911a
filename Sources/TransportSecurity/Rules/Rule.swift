/// One requirement of ATS or of default trust evaluation: what it is called, where it is written, what it finds.
///
/// A rule is a pure function. It cannot fail, it can only find.
public protocol Rule: Sendable {
    /// The rule's stable name.
    static var id: RuleID { get }
    /// Where the requirement is published.
    static var citation: Citation { get }
    /// What the rule finds in the observation under those requirements, at that instant.
    func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome
}

/// Where a requirement is published.
public struct Citation: Hashable, Codable, Sendable {
    /// The document: an RFC, a page of Apple's, a file of Apple's published source.
    public var document: String
    /// The place in it: a section, a key, a function.
    public var section: String

    /// A citation of that place in that document.
    public init(_ document: String, _ section: String) {
        self.document = document
        self.section = section
    }
}

/// What a rule found.
public enum Outcome: Hashable, Sendable {
    /// The rule has nothing to say about this load under these requirements.
    case notApplicable
    /// The requirement was looked at and is met.
    case compliant
    /// The requirement was looked at and is met; the text is advice all the same.
    case remark(String)
    /// The requirement is not met.
    case violation(Finding)
    /// It could not be determined whether the requirement is met; the text says why.
    case undetermined(String)
    /// It could not be determined through a limit of our own, and no load may be permitted without it; the text says why.
    case unproven(String)
}
