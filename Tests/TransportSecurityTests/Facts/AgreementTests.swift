import Testing
import TransportSecurity

@Suite struct AgreementTests {
    private let offer = Offer(generation: .current, minimumVersion: .tls1_2, selection: .forwardSecret)

    @Test func aHandshakeWithinTheOfferFits() {
        #expect(Sample.handshake().fits(offer))
        #expect(Sample.handshake(.tls1_2, 0xC02F).fits(offer))
    }

    @Test func aHandshakeWithoutGroupAndSignatureFits() {
        let handshake = Sample.handshake {
            $0.group = nil
            $0.signatureScheme = nil
        }
        #expect(handshake.fits(offer))
    }

    @Test(arguments: [
        Sample.handshake(.tls1_0, 0xC02F), Sample.handshake(.tls1_2, 0x002F),
        Sample.handshake { $0.group = NamedGroup(rawValue: 26) },
        Sample.handshake { $0.signatureScheme = SignatureScheme(rawValue: 0xFEFE) },
    ])
    func aHandshakeBeyondTheOfferDoesNotFit(handshake: Handshake) {
        #expect(!handshake.fits(offer))
    }

    @Test(arguments: [
        (ATSGeneration.ios11, TLSVersion.tls1_2, false), (.current, .tls1_2, true), (.current, .tls1_3, true),
    ])
    func anAnswerWithoutTLS13SaysNothingOfHellosWithIt(asked: ATSGeneration, version: TLSVersion, isProof: Bool) {
        let handshake = Sample.handshake(version, version == .tls1_3 ? 0x1301 : 0xC02F) {
            $0.offer = Offer(generation: asked)
        }
        #expect(handshake.fits(offer))
        #expect(handshake.provesAgreement(to: offer) == isProof)
    }
}
