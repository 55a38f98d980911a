/// Every certificate of the path must be valid at the time of the load.
public struct CertificateValidity: Rule {
    public static let id = RuleID.certificateValidity
    public static let citation = Citation("RFC 5280", "§6.1.3 (a)(2)")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain else { return .notApplicable }
        // The validity includes its last second, and certificates have whole seconds.
        let now = time.seconds
        let expired = chain.judged.filter { now > $0.notAfter.seconds }
        let early = chain.judged.filter { now < $0.notBefore.seconds }
        let causes =
            expired.map { "\($0.title) expired on \($0.notAfter.shown(beside: time))" }
            + early.map { "\($0.title) is not valid before \($0.notBefore.shown(beside: time))" }
        guard !causes.isEmpty else { return .compliant }
        let text = causes.joined(separator: "; ")
        let bounds = expired.map(\.notAfter) + early.map(\.notBefore)
        let expected = time.shown(beside: bounds.first { $0.date == time.date } ?? bounds[0])
        let isLeafEarly = chain.leaf.map(early.contains) ?? false
        let isLeafExpired = chain.leaf.map(expired.contains) ?? false
        return .violation(
            requirements.trustFinding(
                Self.id, "A certificate of \(requirements.host) is out of date: \(text).",
                expected: "certificates valid on \(expected)", actual: text,
                withoutATS: expired.isEmpty ? .other : .expired,
                cause: isLeafExpired ? nil : isLeafEarly ? .notYetValid : .issuerOutOfDate))
    }
}
