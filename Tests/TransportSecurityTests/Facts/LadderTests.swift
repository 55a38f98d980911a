import Testing

@testable import TransportSecurity

@Suite struct LadderTests {
    static let ats = Offer(profile: .current)

    @Test(
        arguments: [
            (ats, ["ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "permissive"]),
            (
                Offer(profile: .current, minimumVersion: .tls1_3),
                ["ats", "ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "permissive"]
            ),
            (
                Offer(profile: .current, includesRSAKeyTransport: true), ["tls1.1-rsa", "tls1.0-rsa", "permissive"]
            ),
            (Offer(profile: .current, minimumVersion: .tls1_0), ["tls1.0-rsa", "permissive"]),
            (
                Offer(profile: .current, minimumVersion: .tls1_2, selection: .platform),
                ["platform-tls1.1", "platform", "permissive"]
            ),
            (
                Offer(profile: .current, minimumVersion: .tls1_2, selection: .niap),
                ["ats", "ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "permissive"]
            ),
            (Offer(profile: .current, isPermissive: true), []),
        ] as [(Offer, [String])])
    func relaxesInSingleSteps(judging: Offer, names: [String]) {
        var ladder = Ladder(below: judging)
        var climbed: [String] = []
        while let offer = ladder.next(after: .alert(40)) {
            climbed.append(offer.name)
            #expect(!offer.isWithin(judging) && offer.profile == judging.profile)
        }
        #expect(climbed == names)
    }

    @Test(arguments: [(HandshakeFailure.notTLS, true), (.timedOut, true), (.closed, false), (.malformed("x"), false)])
    func endsAfterFailuresThatEveryOfferGets(failure: HandshakeFailure, ends: Bool) {
        var ladder = Ladder(below: Self.ats)
        #expect((ladder.next(after: failure) == nil) == ends)
        #expect((ladder.next(after: .alert(40)) == nil) == ends)
    }
}
