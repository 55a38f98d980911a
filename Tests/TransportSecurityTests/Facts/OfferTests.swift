import Testing

@testable import TransportSecurity

@Suite struct OfferTests {
    @Test(
        arguments: [
            (true, false, TLSVersion.tls1_2, true, false, "ats"), (true, false, .tls1_2, false, false, "ats-rsa"),
            (true, false, .tls1_1, true, false, "tls1.1"), (true, false, .tls1_0, false, false, "tls1.0-rsa"),
            (true, false, .tls1_3, true, false, "tls1.3"), (true, true, .tls1_2, true, false, "ats"),
            (true, true, .tls1_2, false, false, "platform-tls1.2"), (true, true, .tls1_0, false, true, "platform"),
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
        #expect(offer.name == name && offer.minimumVersion == minimum && offer.profile == .current)
    }

    @Test(
        arguments: [
            (Profile.ios9, TLSVersion.tls1_2, [23, 24, 25], false), (.ios11, .tls1_2, [29, 23, 24, 25], true),
            (.ios12, .tls1_3, [29, 23, 24, 25], true), (.current, .tls1_3, [4588, 29, 23, 24, 25], true),
        ] as [(Profile, TLSVersion, [UInt16], Bool)])
    func offersWhatTheGenerationOffers(profile: Profile, newest: TLSVersion, groups: [UInt16], pss: Bool) {
        let offer = Offer(profile: profile)
        #expect(offer.versions == .tls1_2...newest)
        #expect(offer.groups.map(\.rawValue) == groups)
        #expect(offer.signatureSchemes.contains(SignatureScheme(rawValue: 0x0804)) == pss)
        #expect(offer.signatureSchemes.contains(.rsaPKCS1SHA1))
        #expect(offer.cipherSuites.contains(where: \.isForTLS13) == (newest == .tls1_3))
        #expect(offer.applicationProtocols == ["h2", "http/1.1"])
    }

    @Test func omitsSuitesOfVersionsThatAreNotOffered() {
        let offer = Offer(profile: .current, minimumVersion: .tls1_3)
        #expect(offer.cipherSuites.map(\.rawValue) == [0x1301, 0x1302, 0x1303])
        let permissive = Offer(profile: .ios9, isPermissive: true)
        #expect(permissive.versions == .ssl3 ... .tls1_3 && permissive.cipherSuites == CipherSuites.everything)
        #expect(Set(NamedGroup.foreign).isSubset(of: permissive.groups) && Offer(profile: .ios9).isWithin(permissive))
    }

    @Test func niapDropsRSAWithSHA1() {
        let offer = Offer(profile: .current, minimumVersion: .tls1_2, selection: .niap)
        #expect(!offer.signatureSchemes.contains(.rsaPKCS1SHA1))
        #expect(Set(offer.cipherSuites) == Set(CipherSuites.niap))
    }

    @Test(
        arguments: [
            (Offer(profile: .current), Offer(profile: .current), true),
            (Offer(profile: .current, includesRSAKeyTransport: true), Offer(profile: .current), false),
            (Offer(profile: .current), Offer(profile: .current, minimumVersion: .tls1_1), true),
            (Offer(profile: .current, minimumVersion: .tls1_1), Offer(profile: .current), false),
            (Offer(profile: .current), Offer(profile: .ios18), false),
            (Offer(profile: .ios18), Offer(profile: .ios26), true),
            (Offer(profile: .ios9), Offer(profile: .current), false),
            // The older one offers SHA-512.
            (Offer(profile: .ios10), Offer(profile: .ios9), false),
            (Offer(profile: .ios9), Offer(profile: .ios10), true),
        ])
    func comparesOffers(offer: Offer, other: Offer, isWithin: Bool) {
        #expect(offer.isWithin(other) == isWithin)
    }
}
