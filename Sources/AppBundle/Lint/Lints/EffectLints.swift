import TransportSecurity

/// Lints on keys that other keys make ineffective, and on keys with an unexpected effect.
enum EffectLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        var lints = voidedKeyLints(in: policy) + localNetworkingLints(in: policy)
        let entries = policy.sites.filter { $0.dictionaryKind == .exceptionDomains && $0.value.entries != nil }
        let effects = ExceptionEffects(policy)
        for site in entries {
            guard let exception = policy.exceptions[site.key] else { continue }
            if let lint = builtInReplacementLint(at: site, readBy: policy.os) {
                lints.append(lint)
            } else if let lint = effects.lint(on: exception, at: site) {
                lints.append(lint)
            }
        }
        return lints
    }

    /// The lint on an ignored `NSAllowsArbitraryLoads`. Apple documents YES together with a YES for media or web
    /// content as a way to support iOS 9 as well.
    private static func voidedKeyLints(in policy: LintedPolicy) -> [Lint] {
        guard policy.policy.allowsArbitraryLoads, policy.policy.keyVoidingArbitraryLoads != nil,
            let site = policy.site(ATSKey.allowsArbitraryLoads)
        else { return [] }
        let keys = [
            ATSKey.allowsArbitraryLoadsForMedia, ATSKey.allowsArbitraryLoadsInWebContent, ATSKey.allowsLocalNetworking,
        ].compactMap { policy.site($0) }.filter { $0.boolean != nil }
        let isDocumented = keys.contains { $0.key != ATSKey.allowsLocalNetworking && $0.boolean == true }
        let verb = keys.count == 1 ? "is" : "are"
        return [
            Lint(
                .voidedKey, isDocumented ? .warning : .error, at: site,
                "From iOS 10 on NSAllowsArbitraryLoads is ignored because \(keys.map(\.key).listed) \(verb) present, "
                    + "whatever the value.",
                instead: isDocumented
                    ? "Remove NSAllowsArbitraryLoads unless iOS 9 matters; hosts that need it get an exception."
                    : "Keep one of them: remove \(keys.map(\.key).listed), or NSAllowsArbitraryLoads.")
        ]
    }

    /// The lint on `NSAllowsLocalNetworking` with the value NO.
    private static func localNetworkingLints(in policy: LintedPolicy) -> [Lint] {
        guard policy.policy.allowsLocalNetworking == false, let site = policy.site(ATSKey.allowsLocalNetworking) else {
            return []
        }
        return [
            Lint(
                .localNetworkingOff, .warning, at: site,
                "NSAllowsLocalNetworking = NO puts local hosts under ATS, which Apple does not document and which is "
                    + "not the same as leaving the key out.",
                instead: "Remove the key for the default, by which local hosts are exempt.")
        ]
    }

    /// The lint on an entry that replaces an exception of the system; nil if the system has no exception for its key.
    private static func builtInReplacementLint(at site: PolicySite, readBy os: OSVersion) -> Lint? {
        guard os.hasBuiltInExceptions, ExceptionDomain.builtIn.contains(where: { $0.key == site.key }) else {
            return nil
        }
        return Lint(
            .replacesBuiltIn, .advice, at: site,
            "This entry replaces the exception for \(site.key) that \(os) brings along, as a whole.",
            instead: "Remove it, unless you mean to be stricter with Apple's own hosts than the system is.")
    }
}
