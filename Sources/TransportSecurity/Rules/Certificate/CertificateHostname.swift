import InternetNames

/// A subjectAltName of the server's certificate must match the host.
///
/// Apple follows RFC 6125 strictly: a wildcard stands for one whole left-most label, never for a part of a label, and
/// never directly before a public suffix.
public struct CertificateHostname: Rule {
    public static let id = RuleID.certificateHostname
    public static let citation = Citation("RFC 6125", "§6.4; Apple, SecPolicyLeafCallbacks.c, SecDNSMatch")

    /// The public suffixes, directly below which no wildcard is valid.
    public var publicSuffixes = PublicSuffixes()

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let leaf = observation.chain?.leaf else { return .notApplicable }
        let names = leaf.subjectAltNames ?? Certificate.SubjectAltNames(dnsNames: [])
        let presented = comparableNames(of: leaf, in: requirements.os.generation)
        switch requirements.host {
        case .name(let host):
            if presented.contains(where: { matches(host, $0) }) { return .compliant }
        case .address(let address):
            if names.ipAddresses.contains(address.bytes) { return .compliant }
            if presented.contains(where: { matches(address.description, $0) }) { return .compliant }
        }
        let stated = Self.list(names.dnsNames + names.ipAddresses.map(Self.text))
        let actual = stated.isEmpty ? Self.withoutNames(leaf.subjectAltNames) : stated
        return .violation(
            requirements.trustFinding(
                Self.id,
                "The certificate \(leaf.title) is not for \(requirements.host); it "
                    + (stated.isEmpty ? "has \(actual)." : "names \(stated)."),
                expected: requirements.host.description, actual: actual, withoutATS: .hostname))
    }

    /// The subjectAltName of a certificate that has no names which count.
    private static func withoutNames(_ names: Certificate.SubjectAltNames?) -> String {
        guard let names else { return "no subjectAltName" }
        let list = "a subjectAltName"
        switch names.fault {
        case nil: return "\(list) without a dNSName or iPAddress"
        case .unreadable: return "\(list) that cannot be read"
        case .dnsName: return "\(list) with a malformed name (a dNSName that is not UTF-8), so that none counts"
        case .ipAddress(let octets):
            return "\(list) with a malformed name (an iPAddress of \(octets) octets), so that none counts"
        }
    }

    /// The names to compare with the host. Until iOS 12, a `commonName` is used if there is no `dNSName`. From iOS 13 a
    /// `commonName` is never used, and an address in a `dNSName` does not count (Apple support article 103769).
    private func comparableNames(of leaf: Certificate, in generation: ATSGeneration) -> [String] {
        let names = leaf.subjectAltNames?.dnsNames ?? []
        guard generation < .ios13 else { return names.filter { IPAddress($0) == nil } }
        return names.isEmpty ? leaf.commonNames : names
    }

    private func matches(_ host: String, _ presented: String) -> Bool {
        let reference = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
        let pattern = presented.lowercased()
        guard !reference.isEmpty, Self.isDNSName(presented) else { return false }
        guard pattern.utf8.contains(UInt8(ascii: "*")) else { return pattern == reference }
        guard pattern.hasPrefix("*."), let parent = reference.parentDomain, pattern.dropFirst(2) == parent else {
            return false
        }
        // An address has no labels, so a wildcard cannot match a part of one.
        return IPAddress(reference) == nil && publicSuffixes.permitWildcard(above: parent)
    }

    /// Whether a name consists of ASCII letters, digits, hyphens, underscores and wildcards, with no hyphen at the
    /// beginning or end of a label (RFC 1123 §2.1).
    ///
    /// Apple's SecFrameworkIsDNSName ignores any other name in a certificate. The check comes before lowercasing,
    /// because some letters outside ASCII have a lowercase form in ASCII.
    private static func isDNSName(_ name: String) -> Bool {
        let (dot, hyphen) = (UInt8(ascii: "."), UInt8(ascii: "-"))
        var previous = dot
        for byte in name.utf8 {
            if byte == dot {
                if previous == hyphen { return false }
            } else if !isPermitted(byte) || (byte == hyphen && previous == dot) {
                return false
            }
            previous = byte
        }
        return previous != hyphen
    }

    private static func isPermitted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "*"):
            return true
        case _: return false
        }
    }

    private static func text(_ address: [UInt8]) -> String {
        IPAddress(bytes: address)?.description ?? "an address of \(address.count) bytes"
    }

    /// A list of at most eight names. The number of names in a certificate is not limited.
    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { $0.visible() }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}
