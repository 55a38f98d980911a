import TransportSecurity

/// Lints on keys that App Store review asks to justify.
enum ReviewLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.sites.compactMap { site in
            switch (site.dictionaryKind, site.key) {
            case (.policy, ATSKey.allowsArbitraryLoads):
                return site.boolean == true ? lint(on: site, hasBeenAskedSince2016: true) : nil
            case (.policy, ATSKey.allowsArbitraryLoadsForMedia), (.policy, ATSKey.allowsArbitraryLoadsInWebContent):
                return site.boolean == true ? lint(on: site, hasBeenAskedSince2016: false) : nil
            case (.exception, ATSKey.exceptionAllowsInsecureHTTPLoads):
                return site.boolean == true ? lint(on: site, hasBeenAskedSince2016: true) : nil
            case (.exception, ATSKey.exceptionMinimumTLSVersion):
                let version = site.value.string.flatMap(TLSVersion.init(name:))
                let isOld = version == .tls1_0 || version == .tls1_1
                return isOld ? lint(on: site, hasBeenAskedSince2016: true) : nil
            case _:
                return nil
            }
        }
    }

    /// The lint on one key. The list of such keys in 2016 was shorter than the current one.
    private static func lint(on site: PolicySite, hasBeenAskedSince2016 isOld: Bool) -> Lint {
        Lint(
            .review, .advice, at: site,
            "App Store review asks for a justification of \(site.key)"
                + (isOld ? ", and has since 2016." : ", which the list of 2016 did not have."),
            instead: "State with the submission which server needs it, who runs it, and why it cannot be secured.")
    }
}
