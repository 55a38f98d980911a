import InternationalNames
import InternetNames
import TransportSecurity

/// A key of `NSExceptionDomains` or `NSPinnedDomains` as people write it, taken apart: the host that is meant, and the
/// superfluous parts around it.
struct WrittenDomain {
    /// The faults of the key, with the kind of finding and a clause after the key's name, the worst first.
    private(set) var faults: [(id: LintID, clause: String)] = []
    /// The name that remains without the faults.
    private(set) var name: String
    /// The host that is meant; nil if the remaining name is none.
    let host: Host?
    /// Whether subdomains are meant, because of a wildcard or a leading dot.
    private(set) var meansSubdomains = false
    /// Whether a part was removed that only the author can decide about: a path, a user or a wildcard in the midst.
    private(set) var lostPart = false

    /// Marks that people copy around a name. As letters of a name they would have an A-label.
    private static let quotationMarks = Set<Character>("\"'`“”„‘’‚«»")

    /// Takes a key apart. Each superfluous part is removed, and the remaining name is the correction.
    init(_ key: String, in place: PolicyPlace) {
        var faults: [(id: LintID, clause: String)] = []
        var name = Substring(key)
        if [name.first, name.last].contains(where: { $0.map(Self.quotationMarks.contains) == true }) {
            faults.append((.domainMalformed, "has quotation marks, as no host does"))
            name = name.drop(while: Self.quotationMarks.contains)
            while let last = name.last, Self.quotationMarks.contains(last) { name.removeLast() }
        }
        if let scheme = name.firstRange(of: "://") {
            faults.append((.domainScheme, "has a scheme, but a rule holds for a host, whatever the scheme"))
            name = name[scheme.upperBound...]
        }
        if let slash = name.firstIndex(where: { "/?#".contains($0) }) {
            faults.append((.domainPath, "has a path, but a rule holds for a whole host"))
            lostPart = name[slash...].count > 1
            name = name[..<slash]
        }
        if let user = name.lastIndex(of: "@") {
            lostPart = true
            name = name[name.index(after: user)...]
        }
        if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
            faults.append((.domainPort, "has a port, but a rule holds for a host at every port"))
            name = name[..<colon]
        }
        if name.contains("*") {
            faults.insert((.domainWildcard, "has a wildcard, which ATS does not know"), at: 0)
            meansSubdomains = true
            lostPart = lostPart || !name.hasPrefix("*.")
            name = name.drop { "*.".contains($0) }
        } else if name.hasPrefix(".") {
            faults.insert((.domainLeadingDot, "begins with a dot, as no host does"), at: 0)
            meansSubdomains = true
            name = name.drop { $0 == "." }
        }
        host = Host(written: String(name))
        if name.utf8.contains(where: { $0 >= 0x80 }), host != nil {
            faults.append((.domainUnicode, "is not in ASCII, but requests carry the A-label of such a name"))
        } else if name.contains(where: \.isUppercase), place == .exceptionDomains {
            faults.append((.domainUpperCase, "has capital letters, but hosts are compared in lower case"))
        }
        self.faults = faults
        self.name = String(name)
    }
}
