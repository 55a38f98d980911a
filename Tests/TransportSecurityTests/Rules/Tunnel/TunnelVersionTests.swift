import Testing

@testable import TransportSecurity

@Suite struct TunnelVersionTests {
    private func outcome(
        _ tunnel: TunnelObservation, change: (inout Requirements) -> Void = { _ in }
    ) -> Outcome {
        TunnelVersion().evaluate(tunnel, under: Sample.requirements(change: change))
    }

    @Test(
        arguments: [
            (TLSVersion.tls1_3, TLSVersion.tls1_2, Outcome.Kind.compliant), (.tls1_2, .tls1_2, .compliant),
            (.tls1_1, .tls1_2, .violation), (.tls1_2, .tls1_3, .violation), (.tls1_0, .tls1_0, .compliant),
            (.ssl3, .tls1_0, .violation),
        ])
    func comparesTheNegotiatedVersion(actual: TLSVersion, minimum: TLSVersion, expected: Outcome.Kind) {
        #expect(outcome(Sample.tunnel(actual, 0xC02F)) { $0.minimumTLSVersion = minimum }.kind == expected)
    }

    @Test(arguments: [
        TunnelObservation.Opening.cleartext("an HTTP request"), .serverSpokeFirst("a greeting"), .unreadable,
        .hello(.init(serverName: nil)),
    ])
    func isNotApplicableWithoutAnAgreement(opening: TunnelObservation.Opening) {
        #expect(outcome(Sample.tunnel(opening)) == .notApplicable)
    }

    @Test func isNotApplicableWithATSOff() {
        #expect(outcome(Sample.tunnel(.tls1_0, 0x002F), change: Sample.off) == .notApplicable)
    }

    @Test func isUndeterminedForAnUnknownVersion() {
        let draft = Sample.tunnel { $0.agreement?.versionCode = 0x7F1C }
        #expect(outcome(draft).kind == .undetermined && outcome(draft).text?.contains("0x7f1c") == true)
    }

    @Test(arguments: [
        (TLSVersion.tls1_3, [TLSVersion.tls1_1], ", which the server speaks and the client does not offer."),
        (.tls1_3, [.tls1_3, .tls1_1], ", which the server negotiated with the probe."),
        (.tls1_1, [.tls1_1], "asks for TLS 1.2."),
    ])
    func namesThePartyAtFault(probed: TLSVersion, offered: [TLSVersion], end: String) {
        let tunnel = Sample.tunnel(.tls1_1, 0xC013, offering: offered) {
            $0.probed = Sample.secure(Sample.chain(), Sample.handshake(probed))
        }
        #expect(outcome(tunnel).text?.hasSuffix(end) == true)
        #expect(outcome(tunnel).finding?.cause == (end.contains("does not offer") ? .clientHello : nil))
    }

    /// Captures have no probe. The server cannot agree to what the client does not offer.
    @Test(arguments: [([TLSVersion.tls1_1, .tls1_0], Finding.Cause?.some(.clientHello)), ([.tls1_3, .tls1_1], nil)])
    func namesTheClientWithoutAProbe(offered: [TLSVersion], cause: Finding.Cause?) {
        let finding = outcome(Sample.tunnel(.tls1_1, 0xC013, offering: offered)).finding
        #expect(finding?.cause == cause)
        #expect(finding?.message.hasSuffix("TLS 1.2, which the client does not offer.") == (cause != nil))
    }

    @Test func namesTheServerIfTheHelloIsUnreadable() {
        let tunnel = Sample.tunnel(.tls1_1, 0xC013) { $0.opening = .unreadable }
        let finding = outcome(tunnel).finding
        #expect(finding?.rule == .tunnelVersion && finding?.cause == nil)
    }

    @Test(arguments: [(TLSVersion.tls1_0, "TLSv1.0" as String?), (.tls1_1, "TLSv1.1"), (.ssl3, nil)])
    func offersTheKeyThatWouldPermitIt(actual: TLSVersion, value: String?) {
        let finding = outcome(Sample.tunnel(actual, 0xC013)).finding
        #expect(finding?.rule == .tunnelVersion && finding?.status == -9836 && finding?.urlError == -1200)
        #expect(finding?.exception?.keys == value.map { ["NSExceptionMinimumTLSVersion": .string($0)] })
    }
}
