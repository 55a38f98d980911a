/// The names under which the public registers names, such as `com` and `co.uk`, as far as certificates care.
public struct PublicSuffixes: Sendable {
    private var rules: Set<String> = []
    private var exceptions: Set<String> = []

    /// Only what needs no list: a single label is a public suffix.
    public init() {}

    /// The suffixes of a public suffix list (publicsuffix.org), one rule a line; comments and blank lines are skipped.
    public init(lines: some Sequence<some StringProtocol>) {
        for line in lines {
            let rule = line.prefix { !$0.isWhitespace }.lowercased()
            if rule.isEmpty || rule.hasPrefix("//") { continue }
            if rule.hasPrefix("!") {
                exceptions.insert(Self.asciiName(String(rule.dropFirst())))
            } else {
                rules.insert(Self.asciiName(rule))
            }
        }
    }

    /// A rule in A-labels; the list itself spells international names in Unicode. No wildcard stands before such.
    private static func asciiName(_ rule: String) -> String {
        rule.utf8.allSatisfy { $0 < 0x80 } ? rule : DomainName(rule)?.text ?? rule
    }

    /// Whether the public registers names directly under this one. Expects lower case and A-labels.
    public func contains(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1 else { return true }
        if exceptions.contains(name) { return false }
        return rules.contains(name) || rules.contains("*." + labels.dropFirst().joined(separator: "."))
    }

    /// Whether a certificate's wildcard may stand in front of these labels.
    func permitWildcard(above labels: ArraySlice<Substring>) -> Bool {
        labels.count > 1 && !contains(labels.joined(separator: "."))
    }
}
