import OpenSSL
import Testing
import TransportSecurity

@Suite struct OfferGapsTests {
    @Test func knowsTheGapsOfThisOpenSSL() throws {
        let context = ClientContext()
        let everything = try context.gaps(in: Offer(generation: .current, isPermissive: true))
        #expect(everything.versions == [.ssl3])
        // No build of OpenSSL 3 has RC4 and export ciphers.
        #expect(everything.cipherSuites.contains(CipherSuite(rawValue: 0x0005)))
        #expect(!everything.cipherSuites.contains(CipherSuite(rawValue: 0xC02F)))
        #expect(!everything.cipherSuites.contains(CipherSuite(rawValue: 0x1301)))
        let default15 = try context.gaps(in: Offer(generation: .ios15))
        #expect(default15.versions.isEmpty && default15.cipherSuites.isEmpty && default15.groups.isEmpty)
    }

    @Test func explainsOnlyUnsupportedHandshakes() throws {
        let offer = Offer(generation: .current, isPermissive: true)
        let gaps = try ClientContext().gaps(in: offer)
        func handshake(_ version: TLSVersion, _ suite: UInt16) -> Handshake {
            Handshake(offer: offer, version: version, cipherSuite: CipherSuite(rawValue: suite), group: .p256)
        }
        #expect(gaps.explain(handshake(.tls1_0, 0x0005)))
        #expect(gaps.explain(handshake(.ssl3, 0x002F)))
        #expect(!gaps.explain(handshake(.tls1_2, 0xC02F)))
    }
}
