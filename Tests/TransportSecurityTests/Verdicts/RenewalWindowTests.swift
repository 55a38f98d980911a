import Testing
import TransportSecurity

@Suite struct RenewalWindowTests {
    private static let beginning = Instant(year: 2026, month: 1, day: 1)
    private static let day: Int64 = 86_400

    private func certificate(days: Int64) -> Certificate {
        Certificate(
            der: [], subject: "CN=a.example", issuer: "CN=CA", notBefore: Self.beginning,
            notAfter: Self.beginning + days * Self.day, key: .ellipticCurve(bits: 256),
            signature: Certificate.SignatureAlgorithm(name: "ecdsa-with-SHA256", digest: .sha256), sha256: [],
            publicKeySHA256: [])
    }

    private func isDue(_ certificate: Certificate, at time: Instant, in window: RenewalWindow) -> Bool {
        RenewalNotice(leaf: RenewalNotice.Period(certificate), issuers: [], at: time, in: window) != nil
    }

    /// The lifetimes of public certificates that end today, in 2026, in 2027 and in 2029.
    @Test(arguments: [(200, 133), (100, 66), (47, 31)] as [(Int64, Int64)])
    func lastThirdBeginsAfterTwoThirdsOfTheLifetime(days: Int64, lastQuietDay: Int64) {
        let certificate = certificate(days: days)
        let window = RenewalWindow.lastThird
        #expect(!isDue(certificate, at: Self.beginning + lastQuietDay * Self.day, in: window))
        #expect(isDue(certificate, at: Self.beginning + (lastQuietDay + 1) * Self.day, in: window))
    }

    @Test func durationCountsFromTheEnd() {
        let certificate = certificate(days: 90)
        let window = RenewalWindow.duration(seconds: 14 * Self.day)
        #expect(!isDue(certificate, at: certificate.notAfter + (-14 * Self.day - 1), in: window))
        #expect(isDue(certificate, at: certificate.notAfter + -14 * Self.day, in: window))
        #expect(isDue(certificate, at: certificate.notAfter, in: window))
        #expect(!isDue(certificate, at: certificate.notAfter + 1, in: window))
    }

    @Test func certificateThatEndsBeforeItBeginsHasNoWindow() {
        let certificate = certificate(days: -1)
        #expect(!isDue(certificate, at: Self.beginning, in: .lastThird))
    }
}
