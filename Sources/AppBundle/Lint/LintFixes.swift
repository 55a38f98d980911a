import InternetNames
import TransportSecurity

/// Finds the corrections of findings for `policy lint --fix`. A finding with several possible corrections gets none.
struct LintFixes {
    /// The keys of the policy, by their paths.
    private let sites: [PropertyPath: PolicySite]
    /// The entries of each dictionary, by its path.
    private let siblings: [PropertyPath: [LocatedValue.Entry]]
    /// The keys of each dictionary, by its path.
    private let siblingKeys: [PropertyPath: Set<String>]

    init(_ policy: LintedPolicy) {
        sites = Dictionary(policy.sites.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        siblings = Dictionary(policy.dictionaries.map { ($0.path, $0.entries) }, uniquingKeysWith: { $1 })
        siblingKeys = siblings.mapValues { Set($0.map(\.key)) }
    }

    /// The findings with their corrections.
    func added(to lints: [Lint]) -> [Lint] {
        lints.map { lint in
            var lint = lint
            lint.fix = fix(of: lint)
            return lint
        }
    }

    /// The correction of a finding; nil if there is none or the key with the new name exists.
    private func fix(of lint: Lint) -> LintFix? {
        guard let site = sites[lint.path] else { return nil }
        let parent = PropertyPath(lint.path.components.dropLast())
        let siblings = siblings[parent] ?? []
        if lint.id == .duplicateKey { return Self.duplicateFix(at: site, siblings: siblings) }
        // The finding may be about an element inside of the value.
        guard lint.position == site.position, let fix = Self.fix(of: lint, at: site, siblings: siblings) else {
            return nil
        }
        if let newName = fix.newName, siblingKeys[parent]?.contains(newName) == true { return nil }
        return fix
    }

    /// Removes a duplicate key if all its values are equal.
    private static func duplicateFix(at site: PolicySite, siblings: [LocatedValue.Entry]) -> LintFix? {
        let values = siblings.filter { $0.key == site.key }.map(\.value.propertyValue)
        return values.allSatisfy { $0 == values.first } ? .removal : nil
    }

    private static func fix(of lint: Lint, at site: PolicySite, siblings: [LocatedValue.Entry]) -> LintFix? {
        switch lint.id {
        case .strayBlanks: return .rename(site.key.withoutBlanks, addsSubdomains: false)
        case .misspeltKey: return misspeltKeyFix(at: site)
        case .legacySpelling: return legacySpellingFix(at: site, siblings: siblings)
        case .domainScheme, .domainPort, .domainPath, .domainWildcard, .domainLeadingDot, .domainUpperCase,
            .domainUnicode:
            return domainFix(at: site)
        case .domainTrailingDot:
            return lint.severity == .error ? .rename(String(site.key.dropLast()), addsSubdomains: false) : nil
        case .addressSpelling:
            guard site.key.contains(":"), let host = Host(site.key), case .address = host else { return nil }
            return .rename(host.description, addsSubdomains: false)
        case .rangeAbbreviated:
            return AddressRange(site.key).map { .rename($0.description, addsSubdomains: false) }
        case .addressSubdomains: return .removal
        case .wrongType, .numberForBoolean: return valueFix(at: site)
        case .tlsVersion: return lint.severity == .error ? versionName(meantBy: site.value).map(LintFix.string) : nil
        case .niapPackage:
            let packages = ["none", "FCP_v2.1", "recommended"]
            return packages.first { $0.lowercased() == site.value.string?.lowercased() }.map(LintFix.string)
        case .pinDigest: return digestFix(at: site)
        case .buildSetting, .duplicateKey, .misplacedKey, .unknownKey, .unreadKey, .domainMalformed, .rangeMalformed,
            .rangeLeadingZero, .rangeHostBits, .rangeLength, .rangeDuplicate, .rangeWide, .pinWithoutIdentities,
            .pinNeverMatches, .pinBackup, .pinSubdomains, .voidedKey, .localNetworkingOff, .localNetworkingScope,
            .noEffect, .replacesBuiltIn, .arbitraryLoads, .publicSuffix, .localhost, .review, .addressKey:
            return nil
        }
    }
}

extension LintFixes {
    /// Renames the key to the only similar one, if that belongs to this dictionary and takes a value of this type.
    private static func misspeltKeyFix(at site: PolicySite) -> LintFix? {
        // This key is meant to permit bad certificates over HTTPS, which no key of ATS does.
        if KeySpelling.isForInsecureHTTPS(site.key) { return .removal }
        guard let meant = KeySpelling.unambiguousKey(for: site.key, in: site.dictionaryKind),
            let type = site.dictionaryKind.type(of: meant)
        else { return nil }
        switch (type, site.value.kind) {
        case (.boolean, .scalar(.boolean)), (.string, .scalar(.string)), (.dictionary, .dictionary), (.array, .array):
            return .rename(meant, addsSubdomains: false)
        case (.boolean, _), (.string, _), (.dictionary, _), (.array, _): return nil
        }
    }

