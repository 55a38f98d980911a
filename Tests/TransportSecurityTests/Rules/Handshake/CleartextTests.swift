import Testing

@testable import TransportSecurity

@Suite struct CleartextTests {
    @Test(
        arguments: [
            (Observation.cleartext(.http), true, false, Outcome.Kind.violation),
            (.cleartext(.http), true, true, .compliant),
            (.cleartext(.ws), false, true, .notApplicable), (Sample.secure(), true, false, .notApplicable),
            (.noHandshake(.notTLS), true, false, .notApplicable),
        ])
    func needsAnException(observation: Observation, applies: Bool, allows: Bool, expected: Outcome.Kind) {
        let requirements = Sample.requirements {
            $0.applies = applies
            $0.allowsInsecureHTTPLoads = allows
        }
        #expect(Cleartext().evaluate(observation, under: requirements, at: Sample.now).kind == expected)
    }

    @Test func namesErrorAndException() throws {
        let finding = try #require(
            Cleartext().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now).finding)
        #expect(finding.status == -1022 && finding.urlError == -1022)
        #expect(finding.exception?.keys == ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        #expect(finding.exception?.domain == "example.com" && finding.exception?.overridable == nil)
    }
}
