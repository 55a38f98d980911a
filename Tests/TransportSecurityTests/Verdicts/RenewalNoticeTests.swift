import Testing
import TransportSecurity

@Suite struct RenewalNoticeTests {
    private static let beginning = Instant(year: 2026, month: 1, day: 1)
    private static let day: Int64 = 86_400

    private func period(_ subject: String, from first: Int64 = 0, to last: Int64) -> RenewalNotice.Period {
        RenewalNotice.Period(
            subject: subject, notBefore: Self.beginning + first * Self.day, notAfter: Self.beginning + last * Self.day)
    }

    private func notice(
        _ leaf: RenewalNotice.Period, _ issuers: [RenewalNotice.Period] = [], day: Int64,
        in window: RenewalWindow = .lastThird
    ) -> RenewalNotice? {
        RenewalNotice(leaf: leaf, issuers: issuers, at: Self.beginning + day * Self.day, in: window)
    }

    @Test func leafInItsLastThirdIsDue() throws {
        let leaf = period("CN=a.example", to: 90)
        #expect(notice(leaf, day: 59) == nil)
        let due = try #require(notice(leaf, day: 60))
        #expect(due.since == Self.beginning + 60 * Self.day)
        #expect(due.notAfter == leaf.notAfter)
        #expect(due.issuer == nil)
        #expect(
            due.sentence(at: Self.beginning + 60 * Self.day)
                == "The certificate ends on 2026-04-01, in 30 days; its renewal is due since 2026-03-02.")
    }

    @Test func expiredLeafHasNoNotice() {
        #expect(notice(period("CN=a.example", to: 90), day: 91) == nil)
    }

    @Test func expiredLeafHasANoticeOnRequest() throws {
        let (leaf, time) = (period("CN=a.example", to: 90), Self.beginning + 91 * Self.day)
        let notice = try #require(
            RenewalNotice(leaf: leaf, issuers: [], at: time, in: .lastThird, keepsEnded: true))
        #expect(notice.notAfter == leaf.notAfter)
        #expect(
            notice.sentence(at: time)
                == "The certificate ended on 2026-04-01; its renewal is due since 2026-03-02.")
    }

    /// The issuer's own last third would have begun a thousand days earlier.
    @Test func issuerThatEndsFirstIsDueForTheLengthOfTheLeafsWindow() throws {
        let leaf = period("CN=a.example", to: 90)
        let issuer = period("CN=Issuing CA", from: -3000, to: 80)
        #expect(notice(leaf, [issuer], day: 49) == nil)
        let due = try #require(notice(leaf, [issuer], day: 50))
        #expect(due.issuer == "CN=Issuing CA")
        #expect(due.notAfter == issuer.notAfter)
        #expect(
            due.sentence(at: Self.beginning + 79 * Self.day)
                == "The certificate of the issuer CN=Issuing CA ends on 2026-03-22, in 1 day, before the server's own; a "
                + "chain with a newer issuer is due since 2026-02-20.")
    }

    @Test func issuerThatEndsLaterDoesNotCount() {
        #expect(notice(period("CN=a.example", to: 90), [period("CN=CA", from: -3000, to: 91)], day: 59) == nil)
    }

    @Test func durationCountsFromTheEnd() {
        let leaf = period("CN=a.example", to: 90)
        let window = RenewalWindow.duration(seconds: 14 * Self.day)
        #expect(notice(leaf, day: 75, in: window) == nil)
        #expect(notice(leaf, day: 76, in: window)?.since == Self.beginning + 76 * Self.day)
    }

    /// The renewal of a new certificate is not due, however far ahead a person looks.
    @Test func aDurationIsNamedAsThatOfTheOption() throws {
        let leaf = period("CN=a.example", to: 90)
        let window = RenewalWindow.duration(seconds: 400 * Self.day)
        let asked = try #require(notice(leaf, day: 1, in: window))
        #expect(asked.since == leaf.notBefore)
        #expect(
            asked.sentence(at: Self.beginning + Self.day)
                == "The certificate ends on 2026-04-01, in 89 days; this is within the 400 days of --expires-within.")
        let issuer = try #require(
            notice(leaf, [period("CN=CA", to: 80)], day: 79, in: .duration(seconds: 36 * 3600)))
        #expect(
            issuer.sentence(at: Self.beginning + 79 * Self.day)
                == "The certificate of the issuer CN=CA ends on 2026-03-22, in 1 day, before the server's own; this is "
                + "within the 36 hours of --expires-within.")
        let ended = RenewalNotice(
            leaf: leaf, issuers: [], at: Self.beginning + 91 * Self.day, in: window, keepsEnded: true)
        #expect(ended?.sentence(at: Self.beginning + 91 * Self.day) == "The certificate ended on 2026-04-01.")
    }

    @Test func rootOfTheSystemDoesNotCount() {
        func certificate(_ subject: String, days: Int64, isSelfSigned: Bool = false) -> Certificate {
            Certificate(
                der: [], subject: subject, issuer: "CN=Root", notBefore: Self.beginning,
                notAfter: Self.beginning + days * Self.day, key: .ellipticCurve(bits: 256),
                signature: Certificate.SignatureAlgorithm(name: "ecdsa-with-SHA256", digest: .sha256),
                isSelfSigned: isSelfSigned, sha256: [], publicKeySHA256: [])
        }
        let leaf = certificate("CN=a.example", days: 90)
        let issuer = certificate("CN=Issuing CA", days: 80)
        let root = certificate("CN=Root", days: 70, isSelfSigned: true)
        let time = Self.beginning + 60 * Self.day
        let anchored = ChainEvaluation(presented: [leaf, issuer], path: [leaf, issuer, root], anchor: .system)
        #expect(RenewalNotice(anchored, at: time, in: .lastThird)?.issuer == "CN=Issuing CA")
        let installed = ChainEvaluation(presented: [leaf, issuer], path: [leaf, issuer, root], anchor: .user)
        #expect(RenewalNotice(installed, at: time, in: .lastThird)?.issuer == "CN=Root")
        let unanchored = ChainEvaluation(presented: [leaf], path: [leaf, root], anchor: .none)
        #expect(RenewalNotice(unanchored, at: time, in: .lastThird)?.issuer == nil)
        #expect(RenewalNotice(ChainEvaluation(presented: [], path: [], anchor: .none), at: time, in: .lastThird) == nil)
        #expect([anchored, installed, unanchored].map(RenewalNotice.end(of:)) == [issuer, root, leaf].map(\.notAfter))
    }
}
