import Testing

@testable import TransportSecurity

@Suite struct TunnelVerdictTests {
    private func verdict(
        _ tunnel: TunnelObservation, waiving waivers: [Waiver] = [], change: (inout Requirements) -> Void = { _ in }
    ) -> Verdict {
        Verdict(
            of: tunnel, under: Sample.requirements(change: change), by: RuleSetTests.rules, at: Sample.now,
            waiving: waivers)
    }

    private static let expired = Sample.leaf { $0.notAfter = Instant(year: 2026, month: 1, day: 1) }

    @Test func findsNothingInAGoodTunnel() {
        #expect(
            verdict(Sample.tunnel()).violations == []
                && verdict(Sample.tunnel()).notes.map(\.rule) == [.tunnelCertificate])
        #expect(verdict(Sample.tunnel(.tls1_2, 0xC02F) { $0.presented = Sample.secure() }) == Verdict())
    }

    @Test func findsAllViolationsAtOnce() {
        let tunnel = Sample.tunnel(.tls1_1, 0x002F, name: "other.example") {
            $0.presented = Sample.secure(Sample.chain(Self.expired, anchor: .none))
        }
        #expect(
            verdict(tunnel).violations.map(\.rule) == [
                .tunnelVersion, .tunnelCipher, .tunnelSNI, .certificateTrust, .certificateValidity,
            ])
    }

    @Test func appliesNoServerRuleToTheChoiceOfTheClient() {
        let handshake = Sample.handshake(.tls1_1, 0x002F) { $0.extendedMasterSecret = false }
        let tunnel = Sample.tunnel(.tls1_1, 0x002F) { $0.presented = .secure(handshake, Sample.chain()) }
        let rules = verdict(tunnel) { $0.requiresNIAP = true }.violations.map(\.rule)
        #expect(rules == [.tunnelVersion, .tunnelCipher, .niapExtendedMasterSecret])
    }

    @Test func warnsIfThePolicyLeavesTrustToTheApp() {
        let tunnel = Sample.tunnel(.tls1_2, 0xC02F) { $0.presented = Sample.secure(Sample.chain(Self.expired)) }
        let verdict = verdict(tunnel) { $0.allowsInsecureHTTPLoads = true }
        #expect(verdict.violations == [] && verdict.warnings.map(\.rule) == [.certificateValidity])
    }

    @Test func judgesCleartextToAServerWithoutTLSAsACleartextLoad() {
        var tunnel = Sample.tunnel(.cleartext("an HTTP request"))
        tunnel.probed = .noHandshake(.notTLS)
        #expect(verdict(tunnel).violations.map(\.rule) == [.cleartext])
        #expect(verdict(tunnel) { $0.allowsInsecureHTTPLoads = true }.violations == [])
        tunnel.probed = Sample.secure()
        #expect(verdict(tunnel).violations.map(\.rule) == [.tunnelCleartext])
    }

    @Test(arguments: [(true, [RuleID.certificateTransparency]), (false, [])])
    func reportsNoMissingDataThatTheClientDidNotRequest(asks: Bool, rules: [RuleID]) {
        let chain = Sample.chain {
            $0.timestamps = []
            $0.revocation = .notStated
        }
        let hello = TunnelObservation.Hello(
            serverName: "example.com", asksForTimestamps: asks, asksForStaple: asks)
        let tunnel = Sample.tunnel(.tls1_2, 0xC02F) {
            $0.opening = .hello(hello)
            $0.presented = Sample.secure(chain)
        }
        let verdict = verdict(tunnel)
        #expect(verdict.violations.map(\.rule) == rules)
        #expect(verdict.notes.filter { $0.message.contains("client asked for no") }.count == (asks ? 0 : 2))
    }

    @Test func waives() throws {
        let waiver = try #require(Waiver("tunnel.sni"))
        let verdict = verdict(Sample.tunnel(name: "other.example"), waiving: [waiver])
        #expect(verdict.violations == [] && verdict.notes.map(\.rule) == [.tunnelSNI, .tunnelCertificate])
    }
}
