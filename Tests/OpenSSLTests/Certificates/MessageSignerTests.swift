import COpenSSL
import Testing

@testable import OpenSSL

@Suite struct MessageSignerTests {
    private static func pem(_ write: (OpaquePointer) -> Int32) throws -> [UInt8] {
        let output = try #require(BIO_new(BIO_s_mem()))
        defer { BIO_free(output) }
        try #require(write(output) == 1)
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }

    @Test func textThatIsNoKeyIsNamed() {
        for (text, reason) in [
            ("", "no private key"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "cannot be read"),
            ("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", "passphrase"),
        ] {
            do throws(PEMError) {
                _ = try PrivateKey(pem: Array(text.utf8), named: "key.pem")
                Issue.record("\(text) is a key")
            } catch {
                #expect(error.text.contains("key.pem") && error.text.contains(reason), "\(error.text)")
            }
        }
    }

    /// Keys of each kind are read, written and used.
    @Test func keysAreReadAndWritten() throws {
        for key in [try TestKey(), try TestKey(rsaBits: 2048)] {
            let text = try Self.pem { PEM_write_bio_PrivateKey($0, key.pointer, nil, nil, 0, nil, nil) }
            let read = try PrivateKey(pem: text, named: "key.pem")
            let der = try #require(read.der)
            #expect(try PrivateKey(der: der).der == der)
            #expect(throws: OpenSSLError.self) { try PrivateKey(der: Array(der.dropLast())) }
        }
    }

    /// A signer's certificate and its key in PEM.
    private static func files(of identity: TestIdentity) throws -> (certificate: [UInt8], key: [UInt8]) {
        (
            try pem { PEM_write_bio_X509($0, identity.certificate) },
            try pem { PEM_write_bio_PrivateKey($0, identity.key.pointer, nil, nil, 0, nil, nil) }
        )
    }

    /// OpenSSL finds the content in the message, and the signature right, which it is for no other content.
    @Test(arguments: [[], Array("a generation".utf8), [UInt8](repeating: 0x0A, count: 500)])
    func messagesAreSigned(content: [UInt8]) throws {
        let (certificate, key) = try Self.files(of: try TestIdentity(TestCertificate(commonName: "Signer")))
        let signer = try MessageSigner(certificates: (certificate, "a.pem"), key: (key, "a.key"))
        let message = try signer.signed(content)
        #expect(Self.verified(message) == content)
        #expect(SignedContent.content(of: message) == content)
        #expect(SignedContent.content(of: Array(message.dropLast(200))) == nil)
        #expect(SignedContent.content(of: content) == nil)
        var spoiled = message
        if let index = spoiled.indices.last { spoiled[index] ^= 1 }
        #expect(Self.verified(spoiled) == nil)
    }

    /// The content of a message whose signature is right; the signer is not judged.
    private static func verified(_ message: [UInt8]) -> [UInt8]? {
        let parsed = message.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_CMS_ContentInfo(nil, &position, buffer.count)
        }
        guard let parsed, let output = BIO_new(BIO_s_mem()) else { return nil }
        defer {
            CMS_ContentInfo_free(parsed)
            BIO_free(output)
        }
        let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
        guard CMS_verify(parsed, nil, nil, nil, output, flags) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = BIO_read(output, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(max(0, count))))
    }

    /// Each fault is that of the file which has it.
    @Test func theFileAtFaultIsNamed() throws {
        let one = try Self.files(of: try TestIdentity(TestCertificate(commonName: "One")))
        let two = try Self.files(of: try TestIdentity(TestCertificate(commonName: "Two")))
        func fault(_ certificate: [UInt8], _ key: [UInt8]) -> SignerFault? {
            do throws(SignerFault) {
                _ = try MessageSigner(certificates: (certificate, "a.pem"), key: (key, "a.key"))
                return nil
            } catch {
                return error
            }
        }
        #expect(fault(one.certificate + two.certificate, one.key) == nil)
        for (certificate, key) in [(one.certificate, two.key), (two.certificate + one.certificate, one.key)] {
            guard case .certificates(let error) = fault(certificate, key) else {
                Issue.record("certificate and key belong together")
                continue
            }
            #expect(error.text.contains("first certificate in a.pem is not for the key in a.key"))
        }
        guard case .certificates(let error) = fault(one.key, one.key) else {
            Issue.record("a key is a certificate")
            return
        }
        #expect(error.text.contains("a.pem holds no certificate"))
        guard case .key(let error) = fault(one.certificate, one.certificate) else {
            Issue.record("a certificate is a key")
            return
        }
        #expect(error.text.contains("a.key holds no private key"))
    }

    @Test func certificatesThatAreNoneAreRefused() {
        #expect(throws: OpenSSLError.self) { try SigningCertificate(der: [0x30, 0x00]) }
    }
}
