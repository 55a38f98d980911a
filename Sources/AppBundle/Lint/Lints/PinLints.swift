import Foundation
import TransportSecurity

/// Lints on pins that have no effect or match no certificate.
enum PinLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        let entries = policy.sites.filter { $0.dictionaryKind == .pinnedDomains && $0.value.entries != nil }
        return entries.flatMap(lints) + policy.sites.filter { $0.dictionaryKind == .identity }.compactMap(digestLint)
    }

    private static func lints(of site: PolicySite) -> [Lint] {
        let entries = site.value.entries ?? []
        let lists = [ATSKey.pinnedCAIdentities, ATSKey.pinnedLeafIdentities].compactMap { key in
            entries.last { $0.key == key }
        }
        guard !lists.isEmpty else {
            return [
                Lint(
                    .pinWithoutIdentities, .error, at: site,
                    "The entry for \(site.key.shown) has no list of identities, so nothing is pinned.",
                    instead:
                        "\(ATSKey.pinnedCAIdentities) or \(ATSKey.pinnedLeafIdentities) with at least one identity.")
            ]
        }
        var lints = lists.compactMap { listLint(on: $0, of: site) }
        if let flag = entries.last(where: { $0.key == ATSKey.includesSubdomains }),
            flag.value.propertyValue == .boolean(true)
        {
            lints.append(
                Lint(
                    .pinSubdomains, .advice,
                    "For pins NSIncludesSubdomains covers one label more than \(site.key.shown), and none deeper.",
                    instead: "An entry of its own for each deeper host.", path: site.path.appending(.key(flag.key)),
                    position: flag.position))
        }
        return lints
    }

    /// The lint on one list of pins. A list that is not an array, or has no usable digest, is an empty set that matches
    /// no chain. With a single pin, the app cannot connect after the key is replaced.
    private static func listLint(on entry: LocatedValue.Entry, of site: PolicySite) -> Lint? {
        let digests = Set((entry.value.elements ?? []).compactMap(pinBytes))
        let path = site.path.appending(.key(entry.key))
        switch digests.count {
        case 0:
            return Lint(
                .pinNeverMatches, .error,
                "\(entry.key) holds no usable digest, so every connection to \(site.key.shown) fails.",
                instead: "At least one \(ATSKey.spkiSHA256Base64), or no \(entry.key).", path: path,
                position: entry.position)
        case 1:
            return Lint(
                .pinBackup, .advice,
                "\(entry.key) of \(site.key.shown) has a single pin; when that key is lost, the app is cut off.",
                instead: "A second identity, of a key that is kept in reserve.", path: path, position: entry.position)
        case _:
            return nil
        }
    }

    /// The digest of an element of a list of pins; nil if it cannot be read.
    private static func pinBytes(of element: LocatedValue) -> [UInt8]? {
        element.entries?.last { $0.key == ATSKey.spkiSHA256Base64 }?.value.string.flatMap(PinnedDomain.digest)
    }

    /// The lint on a digest that no key can have; nil for a usable digest.
    private static func digestLint(at site: PolicySite) -> Lint? {
        guard site.key == ATSKey.spkiSHA256Base64, let text = site.value.string else { return nil }
        let bytes = PinnedDomain.digest(text)
        if let bytes, bytes.count == 32 { return placeholderLint(at: site, bytes) }
        return Lint(
            .pinDigest, .error, at: site,
            bytes.map { "The pin has \($0.count) bytes where a SHA-256 has 32, so no key ever matches it." }
                ?? "The pin \"\(text.shown)\" is no Base64, so the system drops it.",
            instead: rightForm(of: text).map { "<string>\($0)</string>" }
                ?? "The Base64 of the SHA-256 of the key's SubjectPublicKeyInfo, 44 characters with one = at the end."
        )
    }

    /// The lint on a digest that cannot belong to a key: a command without input gives the SHA-256 of an empty input
    /// (FIPS 180-4), and examples have equal bytes or letters.
    private static func placeholderLint(at site: PolicySite, _ digest: [UInt8]) -> Lint? {
        let isOfNothing = digest == PinnedDomain.digest("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        let letters = Set((site.value.string ?? "").dropLast(2))
        guard isOfNothing || letters.count <= 1 else { return nil }
        let complement = isOfNothing ? "the SHA-256 of an empty input" : "a placeholder"
        return Lint(
            .pinDigest, .error, at: site, "The pin is \(complement), so no key ever matches it.",
            instead:
                "The Base64 of the SHA-256 of the key's SubjectPublicKeyInfo; check that the command for it read a "
                + "certificate.")
    }

    /// The Base64 of a digest that is written in hexadecimal digits, or with the prefix that other systems write before
    /// it; nil for other text.
    private static func rightForm(of text: String) -> String? {
        let prefix = ["sha256//", "sha256/", "sha256:", "pin-sha256="].first(where: text.lowercased().hasPrefix) ?? ""
        let digest = String(text.dropFirst(prefix.count)).filter { $0 != "\"" }
        if PinnedDomain.digest(digest)?.count == 32 { return digest }
        let digits = Array(digest.filter { $0 != ":" }.utf8)
        guard digits.count == 64 else { return nil }
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
        }
        return bytes.count == 32 ? Data(bytes).base64EncodedString() : nil
    }
}