    /// Renames the key to the current spelling, or removes it if the dictionary has the current spelling as well.
    private static func legacySpellingFix(at site: PolicySite, siblings: [LocatedValue.Entry]) -> LintFix? {
        let currentKeys = PolicyDictionaryKind.currentKeysByLegacySpelling
        guard let currentKey = currentKeys[site.key] else { return nil }
        if siblings.contains(where: { $0.key == currentKey }) { return .removal }
        let spellings = Set(siblings.map(\.key)).count { currentKeys[$0] == currentKey }
        return spellings == 1 ? .rename(currentKey, addsSubdomains: false) : nil
    }

    /// Renames the key to the host that is meant, unless a meaningful part such as a path would be lost.
    private static func domainFix(at site: PolicySite) -> LintFix? {
        let written = WrittenDomain(site.key, in: site.dictionaryKind)
        guard !written.hasLostPart, let host = written.host else { return nil }
        guard written.meansSubdomains else { return .rename(host.description, addsSubdomains: false) }
        guard let entries = site.value.entries else { return nil }
        let flag = entries.last { $0.key == ATSKey.includesSubdomains }
        guard let flag else { return .rename(host.description, addsSubdomains: true) }
        return flag.value.propertyValue == .boolean(true) ? .rename(host.description, addsSubdomains: false) : nil
    }

    /// Replaces the value by the meant value of the right type; nil if the meaning is not clear.
    private static func valueFix(at site: PolicySite) -> LintFix? {
        switch site.dictionaryKind.type(of: site.key) {
        case .boolean:
            switch site.value.kind {
            case .scalar(.string(let text)):
                if ["yes", "true", "1", "y"].contains(text.lowercased()) { return .boolean(true) }
                return ["no", "false", "0", "n"].contains(text.lowercased()) ? .boolean(false) : nil
            case .scalar(.integer(1)), .scalar(.real(1)): return .boolean(true)
            case .scalar(.integer(0)), .scalar(.real(0)): return .boolean(false)
            case .scalar, .array, .dictionary: return nil
            }
        case .string:
            let key = PolicyDictionaryKind.currentKey(of: site.key)
            return key == ATSKey.exceptionMinimumTLSVersion ? versionName(meantBy: site.value).map(LintFix.string) : nil
        case .dictionary, .array, nil: return nil
        }
    }

    /// The name of the TLS version that is meant by a text such as `1.1`, `TLS 1.2` or `tlsv1_2`.
    private static func versionName(meantBy value: LocatedValue) -> String? {
        let text: String
        switch value.kind {
        case .scalar(.string(let string)): text = string.lowercased()
        case .scalar(.real(let number)): text = "\(number)"
        case .scalar, .array, .dictionary: return nil
        }
        let number = text.hasPrefix("tls") ? String(text.dropFirst(3)) : text
        let digits = number.drop { " v_-".contains($0) }.map { $0 == "_" ? "." : $0 }
        return [TLSVersion.tls1_0, .tls1_1, .tls1_2, .tls1_3].map(\.name).first { $0 == "TLSv" + String(digits) }
    }

    /// Replaces the value by the digest without a prefix such as `sha256/`, which other systems use.
    private static func digestFix(at site: PolicySite) -> LintFix? {
        guard let text = site.value.string else { return nil }
        for prefix in ["sha256//", "sha256/", "sha256:"] where text.hasPrefix(prefix) {
            let digest = String(text.dropFirst(prefix.count))
            return PinnedDomain.digest(digest)?.count == 32 ? .string(digest) : nil
        }
        return nil
    }
}
