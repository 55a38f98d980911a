import TransportSecurity

/// Lints on keys and values with build settings. Their values are not known before Xcode builds the app.
enum BuildSettingLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        guard !policy.isBuilt else { return [] }
        return policy.sites.compactMap { site in
            guard site.dictionaryKind != .infoPlist || site.key == ATSKey.appTransportSecurity else { return nil }
            if BuildSetting.occurs(in: site.key) { return lint(at: site, on: site.key, part: "key") }
            guard let text = site.value.string, BuildSetting.occurs(in: text),
                site.dictionaryKind.type(of: site.key) != nil
            else {
                return nil
            }
            return lint(at: site, on: text, part: "value")
        }
    }

    private static func lint(at site: PolicySite, on text: String, part: String) -> Lint {
        Lint(
            .buildSetting, .advice, at: site,
            "The \(part) \"\(text.shown)\" cannot be judged, because Xcode replaces it when it builds the app.",
            instead: "Lint the built app, or the Info.plist in it, as well.")
    }
}
