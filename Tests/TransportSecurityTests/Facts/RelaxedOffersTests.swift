import Testing

@testable import TransportSecurity

@Suite struct RelaxedOffersTests {
    static let ats = Offer(generation: .current)

    @Test(
        arguments: [
            (
                ats,
                [
                    "ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "platform", "permissive",
                    "permissive-tls1.2",
                ]
            ),
            (
                Offer(generation: .current, minimumVersion: .tls1_3),
                [
                    "ats", "ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "platform", "permissive",
                    "permissive-tls1.2",
                ]
            ),
            (
                Offer(generation: .current, includesRSAKeyTransport: true),
                ["tls1.1-rsa", "tls1.0-rsa", "platform", "permissive", "permissive-tls1.2"]
            ),
            (
                Offer(generation: .current, minimumVersion: .tls1_0),
                ["tls1.0-rsa", "platform", "permissive", "permissive-tls1.2"]
            ),
            (
                Offer(generation: .current, minimumVersion: .tls1_2, selection: .platform),
                ["platform-tls1.1", "platform", "permissive", "permissive-tls1.2"]
            ),
            (
                Offer(generation: .current, minimumVersion: .tls1_2, selection: .niap),
                [
                    "ats", "ats-rsa", "tls1.1", "tls1.1-rsa", "tls1.0", "tls1.0-rsa", "platform", "permissive",
                    "permissive-tls1.2",
                ]
            ),
            (Offer(generation: .current, isPermissive: true), []),
        ] as [(Offer, [String])])
    func relaxesInSingleSteps(judging: Offer, names: [String]) {
        var relaxed = RelaxedOffers(below: judging)
        var offered: [String] = []
        while let offer = relaxed.next(after: .alert(40)) {
            offered.append(offer.name)
            #expect(!offer.isWithin(judging) && offer.generation == judging.generation)
        }
        #expect(offered == names)
    }

    @Test(arguments: [(HandshakeFailure.notTLS, true), (.timedOut, true), (.closed, false), (.malformed("x"), false)])
    func endsAfterFailuresThatEveryOfferGets(failure: HandshakeFailure, ends: Bool) {
        var relaxed = RelaxedOffers(below: Self.ats)
        #expect((relaxed.next(after: failure) == nil) == ends)
        #expect((relaxed.next(after: .alert(40)) == nil) == ends)
    }
}
