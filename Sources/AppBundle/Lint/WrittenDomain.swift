import InternationalNames
import InternetNames
import TransportSecurity

/// The parts of a key of `NSExceptionDomains` or `NSPinnedDomains`: the host that is meant, and superfluous parts such
/// as a scheme, a port or a path.
struct WrittenDomain {
    /// The faults of the key, with the kind of finding and a clause after the key's name, the worst first.
    private(set) var faults: [(id: LintID, clause: String)] = []
    /// The name that remains without the faults.
    private(set) var name: String
    /// The host that is meant; nil if the remaining name is not a host.
    let host: Host?
    /// Whether subdomains are meant, because of a wildcard or a leading dot.
    private(set) var meansSubdomains = false
    /// Whether a meaningful part was removed: a path, a user, or a wildcard that is not at the beginning.
    private(set) var hasLostPart = false

    /// Quotation marks, which people copy together with a name. IDNA would accept some of them as a part of a name.
    private static let quotationMarks = Set<Character>("\"'`“”„‘’‚«»")

    /// Parses a key. Each superfluous part is removed, and the remaining name is the correction.
    init(_ key: String, in dictionaryKind: PolicyDictionaryKind) {
        var faults: [(id: LintID, clause: String)] = []
        var name = Substring(key)
        if Self.removeQuotationMarks(around: &name) {
            faults.append((.domainMalformed, "has quotation marks, as no host does"))
        }
        if let scheme = name.firstRange(of: "://") {
            faults.append((.domainScheme, "has a scheme, but a rule holds for a host, whatever the scheme"))
            name = name[scheme.upperBound...]
        }
        if let slash = name.firstIndex(where: { "/?#".contains($0) }) {
            faults.append((.domainPath, "has a path, but a rule holds for a whole host"))
            hasLostPart = name[slash...].count > 1
            name = name[..<slash]
        }
        // A user adds no fault of its own: a key with no other fault is reported as malformed.
        if let user = name.lastIndex(of: "@") {
            hasLostPart = true
            name = name[name.index(after: user)...]
        }
        // An IPv6 address without brackets would lose its last part as a port. Callers handle addresses apart.
        if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
            faults.append((.domainPort, "has a port, but a rule holds for a host at every port"))
            name = name[..<colon]
        }
        if name.contains("*") {
            faults.insert((.domainWildcard, "has a wildcard, which ATS does not know"), at: 0)
            meansSubdomains = true
            hasLostPart = hasLostPart || !name.hasPrefix("*.")
            name = name.drop { "*.".contains($0) }
        } else if name.hasPrefix(".") {
            faults.insert((.domainLeadingDot, "begins with a dot, as no host does"), at: 0)
            meansSubdomains = true
            name = name.drop { $0 == "." }
        }
        host = Host(written: String(name))
        if name.utf8.contains(where: { $0 >= 0x80 }), host != nil {
            faults.append((.domainUnicode, "is not in ASCII, but requests carry the A-label of such a name"))
        } else if name.contains(where: \.isUppercase), dictionaryKind == .exceptionDomains {
            faults.append((.domainUpperCase, "has capital letters, but hosts are compared in lower case"))
        }
        self.faults = faults
        self.name = String(name)
    }

    /// Removes quotation marks at both ends. Returns whether there were any.
    private static func removeQuotationMarks(around name: inout Substring) -> Bool {
        let count = name.count
        name = name.drop(while: quotationMarks.contains)
        while let last = name.last, quotationMarks.contains(last) { name.removeLast() }
        return name.count < count
    }
}
