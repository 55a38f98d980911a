import InternetNames
import TransportSecurity

/// Lints on exceptions that cover more than intended, or are needed for development only.
enum ScopeLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        var lints = arbitraryLoadsLints(in: policy)
        for site in policy.sites where site.dictionaryKind == .exceptionDomains {
            guard let exception = policy.exceptions[site.key], exception.isRelaxed else { continue }
            if let lint = lint(on: exception, at: site, in: policy) { lints.append(lint) }
        }
        return lints
    }

    private static func arbitraryLoadsLints(in policy: LintedPolicy) -> [Lint] {
        guard policy.policy.allowsArbitraryLoads, policy.policy.keyVoidingArbitraryLoads == nil,
            let site = policy.site(ATSKey.allowsArbitraryLoads)
        else { return [] }
        return [
            Lint(
                .arbitraryLoads, .warning, at: site,
                "NSAllowsArbitraryLoads = YES switches ATS off for every host without an entry of its own.",
                instead: "An entry of NSExceptionDomains for each host that needs one.")
        ]
    }

    /// The lint on an entry that relaxes a requirement; nil if its scope is fine.
    private static func lint(on exception: ExceptionDomain, at site: PolicySite, in policy: LintedPolicy) -> Lint? {
        if let range = AddressRange(site.key) { return wideRangeLint(at: site, range) }
        switch Host(site.key) {
        case .name(let name): return lint(onName: name.withoutFinalDot, of: exception, at: site, in: policy)
        // 127.0.0.0/8 and ::1.
        case .address(.v4(let value)) where value >> 24 == 127: return localhostLint(at: site, in: policy)
        case .address(.v6(high: 0, low: 1)): return localhostLint(at: site, in: policy)
        case .address, nil: return nil
        }
    }

    private static func lint(
        onName name: String, of exception: ExceptionDomain, at site: PolicySite, in policy: LintedPolicy
    ) -> Lint? {
        if name == "localhost" || name.hasSuffix(".localhost") { return localhostLint(at: site, in: policy) }
        // Names under `local` are those of multicast DNS (RFC 6762 §3). Nobody registers them.
        guard exception.includesSubdomains, name != "local" else { return nil }
        let isShared = policy.publicSuffixes.contains(name) || policy.publicSuffixes.isSharedHost(name)
        return isShared ? publicSuffixLint(at: site) : nil
    }

    private static func publicSuffixLint(at site: PolicySite) -> Lint {
        Lint(
            .publicSuffix, .warning, at: site,
            "Anybody can have a name under \(site.key.shown), and NSIncludesSubdomains extends the exception to all of "
                + "them.",
            instead: "An entry for each host that is meant, such as <key>myapp.\(site.key.shown)</key>.")
    }

    /// The lint on a range whose prefix is shorter than /8 (IPv4) or /16 (IPv6); nil for other ranges and private
    /// networks.
    private static func wideRangeLint(at site: PolicySite, _ range: AddressRange) -> Lint? {
        let limit = range.network.bytes.count == 4 ? 8 : 16
        let isPrivate = Host.address(range.network).isLocal
        guard range.prefixLength < limit, !isPrivate else { return nil }
        return Lint(
            .rangeWide, .warning, at: site,
            "\(site.key.shown) covers far more addresses than one party has, so strangers' servers get the exception.",
            instead: "The range or the single addresses that are meant.")
    }

    private static func localhostLint(at site: PolicySite, in policy: LintedPolicy) -> Lint {
        let exempt = policy.os.readsLocalAndContentKeys ? ", and local hosts are exempt from iOS 10 on" : ""
        return Lint(
            .localhost, policy.isDistribution ? .warning : .advice, at: site,
            "The entry for \(site.key.shown) serves development only\(exempt).",
            instead: "Keep it out of builds for release, for example with a build phase that removes it.")
    }
}

extension String {
    fileprivate var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension ExceptionDomain {
    /// Whether the entry relaxes any requirement of ATS.
    fileprivate var isRelaxed: Bool {
        allowsInsecureHTTPLoads || minimumTLSVersion < .tls1_2 || !requiresForwardSecrecy
    }
}
