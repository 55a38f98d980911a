import TransportSecurity

/// Lints on the spellings of the first betas of iOS 9 and of the documentation of 2015, which are still in use.
enum LegacySpellingLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.dictionaries.filter { $0.dictionaryKind == .exception }.flatMap { dictionary in
            let keys = Set(dictionary.entries.map(\.key))
            var proposed: Set<String> = []
            return dictionary.entries.compactMap { entry in
                PolicyDictionaryKind.currentKeysByLegacySpelling[entry.key].map { currentKey in
                    let path = dictionary.path.appending(.key(entry.key))
                    return Lint(
                        .legacySpelling, policy.os.readsLegacySpellings ? .warning : .error,
                        sentence(entry.key, beside: keys.contains(currentKey) ? currentKey : nil, readBy: policy.os),
                        instead: keys.contains(currentKey) || !proposed.insert(currentKey).inserted
                            ? "Remove it." : "<key>\(currentKey)</key>", path: path,
                        position: entry.position)
                }
            }
        }
    }

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
