import InternationalNames
import InternetNames
import Testing

@testable import TransportSecurity

/// Compares the decision, the violations and the warnings of each row of `vectors.json`.
@Suite struct VerdictVectorsTests {
    @Test(arguments: try Vector.all())
    func isJudgedAsExpected(vector: Vector) throws {
        let policy = Policy(
            vector.policy, readBy: try OSVersion(name: vector.os),
            linkedSDK: try vector.linkedSDK.map { try #require(OSVersion(linkedSDK: $0)) })
        let kind = try #require(LoadingAPI(rawValue: vector.api))
        let requirements = policy.requirements(for: try LoadURL(written: vector.url).host, kind: kind)
        let time = try vector.server.map { try #require(Instant($0.evaluationTime)) } ?? Sample.now
        let facts = try vector.server.map { try VectorServer($0, pins: VectorTable.read().pins) }

        let verdict = Verdict(
            of: try facts?.observation(under: requirements) ?? .cleartext(.http), under: requirements,
            by: .standard(logs: VectorServer.logs(at: time)), at: time)

        #expect(Set(verdict.violations.map(\.rule.rawValue)) == vector.expect.violations)
        #expect(Set(verdict.warnings.map(\.rule.rawValue)) == vector.expect.warnings)
        #expect((verdict.violations.isEmpty ? "allowed" : "blocked") == vector.expect.decision)
        #expect(Set(verdict.violations.map(\.rule)).count == verdict.violations.count)
    }
}
