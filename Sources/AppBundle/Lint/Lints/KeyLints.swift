import Foundation
import TransportSecurity

/// Lints on keys that are duplicate, misspelt, misplaced or surrounded by white space.
enum KeyLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.dictionaries.flatMap(duplicateKeyLints) + policy.sites.compactMap(lint)
            + policy.sites.flatMap(nestedPolicyLints)
    }

    /// The lints on dictionaries `NSAppTransportSecurity` within other keys of an Info.plist. No system looks for them
    /// there.
    private static func nestedPolicyLints(in site: PolicySite) -> [Lint] {
        guard site.dictionaryKind == .infoPlist, site.key != ATSKey.appTransportSecurity else { return [] }
        return nestedPolicyLints(in: site.value, at: site.path)
    }

    private static func nestedPolicyLints(in value: LocatedValue, at path: PropertyPath) -> [Lint] {
        (value.entries ?? []).flatMap { entry in
            let inner = path.appending(.key(entry.key))
            guard entry.key == ATSKey.appTransportSecurity else { return nestedPolicyLints(in: entry.value, at: inner) }
            return [
                Lint(
                    .misplacedKey, .error, "\(entry.key) is ignored in \(path); it belongs at the top level.",
                    instead: "Move it to the top level of the Info.plist.", path: inner, position: entry.position)
            ]
        }
    }

    /// The lints on duplicate keys. Other keys of an Info.plist than `NSAppTransportSecurity` are not checked.
    private static func duplicateKeyLints(in dictionary: PolicyDictionary) -> [Lint] {
        var positions: [String: PolicyFileError.Position?] = [:]
        return dictionary.entries.compactMap { entry in
            guard dictionary.dictionaryKind != .infoPlist || entry.key == ATSKey.appTransportSecurity else {
                return nil
            }
            guard let earlier = positions.updateValue(entry.position, forKey: entry.key) else { return nil }
            let line = earlier.map { "on line \($0.line)" } ?? "before it"
            let component =
                dictionary.dictionaryKind.hasHostKeys ? PropertyPath.Component.name(entry.key) : .key(entry.key)
            return Lint(
                .duplicateKey, .error,
                "\(entry.key.shown) stands twice here; the system takes the last one, and the one \(line) is lost.",
                instead: "Put into one \(entry.key.shown) what both hold, and remove the other.",
                path: dictionary.path.appending(component), position: entry.position)
        }
    }

    /// The lint on a key that the system does not know at this location; nil if there is no reason for one.
    private static func lint(on site: PolicySite) -> Lint? {
        guard site.dictionaryKind.hasHostKeys || site.dictionaryKind.type(of: site.key) == nil else { return nil }
        let key = site.key.trimmingCharacters(in: .whitespacesAndNewlines)
        let kinds = PolicyDictionaryKind.kinds(withKey: PolicyDictionaryKind.currentKey(of: key))
        if key != site.key, !kinds.isEmpty || site.dictionaryKind.hasHostKeys {
            return Lint(
                .strayBlanks, .error, at: site,
                "The key \"\(site.key.shown)\" has blanks around it, which count, so the system does not know it.",
                instead: "<key>\(key.shown)</key>")
        }
        if let lint = misplacedKeyLint(at: site, possibleKinds: kinds) { return lint }
        return site.dictionaryKind.hasHostKeys ? nil : misspeltKeyLint(at: site)
    }

    /// The lint on a key that belongs in another dictionary; nil for any other key.
    ///
    /// - Parameter kinds: The kinds of dictionaries in which the key belongs.
    private static func misplacedKeyLint(at site: PolicySite, possibleKinds kinds: [PolicyDictionaryKind]) -> Lint? {
        if site.dictionaryKind == .policy, site.value.entries != nil, site.key.contains(".") {
            return Lint(
                .misplacedKey, .error, at: site,
                "\(site.key.shown) is ignored here: the rules for a host stand in NSExceptionDomains.",
                instead: "Move \(site.key.shown) and its dictionary into NSExceptionDomains.")
        }
        guard let firstKind = kinds.first else { return nil }
        let home = kinds.map(\.description).joined(separator: " or ")
        var instead = "Move it to \(home)."
        if site.key == ATSKey.allowsArbitraryLoads, site.dictionaryKind == .exception {
            instead =
                "For only this host write <key>\(ATSKey.exceptionAllowsInsecureHTTPLoads)</key><true/>; for all, "
                + "move it to \(firstKind)."
        }
        return Lint(
            .misplacedKey, .error, at: site,
            "\(site.key) is ignored in \(site.dictionaryKind); it belongs in \(home).",
            instead: instead)
    }

    /// The lint on a key that no dictionary of a policy has; nil for other keys of an Info.plist.
    private static func misspeltKeyLint(at site: PolicySite) -> Lint? {
        guard let meant = KeySpelling.probableKey(for: site.key, in: site.dictionaryKind) else {
            // An Info.plist has hundreds of other keys.
            guard site.dictionaryKind != .infoPlist else { return nil }
            let keys = site.dictionaryKind.valueTypes.keys
            return Lint(
                .unknownKey, .warning, at: site,
                "\(site.key.shown) is not a documented key of \(site.dictionaryKind), so the system ignores it.",
                instead: "Remove it, or write the key that is meant: \(keys.sorted().listed).")
        }
        if KeySpelling.isForInsecureHTTPS(site.key) {
            return Lint(
                .misspeltKey, .error, at: site,
                "The system does not know \(site.key.shown) and ignores it; no key permits HTTPS with a bad certificate.",
                instead: "Remove it. For plain HTTP, and only for that: <key>\(meant.key)</key>.")
        }
        let dictionary = meant.dictionaryKind == site.dictionaryKind ? "" : " in \(meant.dictionaryKind)"
        return Lint(
            .misspeltKey, .error, at: site,
            "The system does not know \(site.key.shown) and ignores it; did you mean \(meant.key)\(dictionary)?",
            instead: "<key>\(meant.key)</key>\(dictionary)")
    }
}
