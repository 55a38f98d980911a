import InternetNames
import TransportSecurity

/// Lints on host names. Apple requires the name in lower case and nothing else.
enum DomainLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        [.exceptionDomains, .pinnedDomains].flatMap { dictionaryKind in
            lints(of: policy.sites.filter { $0.dictionaryKind == dictionaryKind }, in: dictionaryKind)
        }
    }

    private static func lints(of sites: [PolicySite], in dictionaryKind: PolicyDictionaryKind) -> [Lint] {
        let domains = sites.map { WrittenDomain($0.key, in: dictionaryKind) }
        // The number of keys that mean each host. If they were all corrected, they would be duplicate keys.
        var counts: [Host: Int] = [:]
        for host in domains.compactMap(\.host) { counts[host, default: 0] += 1 }
        return zip(sites, domains).flatMap { site, written -> [Lint] in
            guard case .name = HostKey(site.key) else { return [] }
            let isOnly = written.host.map { counts[$0] == 1 } ?? true
            return lints(of: site, written, isOnly: isOnly)
        }
    }

    /// The lint on one key. All faults of the key are one finding, under the kind of the worst.
    private static func lints(of site: PolicySite, _ written: WrittenDomain, isOnly: Bool) -> [Lint] {
        guard let worst = written.faults.first else {
            let spelling = site.dictionaryKind == .pinnedDomains ? site.key.lowercased() : site.key
            guard let host = written.host, host.description == spelling else { return [malformedDomainLint(at: site)] }
            return trailingDotLints(at: site, host)
        }
        let clauses = written.faults.map(\.clause).joined(separator: "; it ")
        return [
            Lint(
                worst.id, .error, at: site, "The key \"\(site.key.shown)\" \(clauses), so it never matches.",
                instead: correction(of: written, isOnly: isOnly))
        ]
    }

    /// The key to write, or the advice to join the entries that mean the same host.
    private static func correction(of written: WrittenDomain, isOnly: Bool) -> String {
        guard let host = written.host else { return "The bare name of the host, in lower case." }
        let subdomains = written.meansSubdomains ? " with <key>NSIncludesSubdomains</key><true/>" : ""
        let entry = "<key>\(host)</key>\(subdomains)"
        return isOnly ? entry : "One entry \(entry), with the keys of all entries that mean it."
    }

    private static func malformedDomainLint(at site: PolicySite) -> Lint {
        let complement = BuildSetting.occurs(in: site.key) ? "a build setting that was not replaced" : "no host name"
        return Lint(
            .domainMalformed, .error, at: site, "The key \"\(site.key.shown)\" is \(complement), so it never matches.",
            instead: "The bare name of the host, such as <key>example.com</key>.")
    }

    /// The lint on a trailing dot. The engine compares exceptions literally. For pins, it removes one dot from the host
    /// but none from the key.
    private static func trailingDotLints(at site: PolicySite, _ host: Host) -> [Lint] {
        let name = host.description
        guard name.hasSuffix(".") else { return [] }
        let isPin = site.dictionaryKind == .pinnedDomains
        return [
            Lint(
                .domainTrailingDot, isPin ? .error : .warning, at: site,
                "The key \"\(site.key.shown)\" ends in a dot, so it "
                    + (isPin ? "never matches." : "matches only where the URL spells the host with that dot, too."),
                instead: "<key>\(name.dropLast())</key>")
        ]
    }
}
