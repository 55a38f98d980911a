import TransportSecurity

/// One finding of `policy lint`: the problem, its path in the property list, and the correction.
public struct Lint: Hashable, Sendable {
    /// The kind of finding, with a stable name.
    public var id: LintID
    /// The severity of the problem.
    public var severity: Severity
    /// The problem in one sentence.
    public var message: String
    /// The advice: a sentence, or the fragment of a property list to write in place of the problem.
    public var instead: String
    /// The path of the key or value with the problem.
    public var path: PropertyPath
    /// The line and column of the problem; nil if the format has none.
    public var position: PolicyFileError.Position?
    /// The change of the file that corrects the problem; nil if there is none, or a choice of several.
    public var fix: LintFix?
    /// Other findings about the same key, of the same severity or a lower one. Together they count as one finding.
    public var also: [Lint] = []

    /// Creates a finding with the given parts.
    init(
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

    /// The severity of a finding.
    public enum Severity: String, CaseIterable, Sendable {
        /// A suggestion; nothing is wrong.
        case advice
        /// The system reads the value as written, but the value is dangerous or not read by all systems.
        case warning
        /// The system ignores the value, or reads it differently than written.
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
    /// Creates a finding about a key and its value.
    init(_ id: LintID, _ severity: Severity, at site: PolicySite, _ message: String, instead: String) {
        self.init(id, severity, message, instead: instead, path: site.path, position: site.position)
    }
}

extension Lint {
    /// The finding with its advice in the words of JSON: `<key>a.com</key><true/>` becomes `"a.com": true`.
    var inWordsOfJSON: Lint {
        var lint = self
        lint.instead = Self.json(instead)
        lint.also = also.map(\.inWordsOfJSON)
        return lint
    }

    /// A text in which the elements of a property list in XML are values and members of JSON.
    private static func json(_ text: String) -> String {
        text.replacing("A <dict>", with: "An object").replacing("an <array>", with: "an array")
            .replacing("A <string>", with: "A string")
            .replacing(/<key>([^<]*)<\/key>(?=<)/) { "\"\($0.output.1)\": " }
            .replacing(/<(?:key|string)>([^<]*)<\/(?:key|string)>/) { "\"\($0.output.1)\"" }
            .replacing(/<(true|false)\/>/) { String($0.output.1) }
            .replacing("<dict>", with: "{").replacing("</dict>", with: "}")
    }
}

/// The correction of a mistake that has exactly one.
public enum LintFix: Hashable, Sendable {
    /// Rename the key. If `addsSubdomains`, also add `NSIncludesSubdomains` with the value true to its dictionary.
    case rename(String, addsSubdomains: Bool)
    /// Replace the value by this Boolean.
    case boolean(Bool)
    /// Replace the value by this string.
    case string(String)
    /// Remove the key and its value.
    case removal

    /// The new name of the key; nil if it is not renamed.
    var newName: String? {
        switch self {
        case .rename(let name, _): return name
        case .boolean, .string, .removal: return nil
        }
    }
}

/// A group of related checks, as a pure function of the policy.
protocol LintFamily: SendableMetatype {
    /// All findings of the family, in any order.
    static func lints(in policy: LintedPolicy) -> [Lint]
}
