/// The chain must have a key that `NSPinnedDomains` lists for the host.
///
/// Pins hold even if ATS is off, and no key of an exception relaxes them.
public struct CertificatePin: Rule {
    public static let id = RuleID.certificatePin
    public static let citation = Citation(
        "Apple, NSPinnedDomains",
        "NSPinnedCAIdentities, NSPinnedLeafIdentities; SecPolicyServer.c, "
            + "SecPolicyCheckCAspkiSHA256, SecPolicyCheckLeafSPKISHA256")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf, let pins = requirements.pins else {
            return .notApplicable
        }
        var causes: [String] = []
        if let leaves = pins.leaves, !leaves.contains(leaf.publicKeySHA256) {
            causes.append("the key of \(leaf.title) is not among its NSPinnedLeafIdentities")
        }
        if let authorities = pins.authorities,
            !chain.judged.dropFirst().contains(where: { authorities.contains($0.publicKeySHA256) })
        {
            causes.append("no authority above \(leaf.title) is among its NSPinnedCAIdentities")
        }
        guard !causes.isEmpty else { return .compliant }
        let text = causes.joined(separator: ", and ")
        var finding = requirements.trustFinding(
            Self.id, "\(requirements.host) does not have the keys that NSPinnedDomains demands: \(text).",
            expected: "a key that NSPinnedDomains names", actual: text)
        finding.exception = nil
        return .violation(finding)
    }
}
