import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct IssuerFileTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    @Test func findsTheURLOfTheIssuer() throws {
        let access = "caIssuers;URI:http://a.test/1.der,OCSP;URI:http://ocsp.test/,caIssuers;URI:ldap://b.test/"
        let leaf = try chain.intermediate.issue(.leaf("example.com", .named(NID_info_access, access)))
        #expect(IssuerFile.locations(in: leaf.der) == ["http://a.test/1.der", "ldap://b.test/"])
        #expect(IssuerFile.locations(in: chain.leaf.der) == [])
        #expect(IssuerFile.locations(in: [1, 2, 3]) == [])
    }

    @Test func limitsTheNumberOfURLs() throws {
        let access = (1...20).map { "caIssuers;URI:http://a.test/\($0)" }.joined(separator: ",")
        let leaf = try chain.intermediate.issue(.leaf("example.com", .named(NID_info_access, access)))
        #expect(IssuerFile.locations(in: leaf.der).count == 4)
    }

    @Test func readsDERAndPEM() throws {
        let der = chain.intermediate.der
        #expect(IssuerFile.certificates(in: der) == [der])
        let body = try #require(base64(der))
        let pem = "-----BEGIN CERTIFICATE-----\n\(body)-----END CERTIFICATE-----\n"
        #expect(IssuerFile.certificates(in: Array(pem.utf8)) == [der])
        #expect(IssuerFile.certificates(in: Array("<html>not here</html>".utf8)) == [])
        #expect(IssuerFile.certificates(in: []) == [])
    }

    @Test func readsAMessageOfCertificates() throws {
        let message = try #require(PKCS7_new())
        defer { PKCS7_free(message) }
        #expect(PKCS7_set_type(message, NID_pkcs7_signed) == 1)
        #expect(PKCS7_content_new(message, NID_pkcs7_data) == 1)
        #expect(PKCS7_add_certificate(message, chain.intermediate.certificate) == 1)
        #expect(PKCS7_add_certificate(message, chain.root.certificate) == 1)
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_PKCS7(message, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        let bytes = Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
        #expect(IssuerFile.certificates(in: bytes) == [chain.intermediate.der, chain.root.der])
        #expect(IssuerFile.certificates(in: Array(bytes.dropLast(9))) == [])
    }

    @Test func fetchedCertificatesCompleteAChainWithoutBeingPresented() {
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [chain.root.der]))
        var handshake = Handshake(
            offer: Offer(generation: .current), version: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301),
            certificates: [chain.leaf.der])
        #expect(
            evaluator.evaluate(handshake, for: .newest, at: chain.now).certificateWithoutIssuer?.subject
                == "CN=example.com")
        handshake.fetchedIssuers = [[0], chain.intermediate.der]
        let evaluation = evaluator.evaluate(handshake, for: .newest, at: chain.now)
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.isEmpty)
        #expect(evaluation.presented.count == 1 && evaluation.path.count == 3)
        #expect(evaluation.certificateWithoutIssuer == nil)
    }

    private func base64(_ der: [UInt8]) -> String? {
        var text = [UInt8](repeating: 0, count: der.count * 2)
        let count = EVP_EncodeBlock(&text, der, Int32(der.count))
        let line = String(decoding: text.prefix(Int(count)), as: UTF8.self)
        return stride(from: 0, to: line.utf8.count, by: 64).map { start in
            String(line.dropFirst(start).prefix(64)) + "\n"
        }.joined()
    }
}
