import Testing

@testable import TransportSecurity

@Suite struct MinimumTLSVersionTests {
    @Test(
        arguments: [
            (TLSVersion.tls1_3, TLSVersion.tls1_2, Outcome.Kind.compliant), (.tls1_2, .tls1_2, .compliant),
            (.tls1_1, .tls1_2, .violation), (.tls1_2, .tls1_3, .violation), (.tls1_3, .tls1_3, .compliant),
            (.tls1_0, .tls1_0, .compliant), (.ssl3, .tls1_0, .violation),
        ])
    func comparesTheServersBest(actual: TLSVersion, minimum: TLSVersion, expected: Outcome.Kind) {
        let requirements = Sample.requirements { $0.minimumTLSVersion = minimum }
        let outcome = MinimumTLSVersion().evaluate(
            Sample.secure(Sample.chain(), Sample.handshake(actual)), under: requirements, at: Sample.now)
        #expect(outcome.kind == expected)
    }

    @Test(
        arguments: [
            (TLSVersion.tls1_2, Outcome.Kind.notApplicable), (.tls1_1, .note), (.tls1_0, .note),
            (.ssl3, .violation),
        ])
    func notesIfATSIsOff(actual: TLSVersion, expected: Outcome.Kind) {
        let outcome = MinimumTLSVersion().evaluate(
            Sample.secure(Sample.chain(), Sample.handshake(actual)), under: Sample.requirements(change: Sample.off),
            at: Sample.now)
        #expect(outcome.kind == expected)
    }

    @Test(arguments: [Observation.cleartext(.http), .noHandshake(.alert(70))])
    func isNotApplicableWithoutAHandshake(observation: Observation) {
        #expect(
            MinimumTLSVersion().evaluate(observation, under: Sample.requirements(), at: Sample.now) == .notApplicable)
    }

    @Test(arguments: [(TLSVersion.tls1_0, "TLSv1.0" as String?), (.tls1_1, "TLSv1.1"), (.ssl3, nil)])
    func offersTheKeyThatWouldPermitIt(actual: TLSVersion, value: String?) {
        let finding = MinimumTLSVersion().evaluate(
            Sample.secure(Sample.chain(), Sample.handshake(actual)), under: Sample.requirements(), at: Sample.now
        ).finding
        #expect(finding?.status == -9836 && finding?.urlError == -1200)
        #expect(finding?.exception?.keys == value.map { ["NSExceptionMinimumTLSVersion": .string($0)] })
    }
}
