import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

/// Messages that are malformed, for a caller that reads what it can.
@Suite struct ReadablePartTests {
    typealias Bytes = TLSBytes

    @Test func splitsAMessage() {
        let message = HandshakeMessage(Bytes.handshake(2, [1, 2, 3]))
        #expect(message?.type == .serverHello && message?.body == [1, 2, 3])
        #expect(HandshakeMessage([2, 0, 0, 3, 1, 2]) == nil && HandshakeMessage([2, 0, 0]) == nil)
    }

    @Test func readsAServerHelloUpToWhereItIsCut() throws {
        let body = Bytes.serverHello([Bytes.extended(23, []), Bytes.extended(18, [7])])
        let cut = try #require(
            ServerHello(readablePartOf: Bytes.serverHello(session: .init(repeating: 1, count: 40))[...]))
        #expect(cut.cipherSuite.rawValue == 0xC02F)
        #expect(ServerHello(readablePartOf: (body + [0])[...])?.certificateTimestamps == [7])
        #expect(ServerHello(readablePartOf: body.dropLast())?.extensionTypes == [])
        #expect(ServerHello(readablePartOf: body.prefix(37)) == nil)
    }

    @Test func readsTheExtensionsOfALeafInTLS13() throws {
        let status = Bytes.extended(5, [1] + Bytes.vector([8, 8], 3))
        let entry = Bytes.vector([1, 2], 3) + Bytes.vector(status + Bytes.extended(18, [7]), 2)
        let other = Bytes.vector([3], 3) + Bytes.vector(Bytes.extended(18, [6]), 2)
        let body = [0] + Bytes.vector(entry + other, 3)
        let message = try #require(CertificateMessage(readablePartOf: body[...], version: .tls1_3, limit: 9))
        #expect(message.certificates == [[1, 2], [3]])
        #expect(message.certificateTimestamps == [7] && message.certificateStatus == [8, 8])
        #expect(CertificateMessage(readablePartOf: body[...], version: .tls1_3, limit: 1)?.certificates == [[1, 2]])
        #expect(CertificateMessage(readablePartOf: body.dropLast(), version: .tls1_3, limit: 9) == nil)
    }

    @Test func readsAKeyExchangeUpToWhereItIsCut() {
        let suite = CipherSuite(rawValue: 0xC02F)
        let body: [UInt8] = [3, 0, 29, 1, 9, 4, 3]
        let whole = ServerKeyExchange(readablePartOf: body[...], cipherSuite: suite, version: .tls1_2)
        #expect(whole.group == .x25519 && whole.signatureScheme == SignatureScheme(rawValue: 0x0403))
        let cut = ServerKeyExchange(readablePartOf: body.prefix(4), cipherSuite: suite, version: .tls1_2)
        #expect(cut.group == .x25519 && cut.signatureScheme == nil)
        let unknown = CipherSuite(rawValue: 0x002F)
        #expect(
            ServerKeyExchange(readablePartOf: body[...], cipherSuite: unknown, version: .tls1_2) == ServerKeyExchange())
    }

    @Test func readsTheProtocolOfEncryptedExtensions() {
        let body = Bytes.vector(Bytes.extended(10, []) + Bytes.extended(16, [0, 3, 2, 104, 50]), 2)
        #expect(EncryptedExtensions(readablePartOf: body[...]).applicationProtocol == "h2")
        #expect(EncryptedExtensions(readablePartOf: body.dropLast()).applicationProtocol == nil)
        #expect(CertificateVerify(readablePartOf: [4, 3, 0]).signatureScheme == SignatureScheme(rawValue: 0x0403))
        #expect(CertificateVerify(readablePartOf: [4]).signatureScheme == nil)
    }

    @Test func readsAStaple() {
        #expect(CertificateStatusMessage.response(inReadablePartOf: [1, 0, 0, 2, 8, 9, 7]) == [8, 9])
        #expect(CertificateStatusMessage.response(inReadablePartOf: [1, 0, 0, 0]) == [])
        #expect(CertificateStatusMessage.response(inReadablePartOf: [2, 0, 0, 0]) == nil)
        #expect(CertificateStatusMessage.response(inReadablePartOf: [1, 0, 0, 2, 8]) == nil)
    }
}
