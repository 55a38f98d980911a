/// The public suffixes, such as `com` and `co.uk`: the names directly below which anyone can register a name.
public struct PublicSuffixes: Sendable {
    /// The suffixes of registries. `*.ck` stands for all names directly below `ck`.
    private var rules: Set<String> = []
    /// The names that are not suffixes although a wildcard of `rules` or `sharedRules` matches them, such as `www.ck`.
    private var exceptions: Set<String> = []
    /// The suffixes of companies, such as `github.io`, in the same form.
    private var sharedRules: Set<String> = []

    /// Creates the set for use without a list: only single labels are public suffixes.
    public init() {}

    /// Creates the set from the lines of the public suffix list (publicsuffix.org). Comments and blank lines are
    /// skipped.
    ///
    /// Public suffixes are those of the first part of the list, the suffixes of registries. The second part has
    /// suffixes of companies, such as `cloudfront.net`, for which all systems accept wildcard certificates; they are
    /// shared hosts. The list has international names as U-labels; `mappingNames` converts them to A-labels, and names
    /// that it cannot convert are skipped.
    public init(lines: some Sequence<some StringProtocol>, mappingNames ascii: (String) -> String? = { $0 }) {
        var isShared = false
        for line in lines {
            let line = String(line)
            if line.hasPrefix("//") {
                isShared = isShared || line.hasPrefix("// ===END ICANN DOMAINS===")
                continue
            }
            // A search by characters would take ten times as long as this one by bytes at each start of the program.
            let rule = String(Substring(line.utf8.prefix { $0 > UInt8(ascii: " ") }))
            let (mark, name) = Self.parts(of: rule)
            let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
            guard let name = (isASCII ? name : ascii(name)).flatMap({ DomainName($0)?.text }) else { continue }
            switch mark {
            case .exception: exceptions.insert(name)
            case .wildcard where isShared: sharedRules.insert("*." + name)
            case .wildcard: rules.insert("*." + name)
            case .plain where isShared: sharedRules.insert(name)
            case .plain: rules.insert(name)
            }
        }
    }

    private enum Mark {
        case plain, wildcard, exception
    }

    private static func parts(of rule: String) -> (mark: Mark, name: String) {
        if rule.hasPrefix("!") { return (.exception, String(rule.dropFirst())) }
        if rule.hasPrefix("*.") { return (.wildcard, String(rule.dropFirst(2))) }
        return (.plain, rule)
    }

    /// The number of rules of registries, exceptions included.
    public var count: Int { rules.count + exceptions.count }

    /// Whether the name is a public suffix. The name must be in lower case with A-labels.
    public func contains(_ name: String) -> Bool {
        guard let parent = name.parentDomain else { return true }
        if exceptions.contains(name) { return false }
        return rules.contains(name) || rules.contains("*." + parent)
    }

    /// Whether a company lets its customers have names directly below the name, such as `github.io`. The name must be
    /// in lower case with A-labels.
    public func isSharedHost(_ name: String) -> Bool {
        guard let parent = name.parentDomain, !exceptions.contains(name) else { return false }
        return sharedRules.contains(name) || sharedRules.contains("*." + parent)
    }

    /// The part of a name that its owner has registered: one label below the longest public suffix. A public suffix is
    /// returned as it is. The name must be in lower case with A-labels.
    public func registrableDomain(of name: String) -> String {
        let name = name.hasSuffix(".") ? String(name.dropLast()) : name
        var domain = name
        while !exceptions.contains(domain), let parent = domain.parentDomain.map(String.init), !contains(parent) {
            domain = parent
        }
        return domain
    }

    /// Whether a certificate may have a wildcard label directly before the name.
    public func permitWildcard(above name: Substring) -> Bool {
        !contains(String(name))
    }
}

extension String {
    /// The name without its first label; nil if there is only one label.
    public var parentDomain: Substring? {
        utf8.firstIndex(of: UInt8(ascii: ".")).map { self[utf8.index(after: $0)...] }
    }
}
