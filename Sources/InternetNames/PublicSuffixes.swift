/// The names under which the public registers names, such as `com` and `co.uk`, as far as certificates care.
public struct PublicSuffixes: Sendable {
    private var rules: Set<String> = []
    private var exceptions: Set<String> = []

    /// Only what needs no list: a single label is a public suffix.
    public init() {}

    /// The suffixes of a public suffix list (publicsuffix.org), one rule a line; comments and blank lines are skipped.
    ///
    /// Of the list's two parts the first counts, the suffixes of registries. Those of companies, such as
    /// `cloudfront.net`, have wildcard certificates that all systems accept. Names beyond ASCII, which stand in the list
    /// as U-labels, are mapped by the function given; without one they are skipped.
    public init(lines: some Sequence<some StringProtocol>, mappingNames ascii: (String) -> String? = { $0 }) {
        for line in lines {
            if line.hasPrefix("//") {
                if line.hasPrefix("// ===END ICANN DOMAINS===") { return }
                continue
            }
            let rule = line.prefix { !$0.isWhitespace }
            let (mark, name) = Self.parts(of: rule)
            let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
            guard let name = (isASCII ? name : ascii(name)).flatMap({ DomainName($0)?.text }) else { continue }
            switch mark {
            case .exception: exceptions.insert(name)
            case .wildcard: rules.insert("*." + name)
            case .plain: rules.insert(name)
            }
        }
    }

    private enum Mark {
        case plain, wildcard, exception
    }

    private static func parts(of rule: some StringProtocol) -> (Mark, String) {
        if rule.hasPrefix("!") { return (.exception, String(rule.dropFirst())) }
        if rule.hasPrefix("*.") { return (.wildcard, String(rule.dropFirst(2))) }
        return (.plain, String(rule))
    }

    /// Whether the public registers names directly under this one. Expects lower case and A-labels.
    public func contains(_ name: String) -> Bool {
        guard let parent = name.parentDomain else { return true }
        if exceptions.contains(name) { return false }
        return rules.contains(name) || rules.contains("*." + parent)
    }

    /// Whether a certificate's wildcard may stand in front of that name.
    public func permitWildcard(above name: Substring) -> Bool {
        !contains(String(name))
    }
}

extension String {
    /// What follows the first label; nil where there is one label alone.
    public var parentDomain: Substring? {
        utf8.firstIndex(of: UInt8(ascii: ".")).map { self[utf8.index(after: $0)...] }
    }
}
