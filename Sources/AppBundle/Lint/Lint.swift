import TransportSecurity

/// One remark about a policy: what is wrong, where, and what to write instead.
public struct Lint: Hashable, Sendable {
    /// The kind of remark, by a stable name.
    public var id: LintID
    /// How bad it is.
    public var severity: Severity
    /// What is wrong, in one sentence.
    public var message: String
    /// What to write instead, in one sentence or a piece of a property list.
    public var instead: String
    /// The keys that lead to the place.
    public var path: PropertyPath
    /// The line and column of the place; nil where the format has none.
    public var position: PolicyFileError.Position?

    /// A remark with these parts.
    public init(
        _ id: LintID, _ severity: Severity, _ message: String, instead: String, path: PropertyPath,
        position: PolicyFileError.Position?
    ) {
        self.id = id
        self.severity = severity
        self.message = message
        self.instead = instead
        self.path = path
        self.position = position
    }

    /// How bad a remark is.
    public enum Severity: String, CaseIterable, Sendable {
        /// Worth a thought; nothing is wrong.
        case advice
        /// Read as it is written, but dangerous, or not by every system.
        case warning
        /// Not read as it is written: the system ignores it or takes it for something else.
        case error
    }
}

extension Lint.Severity: Comparable {
    public static func < (left: Lint.Severity, right: Lint.Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .advice: return 0
        case .warning: return 1
        case .error: return 2
        }
    }
}

extension Lint {
    /// A remark about a key and its value.
    init(_ id: LintID, _ severity: Severity, at site: PolicySite, _ message: String, instead: String) {
        self.init(id, severity, message, instead: instead, path: site.path, position: site.position)
    }
}
