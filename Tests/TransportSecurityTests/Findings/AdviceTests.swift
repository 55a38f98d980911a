import Testing

@testable import TransportSecurity

@Suite struct AdviceTests {
    @Test func hasNoNotesOnAGoodServer() {
        #expect(notes(Sample.secure()) == [])
        #expect(notes(.cleartext) == [] && notes(.noHandshake(.closed)) == [])
    }

    @Test func namesARelaxedHello() {
        let handshake = Sample.handshake { $0.offer = Offer(profile: .current, minimumVersion: .tls1_0) }
        #expect(notes(Sample.secure(Sample.chain(), handshake)).first?.contains("tls1.0") == true)
    }

    @Test func namesARequestForACertificate() {
        let handshake = Sample.handshake { $0.requestsClientCertificate = true }
        #expect(notes(Sample.secure(Sample.chain(), handshake)).first?.contains("client certificate") == true)
    }

    @Test func notesUnsupportedSuitesOfTheLibrary() {
        let handshake = Sample.handshake(.tls1_2, 0x000A) {
            $0.wasEndedByUs = true
            $0.isComplete = false
        }
        #expect(
            notes(Sample.secure(Sample.chain(), handshake)).first?.contains("TLS_RSA_WITH_3DES_EDE_CBC_SHA") == true)
    }

    @Test func namesAMissingIntermediateAndAWrongOrder() {
        let incomplete = Sample.chain { $0.presented = [Sample.leaf()] }
        #expect(notes(Sample.secure(incomplete)).first?.contains("does not send") == true)
        let unordered = Sample.chain { $0.presented = [Sample.intermediate(), Sample.leaf()] }
        #expect(notes(Sample.secure(unordered)).first?.contains("out of order") == true)
        let superfluous = Sample.chain { $0.presented.append(Sample.root()) }
        #expect(notes(Sample.secure(superfluous)) == [])
    }

    @Test func namesSHA1InTheHandshake() {
        let handshake = Sample.handshake(.tls1_2, 0xC02F) { $0.signatureScheme = .rsaPKCS1SHA1 }
        #expect(notes(Sample.secure(Sample.chain(), handshake)).first?.contains("rsa_pkcs1_sha1") == true)
    }

    private func notes(_ observation: Observation) -> [String] {
        Advice.notes(on: observation, under: Sample.requirements()).map(\.message)
    }
}
