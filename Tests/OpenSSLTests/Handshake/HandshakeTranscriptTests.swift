import Testing
import TransportSecurity

@testable import OpenSSL

@Suite struct HandshakeTranscriptTests {
    private let offer = Offer(generation: .current)
    private let random = [UInt8](repeating: 7, count: 32)

    private func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, UInt8(body.count >> 16), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)] + body
    }

    private func hello(_ suite: [UInt8], _ extensions: [UInt8]? = nil) -> [UInt8] {
        message(
            2, [3, 3] + random + [0] + suite + [0] + (extensions.map { [UInt8(0), UInt8($0.count)] + $0 } ?? []))
    }

    @Test func knowsNothingBeforeTheHello() {
        #expect(HandshakeTranscript().handshake(answering: offer, isComplete: false) == nil)
    }

    @Test func readsTheHelloOfTLS12() {
        var transcript = HandshakeTranscript()
        transcript.receive(message: hello([0xC0, 0x2F]))
        let bare = transcript.handshake(answering: offer, isComplete: false)
        #expect(
            bare
                == Handshake(
                    offer: offer, version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F),
                    extendedMasterSecret: false,
                    isComplete: false))
        transcript.receive(message: hello([0xC0, 0x2F], [0, 23, 0, 0, 0, 16, 0, 5, 0, 3, 2, 104, 50]))
        let full = transcript.handshake(answering: offer, isComplete: false)
        #expect(full?.extendedMasterSecret == true)
        #expect(full?.applicationProtocol == "h2")
    }

    @Test func readsTheHelloOfTLS13() {
        var transcript = HandshakeTranscript()
        transcript.receive(message: hello([0x13, 1], [0, 43, 0, 2, 3, 4, 0, 51, 0, 2, 0, 24]))
        let found = transcript.handshake(answering: offer, isComplete: true)
        #expect(found?.version == .tls1_3)
        #expect(found?.group == .p384)
        #expect(found?.extendedMasterSecret == true)
    }

    @Test func readsTheParametersOfAFiniteField() {
        var transcript = HandshakeTranscript()
        transcript.receive(message: hello([0x00, 0x9E]))
        transcript.receive(message: message(12, [0, 1, 23, 0, 1, 2, 0, 1, 9, 8, 4, 0, 0]))
        let found = transcript.handshake(answering: offer, isComplete: true)
        #expect(found?.group == nil)
        #expect(found?.signatureScheme == SignatureScheme(rawValue: 0x0804))
    }

    @Test func keepsALimitedNumberOfCertificates() {
        var transcript = HandshakeTranscript()
        transcript.receive(message: hello([0xC0, 0x2F]))
        transcript.receive(message: message(11, [0, 0, 9, 0, 0, 1, 5, 0, 0, 2, 6, 7]))
        #expect(transcript.handshake(answering: offer, isComplete: true)?.certificates == [[5], [6, 7]])
        transcript.receive(message: message(11, [0, 3, 0] + [UInt8](repeating: 0, count: 768)))
        #expect(transcript.handshake(answering: offer, isComplete: true)?.certificates.count == 100)
    }

    @Test func ignoresTruncatedMessages() {
        let whole = [
            hello([0xC0, 0x2B], [0, 16, 0, 5, 0, 3, 2, 104, 50, 0, 18, 0, 1, 1]),
            message(11, [0, 0, 4, 0, 0, 1, 5]), message(12, [3, 0, 29, 1, 1, 4, 3]), message(22, [1, 0, 0, 1, 1]),
            message(15, [4, 3]), message(8, [0, 9, 0, 16, 0, 5, 0, 3, 2, 104, 50]),
        ]
        for part in whole {
            for end in part.indices {
                var transcript = HandshakeTranscript()
                transcript.receive(message: hello([0xC0, 0x2B]))
                transcript.receive(message: Array(part[..<end]))
                transcript.receive(message: message(part[0], Array(part[..<end].dropFirst(4))))
                #expect(transcript.handshake(answering: offer, isComplete: false) != nil)
            }
        }
    }
}
