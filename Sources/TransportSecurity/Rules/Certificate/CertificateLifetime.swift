/// The server's certificate must not be valid for longer than the OS accepts.
///
/// The lifetime is the difference of the two dates, without the inclusive last second of RFC 5280. Exactly 398 days are
/// accepted.
public struct CertificateLifetime: Rule {
    public static let id = RuleID.certificateLifetime
    public static let citation = Citation(
        "Apple support articles 103769 (HT210176), 102028 (HT211025)",
        "SecPolicyServer.c, SecPolicyCheckValidityPeriodMaximums")

    /// `583628400.0` in Apple's code, one hour before 1 July 2019, the date in HT210176. A certificate issued in this
    /// second is not limited.
    static let july2019 = Instant(year: 2019, month: 6, day: 30, hour: 23)

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf, requirements.os.generation >= .ios13,
            let limit = Self.limit(for: leaf, in: chain)
        else { return .notApplicable }
        let lifetime = leaf.notAfter.seconds - leaf.notBefore.seconds
        guard lifetime > limit else { return .compliant }
        // Rounded up: one second over the limit is shown as one more day.
        let days = (lifetime + Self.day - 1) / Self.day
        return .violation(
            requirements.trustFinding(
                Self.id,
                "The certificate \(leaf.title) of \(requirements.host) is valid for \(days) days "
                    + "(\(leaf.notBefore.date) to \(leaf.notAfter.date)); at most \(limit / Self.day) are accepted.",
                expected: "at most \(limit / Self.day) days", actual: "\(days) days"))
    }

    private static let day: Int64 = 86_400
    private static let slip: Int64 = 3600

    /// The longest accepted lifetime in seconds; nil if there is no limit.
    private static func limit(for leaf: Certificate, in chain: ChainEvaluation) -> Int64? {
        switch chain.anchor {
        case .system: return systemLimit(issued: leaf.notBefore)
        case .user, .none:
            guard !chain.isLeafTrustedDirectly, leaf.notBefore > july2019 else { return nil }
            return 825 * day + slip
        }
    }

    /// The limits of the CA/Browser Forum by date of issue, as Apple's code has them. The code counts 60 and 39 months
    /// in days.
    private static func systemLimit(issued: Instant) -> Int64 {
        if issued < Instant(year: 2016, month: 7, day: 1) { return (365 * 5 + 2) * day + slip }
        if issued < Instant(year: 2018, month: 3, day: 1) { return (365 * 3 + 2 * 31 + 30 + 1) * day + slip }
        if issued < Instant(year: 2020, month: 9, day: 1) { return 825 * day + slip }
        return 398 * day
    }
}
