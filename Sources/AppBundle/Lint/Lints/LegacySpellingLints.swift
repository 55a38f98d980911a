import TransportSecurity

/// Lints on the spellings of the first betas of iOS 9 and of the documentation of 2015, which are still in use.
enum LegacySpellingLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.dictionaries.filter { $0.dictionaryKind == .exception }.flatMap { lints(on: $0, readBy: policy.os) }
    }

    /// The lints on the keys of one entry of `NSExceptionDomains`.
    private static func lints(on dictionary: PolicyDictionary, readBy os: OSVersion) -> [Lint] {
        let keys = Set(dictionary.entries.map(\.key))
        var proposedKeys: Set<String> = []
        var lints: [Lint] = []
        for entry in dictionary.entries {
            guard let currentKey = PolicyDictionaryKind.currentKeysByLegacySpelling[entry.key] else { continue }
            let hasCurrentKey = keys.contains(currentKey)
            // Of several legacy spellings of one key, only the first is renamed.
            let isRenamed = !hasCurrentKey && proposedKeys.insert(currentKey).inserted
            lints.append(
                Lint(
                    .legacySpelling, os.readsLegacySpellings ? .warning : .error,
                    sentence(entry.key, beside: hasCurrentKey ? currentKey : nil, readBy: os),
                    instead: isRenamed ? "<key>\(currentKey)</key>" : "Remove it.",
                    path: dictionary.path.appending(.key(entry.key)), position: entry.position))
        }
        return lints
    }

    /// The problem in one sentence.
    ///
    /// - Parameter currentKey: The current spelling, if the entry has it as well; else nil.
    private static func sentence(_ key: String, beside currentKey: String?, readBy os: OSVersion) -> String {
        let origin = key.hasPrefix("NSTemporary") ? "the first betas of iOS 9" : "the documentation of 2015"
        let reading =
            os.readsLegacySpellings
            ? "\(os) still reads it, but iOS 18.4 and macOS 15.4 and all later systems ignore it"
            : "\(os) ignores it, as do all systems from iOS 18.4 and macOS 15.4 on"
        let other = currentKey.map { "; \($0) stands beside it and wins" } ?? ""
        return "\(key) is a spelling of \(origin); \(reading)\(other)."
    }
}
