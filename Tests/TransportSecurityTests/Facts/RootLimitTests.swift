import Testing

@testable import TransportSecurity

@Suite struct RootLimitTests {
    private static func leaf(from start: Instant, days: Int64 = 90, names: [String] = ["a.test"]) -> Certificate {
        Certificate(
            der: [1], subject: "CN=leaf", issuer: "CN=issuer", notBefore: start,
            notAfter: Instant(seconds: start.seconds + days * 86_400), key: .ellipticCurve(bits: 256),
            signature: .init(name: "ecdsa-with-SHA256", digest: .sha256),
            subjectAltNames: .init(dnsNames: names), sha256: [1], publicKeySHA256: [1])
    }

    private static func limit(
        issuedUntil: Instant? = nil, largestLifetime: Int64? = nil, domains: [String]? = nil
    ) -> RootLimit {
        RootLimit(
            issuedUntil: issuedUntil, largestLifetime: largestLifetime, domains: domains, since: .init(major: 11),
            decidedBy: "Apple", source: "Apple support article 121668")
    }

    /// Certificates of the day itself are still accepted (Apple support article 121668).
    @Test(arguments: [(0, true), (1, false), (-86_400, true), (86_400, false)] as [(Int64, Bool)])
    func theLastDayOfIssueIsInclusive(seconds: Int64, isAccepted: Bool) throws {
        let end = try #require(Instant("2024-11-15T23:59:59Z"))
        let leaf = Self.leaf(from: Instant(seconds: end.seconds + seconds))
        let faults = Self.limit(issuedUntil: end).faults(of: leaf, on: .iOS(18))
        #expect(faults.isEmpty == isAccepted)
        #expect(Self.limit(issuedUntil: end).faults(of: leaf, on: .iOS(10)).isEmpty)
    }

    @Test(arguments: [(90, true), (91, false)] as [(Int64, Bool)])
    func theLargestLifetimeIsInclusive(days: Int64, isAccepted: Bool) {
        let leaf = Self.leaf(from: Instant(year: 2026, month: 1, day: 1), days: days)
        let limit = Self.limit(largestLifetime: 90 * 86_400)
        #expect(limit.faults(of: leaf, on: .newest).isEmpty == isAccepted)
    }

    @Test(arguments: [
        (["a.gov"], true), (["b.A.gov", "gov"], true), (["a.gov", "a.com"], false), (["agov"], false), ([], true),
    ])
    func everyNameIsWithinTheDomains(names: [String], isAccepted: Bool) {
        let leaf = Self.leaf(from: Instant(year: 2026, month: 1, day: 1), names: names)
        #expect(Self.limit(domains: ["gov"]).faults(of: leaf, on: .newest).isEmpty == isAccepted)
    }

    /// The rule names the root, the day and the publisher of the limit.
    @Test func theViolationSaysWhoseDecisionItIs() throws {
        let leaf = Self.leaf(from: Instant(year: 2025, month: 3, day: 1))
        var root = leaf
        (root.subject, root.sha256) = ("CN=Entrust Root", [2])
        let limit = Self.limit(issuedUntil: Instant("2024-11-15T23:59:59Z"))
        let evaluation = ChainEvaluation(
            presented: [leaf], path: [leaf, root], anchor: .system, limit: limit)
        let requirements = Policy([:], readBy: .iOS(26)).requirements(for: .name("a.test"), kind: .urlSession)
        let outcome = CertificateTrust().evaluate(
            .certificates(evaluation), under: requirements, at: Instant(year: 2025, month: 4, day: 1))
        guard case .violation(let finding) = outcome else {
            Issue.record("no violation")
            return
        }
        #expect(finding.message.contains("Apple limits the root CN=Entrust Root (Apple support article 121668)"))
        #expect(finding.message.contains("CN=leaf was issued on 2025-03-01, after 2024-11-15"))
    }
}
