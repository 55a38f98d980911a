import Testing

@testable import TransportSecurity

@Suite struct AdviceTests {
    @Test func hasNoNotesOnAGoodServer() {
        #expect(notes(Sample.secure()) == [])
        #expect(notes(.cleartext(.http)) == [] && notes(.noHandshake(.closed)) == [])
    }

    @Test func namesARelaxedHello() {
        let handshake = Sample.handshake { $0.offer = Offer(generation: .current, minimumVersion: .tls1_0) }
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

    /// TLS 1.3, which iOS 12.1 does not offer, has no signature by a P-521 key that a system offers.
    @Test(arguments: [(521, "ios27", true), (521, "ios12.2", true), (521, "ios12.1", false), (384, "ios27", false)])
    func saysWhereAKeyOnP521Works(bits: Int, os: String, isNoted: Bool) throws {
        let chain = Sample.chain(Sample.leaf { $0.key = .ellipticCurve(bits: bits) })
        for change in [{ _ in }, Sample.off] as [(inout Requirements) -> Void] {
            let requirements = Sample.requirements(try OSVersion(name: os), change: change)
            let notes = Advice.notes(on: .certificates(chain), under: requirements)
            #expect(notes.map { $0.message.contains("works with TLS 1.2 only") } == (isNoted ? [true] : []))
        }
        #expect(notes(Sample.secure(chain)) == [])
    }

    @Test func namesAMissingIntermediate() {
        let incomplete = Sample.chain { $0.presented = [Sample.leaf()] }
        #expect(
            notes(Sample.secure(incomplete)) == [
                "example.com does not send its intermediate CN=Intermediate, which is known here otherwise. Other clients "
                    + "may refuse the server; it should send the full chain."
            ])
        #expect(notes(.certificates(incomplete)) == notes(Sample.secure(incomplete)))
        let fetching = Sample.handshake { $0.fetchedIssuers = [Sample.intermediate().der] }
        #expect(
            notes(Sample.secure(incomplete, fetching)) == [
                "example.com does not send its intermediate CN=Intermediate, which was fetched from the address in the "
                    + "certificate below it. Not every client fetches; it should send the full chain."
            ])
        let untrusted = Sample.chain(anchor: .none) { $0.presented = [Sample.leaf(), Sample.root()] }
        #expect(notes(Sample.secure(untrusted, fetching)).first?.contains("CN=Intermediate, which was fetched") == true)
    }

    @Test func namesAWrongOrder() {
        let (leaf, intermediate, root) = (Sample.leaf(), Sample.intermediate(), Sample.root())
        let unordered = Sample.chain {
            $0.presented = [leaf, root, intermediate]
            ($0.path, $0.anchor) = ([leaf, intermediate, root], .none)
        }
        #expect(
            notes(Sample.secure(unordered)).first?.hasPrefix(
                "example.com sends its certificates out of order (CN=example.com, CN=Root, CN=Intermediate).") == true)
        let reversed = Sample.chain { $0.presented = [root, intermediate, leaf] }
        #expect(
            notes(Sample.secure(reversed)) == [
                "example.com sends the certificate of a CA first, CN=Root, and was judged by it; CN=example.com, which is "
                    + "presumably its own, should come first."
            ])
        let rootFirst = Sample.chain {
            ($0.presented, $0.path, $0.anchor) = ([root, leaf, intermediate], [root], .user)
        }
        #expect(rootFirst.isLeafTrustedDirectly && notes(.certificates(rootFirst)) == notes(Sample.secure(reversed)))
        let superfluous = Sample.chain { $0.presented.append(Sample.root()) }
        #expect(notes(Sample.secure(superfluous)) == [])
    }

    @Test func namesSHA1InTheHandshake() {
        let handshake = Sample.handshake(.tls1_2, 0xC02F) { $0.signatureScheme = .rsaPKCS1SHA1 }
        #expect(notes(Sample.secure(Sample.chain(), handshake)).first?.contains("rsa_pkcs1_sha1") == true)
    }

    /// Programs know a note by its code.
    @Test func eachNoteHasItsCode() {
        func codes(_ observation: Observation) -> [Note.Code?] {
            Advice.notes(on: observation, under: Sample.requirements()).map(\.code)
        }
        func codes(_ change: (inout Handshake) -> Void) -> [Note.Code?] {
            codes(Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0xC02F, change: change)))
        }
        #expect(codes { $0.offer = Offer(generation: .current, minimumVersion: .tls1_0) } == [.relaxedHello])
        #expect(codes { $0.requestsClientCertificate = true } == [.clientCertificate])
        #expect(codes { $0.wasEndedByUs = true } == [.unsupportedChoice])
        #expect(codes { $0.signatureScheme = .rsaPKCS1SHA1 } == [.weakSignature])
        #expect(codes(.certificates(Sample.chain { $0.presented = [Sample.leaf()] })) == [.incompleteChain])
        let (leaf, intermediate, root) = (Sample.leaf(), Sample.intermediate(), Sample.root())
        let wrongOrder = Sample.chain {
            $0.presented = [leaf, root, intermediate]
            ($0.path, $0.anchor) = ([leaf, intermediate, root], .none)
        }
        for chain in [wrongOrder, Sample.chain { $0.presented = [root, intermediate, leaf] }] {
            #expect(codes(.certificates(chain)) == [.misorderedChain])
        }
        let curve = Sample.chain(Sample.leaf { $0.key = .ellipticCurve(bits: 521) })
        #expect(codes(.certificates(curve)) == [.keyWithoutTLS13])
    }

    private func notes(_ observation: Observation) -> [String] {
        Advice.notes(on: observation, under: Sample.requirements()).map(\.message)
    }
}
