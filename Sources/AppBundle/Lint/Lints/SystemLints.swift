import TransportSecurity

/// Lints on keys that the OS does not read yet or no longer reads.
enum SystemLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.sites.compactMap { site in
            guard site.dictionaryKind == .policy || site.dictionaryKind == .exception else { return nil }
            return lint(site, readBy: policy.os)
        }
    }

    private static func lint(_ site: PolicySite, readBy os: OSVersion) -> Lint? {
        switch site.key {
        case ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent,
            ATSKey.allowsLocalNetworking:
            return os.readsLocalAndContentKeys ? nil : unread(site, by: os, severity: .advice, since: "iOS 10")
        case ATSKey.pinnedDomains:
            return os.readsPins ? nil : unread(site, by: os, severity: .warning, since: "iOS 14")
        case ATSKey.requiresNIAPTLSPackageVersion, ATSKey.exceptionRequiresNIAPTLSPackageVersion:
            // One of the two keys belongs to the policy, the other to entries. Elsewhere, `KeyLints` reports them.
            guard site.dictionaryKind.valueTypes[site.key] != nil, !os.readsNIAPKeys else { return nil }
            return unread(site, by: os, severity: .warning, since: "iOS 26.4")
        case ATSKey.requiresCertificateTransparency where site.dictionaryKind == .exception:
            guard !os.readsCertificateTransparencyKey else { return nil }
            if os.generation < .ios10 { return unread(site, by: os, severity: .advice, since: "iOS 10") }
            return Lint(
                .unreadKey, .warning, at: site,
                "\(site.key) is obsolete: iOS 10 to 16 read it, \(os) does not, and asks all public CAs for "
                    + "Certificate Transparency by itself.",
                instead: "Remove it, unless iOS 16 or earlier matters.")
        case _:
            return nil
        }
    }

    private static func unread(_ site: PolicySite, by os: OSVersion, severity: Lint.Severity, since: String) -> Lint {
        Lint(
            .unreadKey, severity, at: site, "\(os) does not read \(site.key), which is read from \(since) on.",
            instead: "Do not rely on it before \(since).")
    }
}
