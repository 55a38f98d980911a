import InternationalNames
import InternetNames
import Testing
import TransportSecurity

/// What `policy explain` must say of each row of `vectors.json`.
@Suite struct PolicyVectorsTests {
    /// A row may leave fields open, but each field is expected by some row.
    @Test func everyFieldIsExpectedBySomeRow() throws {
        let expected = try Vector.all().map(\.expect.explain)
        #expect(expected.contains { $0.applies != nil } && expected.contains { $0.reason != nil })
        #expect(expected.contains { $0.matched != nil } && expected.contains { $0.minimumTLSVersion != nil })
        #expect(expected.contains { $0.allowsInsecureHTTPLoads != nil })
        #expect(expected.contains { $0.requiresForwardSecrecy != nil })
        #expect(expected.contains { $0.requiresCertificateTransparency != nil })
    }

    @Test(arguments: try Vector.all())
    func isExplainedAsExpected(vector: Vector) throws {
        let os = try OSVersion(name: vector.os)
        let linkedSDK = try vector.linkedSDK.map { try #require(OSVersion(linkedSDK: $0)) }
        let policy = Policy(vector.policy, readBy: os, linkedSDK: linkedSDK)
        let kind: LoadingAPI = try #require(LoadingAPI(rawValue: vector.api))
        let verdict = policy.verdict(for: try LoadURL(written: vector.url), kind: kind)
        let requirements = verdict.requirements
        let expected = vector.expect.explain

        #expect(expected.decision.accepts(verdict.decision.rawValue))
        #expect((verdict.decision == .blocked) == (expected.violations == ["cleartext"]))
        #expect(expected.applies?.accepts(requirements.applies) ?? true)
        #expect(expected.reason?.accepts(requirements.reason.rawValue) ?? true)
        #expect(expected.matched?.accepts(requirements.matched) ?? true)
        #expect(expected.allowsInsecureHTTPLoads?.accepts(requirements.allowsInsecureHTTPLoads) ?? true)
        #expect(expected.minimumTLSVersion?.accepts(requirements.minimumTLSVersion.name) ?? true)
        #expect(expected.requiresForwardSecrecy?.accepts(requirements.requiresForwardSecrecy) ?? true)
        #expect(
            expected.requiresCertificateTransparency?.accepts(requirements.requiresCertificateTransparency) ?? true)
    }
}
