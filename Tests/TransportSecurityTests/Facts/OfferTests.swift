import Testing

@testable import TransportSecurity

@Suite struct OfferTests {
    @Test(
        arguments: [
            (true, false, TLSVersion.tls1_2, true, false, "ats"), (true, false, .tls1_2, false, false, "ats-rsa"),
            (true, false, .tls1_1, true, false, "tls1.1"), (true, false, .tls1_0, false, false, "tls1.0-rsa"),
            (true, false, .tls1_3, true, false, "tls1.3"), (true, true, .tls1_2, true, false, "ats"),
            (true, true, .tls1_2, false, false, "platform-tls1.2"), (true, true, .tls1_2, false, true, "niap"),
            (false, true, .tls1_0, false, false, "platform"), (true, false, .tls1_2, true, true, "niap"),
        ])
    func offersTheHelloOfThePolicy(
        applies: Bool, insecure: Bool, minimum: TLSVersion, forwardSecrecy: Bool, niap: Bool, name: String
    ) {
        let requirements = Sample.requirements {
            $0.applies = applies
            $0.allowsInsecureHTTPLoads = insecure
            $0.minimumTLSVersion = minimum
            $0.requiresForwardSecrecy = forwardSecrecy
            $0.requiresNIAP = niap
        }
        let offer = Offer(judging: requirements)
        #expect(offer.name == name && offer.minimumVersion == minimum && offer.generation == .current)
    }

    @Test(
        arguments: [
            (ATSGeneration.ios9, TLSVersion.tls1_2, [23, 24, 25], false), (.ios11, .tls1_2, [29, 23, 24, 25], true),
            (.ios12, .tls1_3, [29, 23, 24, 25], true), (.current, .tls1_3, [4588, 29, 23, 24, 25], true),
        ] as [(ATSGeneration, TLSVersion, [UInt16], Bool)])
    func offersWhatTheGenerationOffers(generation: ATSGeneration, newest: TLSVersion, groups: [UInt16], pss: Bool) {
        let offer = Offer(generation: generation)
        #expect(offer.versions == .tls1_2...newest)
        #expect(offer.groups.map(\.rawValue) == groups)
        #expect(offer.signatureSchemes.contains(SignatureScheme(rawValue: 0x0804)) == pss)
        #expect(offer.signatureSchemes.contains(.rsaPKCS1SHA1))
        #expect(offer.cipherSuites.contains(where: \.isForTLS13) == (newest == .tls1_3))
        #expect(offer.applicationProtocols == ["h2", "http/1.1"])
    }

    @Test func omitsSuitesOfVersionsThatAreNotOffered() {
        let offer = Offer(generation: .current, minimumVersion: .tls1_3)
        #expect(offer.cipherSuites.map(\.rawValue) == [0x1301, 0x1302, 0x1303])
        let permissive = Offer(generation: .ios9, isPermissive: true)
        #expect(permissive.versions == .ssl3 ... .tls1_3 && permissive.cipherSuites == CipherSuites.everything)
        #expect(
            Set(NamedGroup.foreign).isSubset(of: permissive.groups) && Offer(generation: .ios9).isWithin(permissive))
    }

    @Test func niapDropsRSAWithSHA1() {
        let offer = Offer(generation: .current, minimumVersion: .tls1_2, selection: .niap)
        #expect(!offer.signatureSchemes.contains(.rsaPKCS1SHA1))
        #expect(Set(offer.cipherSuites) == Set(CipherSuites.niap))
    }

    @Test(
        arguments: [
            (Offer(generation: .current), Offer(generation: .current), true),
            (Offer(generation: .current, includesRSAKeyTransport: true), Offer(generation: .current), false),
            (Offer(generation: .current), Offer(generation: .current, minimumVersion: .tls1_1), true),
            (Offer(generation: .current, minimumVersion: .tls1_1), Offer(generation: .current), false),
            (Offer(generation: .current), Offer(generation: .ios18), false),
            (Offer(generation: .ios18), Offer(generation: .ios26), true),
            (Offer(generation: .ios9), Offer(generation: .current), false),
            // The older one offers SHA-512.
            (Offer(generation: .ios10), Offer(generation: .ios9), false),
            (Offer(generation: .ios9), Offer(generation: .ios10), true),
        ])
    func comparesOffers(offer: Offer, other: Offer, isWithin: Bool) {
        #expect(offer.isWithin(other) == isWithin)
    }
}
