import InternationalNames
import InternetNames
import TransportSecurity

/// Lints on host names. Apple requires the name in lower case and nothing else.
enum DomainLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.sites.filter { $0.place.holdsHosts }.flatMap { site -> [Lint] in
            guard case .name = HostKey(site.key) else { return [] }
            return lints(of: site)
        }
    }

    /// The lints on one key. Each superfluous part is removed from the key, and the remaining name is the correction.
    private static func lints(of site: PolicySite) -> [Lint] {
        var faults: [(id: LintID, sentence: String)] = []
        var name = Substring(site.key)
        if let scheme = name.firstRange(of: "://") {
            faults.append((.domainScheme, "has a scheme, but a rule holds for a host, whatever the scheme"))
            name = name[scheme.upperBound...]
        }
        if let slash = name.firstIndex(where: { "/?#".contains($0) }) {
            faults.append((.domainPath, "has a path, but a rule holds for a whole host"))
            name = name[..<slash]
        }
        if let user = name.lastIndex(of: "@") { name = name[name.index(after: user)...] }
        if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().allSatisfy(\.isNumber) {
            faults.append((.domainPort, "has a port, but a rule holds for a host at every port"))
            name = name[..<colon]
        }
        var subdomains = ""
        if name.contains("*") {
            faults.append((.domainWildcard, "has a wildcard, which ATS does not know"))
            subdomains = wildcardRemedy
            name = name.drop { "*.".contains($0) }
        } else if name.hasPrefix(".") {
            faults.append((.domainLeadingDot, "begins with a dot, as no host does"))
            subdomains = wildcardRemedy
            name = name.drop { $0 == "." }
        }
        let host = Host(written: String(name))
        if name.utf8.contains(where: { $0 >= 0x80 }), host != nil {
            faults.append((.domainUnicode, "is not in ASCII, but requests carry the A-label of such a name"))
        } else if name.contains(where: \.isUppercase), site.place == .exceptionDomains {
            faults.append((.domainUpperCase, "has capital letters, but hosts are compared in lower case"))
        }
        let lints = faults.map { lint(site, $0.id, $0.sentence, host, subdomains) }
        let spelling = site.place == .pinnedDomains ? site.key.lowercased() : site.key
        guard let host, !faults.isEmpty || host.description == spelling else {
            return lints + [malformed(site, remaining: name)]
        }
        return lints + trailingDot(site, host)
    }

    private static let wildcardRemedy = " with <key>NSIncludesSubdomains</key><true/>"

    private static func lint(
        _ site: PolicySite, _ id: LintID, _ sentence: String, _ host: Host?, _ subdomains: String
    ) -> Lint {
        let instead = host.map { "<key>\($0)</key>\(subdomains)" } ?? "The bare name of the host, in lower case."
        return Lint(
            id, .error, at: site, "The key \"\(site.key.shown)\" \(sentence), so it never matches.", instead: instead)
    }

    private static func malformed(_ site: PolicySite, remaining name: Substring) -> Lint {
        let what = name.contains("$(") || name.contains("${") ? "a build setting that was not replaced" : "no host name"
        return Lint(
            .domainMalformed, .error, at: site, "The key \"\(site.key.shown)\" is \(what), so it never matches.",
            instead: "The bare name of the host, such as <key>example.com</key>.")
    }

    /// The lint on a trailing dot. The engine compares exceptions literally. For pins, it removes one dot from the host
    /// but none from the key.
    private static func trailingDot(_ site: PolicySite, _ host: Host) -> [Lint] {
        let name = host.description
        guard name.hasSuffix(".") else { return [] }
        let isPin = site.place == .pinnedDomains
        return [
            Lint(
                .domainTrailingDot, isPin ? .error : .warning, at: site,
                "The key \"\(site.key.shown)\" ends in a dot, so it "
                    + (isPin ? "never matches." : "matches only where the URL spells the host with that dot, too."),
                instead: "<key>\(name.dropLast())</key>")
        ]
    }
}
