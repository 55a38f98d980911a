import Testing

@testable import TransportSecurity

@Suite struct CertificateTransparencyTests {
    static let day: Int64 = 86_400
    static let issued = Instant(year: 2025, month: 12, day: 1)
    static let october2018 = Instant(year: 2018, month: 10, day: 16)

    /// Whether timestamps are required, for a leaf without any.
    @Test(
        arguments: [
            (OSVersion(.ios, 12, 1), ChainEvaluation.Anchor.system, october2018, Outcome.Kind.violation),
            (OSVersion(.ios, 12, 0), .system, october2018, .notApplicable),
            (.newest, .system, october2018 + -1, .notApplicable), (.newest, .system, october2018, .violation),
            (.newest, .user, october2018, .notApplicable), (.newest, .none, october2018, .notApplicable),
        ])
    func requiresTimestampsOfPublicCAs(
        os: OSVersion, anchor: ChainEvaluation.Anchor, issued: Instant, expected: Outcome.Kind
    ) {
        let leaf = Sample.leaf { $0.notBefore = issued }
        let chain = Sample.chain(leaf, anchor: anchor) { $0.timestamps = [] }
        #expect(outcome(chain, Sample.requirements(os)).kind == expected)
        let byKey = Sample.requirements(os) { $0.requiresCertificateTransparency = true }
        #expect(outcome(chain, byKey).kind == .violation)
    }

    @Test(arguments: [(0, Outcome.Kind.violation), (1, .notApplicable)] as [(Int64, Outcome.Kind)])
    func leavesExpiredCertificatesToTheirDate(seconds: Int64, expected: Outcome.Kind) {
        let chain = Sample.chain { $0.timestamps = [] }
        let outcome = CertificateTransparency(logs: Sample.logs(date: Sample.leaf().notAfter)).evaluate(
            Sample.secure(chain), under: Sample.requirements(), at: Sample.leaf().notAfter + seconds)
        #expect(outcome.kind == expected)
    }

    @Test(
        arguments: [
            (180 * day, 1, Outcome.Kind.violation), (180 * day, 2, .compliant), (180 * day + 1, 2, .violation),
            (180 * day + 1, 3, .compliant), (825 * day, 3, .compliant), (825 * day + 1, 3, .violation),
            (825 * day + 1, 4, .compliant),
        ] as [(Int64, Int, Outcome.Kind)])
    func countsEmbeddedTimestampsByDays(lifetime: Int64, count: Int, expected: Outcome.Kind) {
        let leaf = Sample.leaf { $0.notAfter = $0.notBefore + lifetime }
        #expect(outcome(chain(leaf, (1...count).map { Sample.timestamp(UInt8($0)) })).kind == expected)
    }

    @Test(
        arguments: [
            ([(1, .embedded), (2, .ocsp)], Outcome.Kind.compliant), ([(1, .tlsExtension), (2, .ocsp)], .compliant),
            ([(1, .tlsExtension)], .violation), ([(1, .embedded), (1, .ocsp)], .violation),
            ([(1, .embedded), (1, .embedded)], .violation),
        ] as [([(UInt8, SignedCertificateTimestamp.Source)], Outcome.Kind)])
    func twoDistinctLogsSufficeIfOneIsDeliveredInTheHandshake(
        timestamps: [(UInt8, SignedCertificateTimestamp.Source)], expected: Outcome.Kind
    ) {
        #expect(outcome(chain(Sample.leaf(), timestamps.map { Sample.timestamp($0.0, $0.1) })).kind == expected)
    }

    @Test(
        arguments: [
            (nil, Outcome.Kind.undetermined), (Sample.now + -60 * day, .violation),
            (Sample.now + (-60 * day - 1), .undetermined), (Sample.now + 90 * day, .violation),
        ] as [(Instant?, Outcome.Kind)])
    func aStaleListRefusesNothing(date: Instant?, expected: Outcome.Kind) {
        let list = Sample.logs(date: date)
        #expect(outcome(chain(Sample.leaf(), []), logs: list).kind == expected)
        // A chain with enough timestamps is compliant even with a stale list.
        #expect(outcome(Sample.chain(), logs: list).kind == .compliant)
    }

    @Test func isUndeterminedWithoutAList() {
        let outcome = CertificateTransparency(logs: nil).evaluate(
            Sample.secure(), under: Sample.requirements(), at: Sample.now)
        #expect(outcome.kind == .undetermined)
    }

    @Test func manyLogsOfOneOperatorAreARemark() {
        let list = Sample.logs { $0[1].operatorName = $0[0].operatorName }
        #expect(outcome(Sample.chain(), logs: list).kind == .note)
    }

    @Test(arguments: [(true, "NSRequiresCertificateTransparency"), (false, "NSExceptionAllowsInsecureHTTPLoads")])
    func namesTheKeyThatPermitsTheLoad(onlyByKey: Bool, key: String) {
        let requirements = Sample.requirements(OSVersion(.ios, 16)) {
            $0.requiresCertificateTransparency = onlyByKey
        }
        let chain = Sample.chain(anchor: onlyByKey ? .user : .system) { $0.timestamps = [] }
        let finding = outcome(chain, requirements).finding
        #expect(finding?.exception?.keys == [key: .boolean(!onlyByKey)])
        #expect(finding?.exception?.overridable == (onlyByKey ? nil : true))
    }

    private func chain(_ leaf: Certificate, _ timestamps: [SignedCertificateTimestamp]) -> ChainEvaluation {
        Sample.chain(leaf) { $0.timestamps = timestamps }
    }

    private func outcome(
        _ chain: ChainEvaluation, _ requirements: Requirements = Sample.requirements(),
        logs: TransparencyLogList = Sample.logs()
    ) -> Outcome {
        CertificateTransparency(logs: logs).evaluate(Sample.secure(chain), under: requirements, at: Sample.now)
    }
}
