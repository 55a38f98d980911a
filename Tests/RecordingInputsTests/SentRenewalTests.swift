import Testing
import TransportSecurity

@testable import RecordingInputs

@Suite struct SentRenewalTests {
    private static let beginning = Instant(year: 2026, month: 1, day: 1)
    private static let day: Int64 = 86_400

    private func link(_ subject: String, by issuer: String, days: Int64) -> RenewalNotice.Link {
        RenewalNotice.Link(
            Certificate(
                der: [], subject: subject, issuer: issuer, notBefore: Self.beginning,
                notAfter: Self.beginning + days * Self.day, key: .ellipticCurve(bits: 256),
                signature: Certificate.SignatureAlgorithm(name: "ecdsa-with-SHA256", digest: .sha256), sha256: [],
                publicKeySHA256: []))
    }

    private func notice(_ sent: [RenewalNotice.Link], day: Int64) -> RenewalNotice? {
        RenewalNotice(sent: sent, at: Self.beginning + day * Self.day, in: .lastThird)
    }

    /// A further certificate, such as a cross-signed root for old clients, says nothing of the chain that devices build.
    @Test func onlyTheIssuerOfTheLeafCountsBesideIt() {
        let leaf = link("CN=a.example", by: "CN=CA", days: 90)
        let early = link("CN=CA", by: "CN=Root", days: 80)
        let crossSigned = link("CN=Root", by: "CN=Old Root", days: 55)
        #expect(notice([leaf, crossSigned], day: 50) == nil)
        #expect(notice([leaf, early, crossSigned], day: 50)?.issuer == "CN=CA")
        #expect(notice([leaf], day: 60)?.issuer == .some(nil))
        #expect(notice([], day: 60) == nil)
    }

    @Test func latestOfSeveralIssuersCounts() {
        let leaf = link("CN=a.example", by: "CN=CA", days: 90)
        let issuers = [80, 400].map { link("CN=CA", by: "CN=Root", days: $0) }
        #expect(notice([leaf] + issuers, day: 55) == nil)
    }
}
