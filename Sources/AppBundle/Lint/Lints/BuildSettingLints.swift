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

    /// The lint on a text with a build setting.
    ///
    /// - Parameter part: The word for the text: `key` or `value`.
    private static func lint(at site: PolicySite, on text: String, part: String) -> Lint {
        Lint(
            .buildSetting, .advice, at: site,
            "The \(part) \"\(text.shown)\" cannot be judged, because Xcode replaces it when it builds the app.",
            instead: "Lint the built app, or the Info.plist in it, as well.")
    }
}

/// Build settings in a property list, such as `$(API_HOST)` and `${API_HOST}`, which Xcode replaces when it builds the
/// app (Xcode Help, "Use build settings in an information property list").
enum BuildSetting {
    /// Whether a text contains a build setting. Empty brackets do not count.
    static func occurs(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "$") && index + 2 < bytes.count {
            let end: UInt8
            switch bytes[index + 1] {
            case UInt8(ascii: "("): end = UInt8(ascii: ")")
            case UInt8(ascii: "{"): end = UInt8(ascii: "}")
            case _: continue
            }
            if bytes[(index + 2)...].firstIndex(of: end).map({ $0 > index + 2 }) == true { return true }
        }
        return false
    }
}
