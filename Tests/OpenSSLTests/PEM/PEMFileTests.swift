import Foundation
import OpenSSL
import Testing
import TransportSecurity

@Suite struct PEMFileTests {
    private func block(_ der: [UInt8], _ label: String = "CERTIFICATE") -> String {
        let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    private func certificates(_ text: String) throws -> [[UInt8]] {
        try PEMFile.certificates(in: Array(text.utf8), named: "roots.pem")
    }

    @Test func readsCertificatesAmongOtherText() throws {
        let one = try TestIdentity(.authority("One")).der
        let two = try TestIdentity(.authority("Two")).der
        let text = "# roots\n" + block(one) + block([1, 2], "PRIVATE KEY") + "subject=Two\n" + block(two)
        #expect(try certificates(text) == [one, two])
        #expect(try certificates(text.replacing("\n", with: "\r\n")) == [one, two])
        #expect(try PEMFile.certificates(in: one, named: "one.der") == [one])
    }

    /// What `openssl x509 -trustout` writes: the certificate, followed by what it is trusted for.
    @Test func dropsWhatATrustedCertificateIsTrustedFor() throws {
        let (one, two) = (try TestIdentity(.authority("One")).der, try TestIdentity(.authority("Two")).der)
        let trust: [UInt8] = [0x30, 0x0C, 0x30, 0x0A, 0x06, 0x08, 0x2B, 6, 1, 5, 5, 7, 3, 1]
        #expect(try certificates(block(one + trust, "TRUSTED CERTIFICATE") + block(two)) == [one, two])
        #expect(try certificates(block(one, "TRUSTED CERTIFICATE")) == [one])
    }

    /// The beginnings of RFC 2315 §7 and RFC 7292 §4, with definite and indefinite lengths.
    @Test func namesTheCommandThatUnpacksAContainer() throws {
        let signed: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        for (der, command) in [
            ([0x30, 0x82, 0x10, 0x00] + signed, "openssl pkcs7 -inform DER -in 'a b.p7b' -print_certs"),
            ([0x30, 0x80] + signed, "openssl pkcs7 -inform DER -in 'a b.p7b' -print_certs"),
            ([0x30, 0x82, 0x10, 0x00, 0x02, 0x01, 0x03, 0x30, 0x82], "openssl pkcs12 -in 'a b.p7b' -nokeys"),
        ] as [([UInt8], String)] {
            let error = #expect(throws: PEMError.self) { try PEMFile.certificates(in: der, named: "a b.p7b") }
            #expect(error?.text.contains(command) == true, "\(String(describing: error))")
        }
        let error = #expect(throws: PEMError.self) { try certificates(block(signed, "PKCS7")) }
        #expect(error?.text.contains("openssl pkcs7 -inform PEM -in roots.pem -print_certs") == true)
    }

    @Test func namesOtherBlocksWithoutTheirContent() throws {
        let text = block([1, 2], "PRIVATE KEY") + block([1]) + block([3], "X509 CRL") + block([1, 2], "PRIVATE KEY")
        #expect(PEMFile.otherBlocks(in: Array(text.utf8)) == ["PRIVATE KEY", "X509 CRL"])
    }

    @Test func readsRevocationLists() throws {
        let list = try TestIdentity(.authority("Root")).revocationList(revoking: 1)
        let text = block(list, "X509 CRL")
        #expect(try PEMFile.revocationLists(in: Array(text.utf8), named: "a.crl") == [list])
        #expect(try PEMFile.revocationLists(in: list, named: "a.crl") == [list])
    }

    @Test func namesTheFileAndTheBlockAtFault() throws {
        let good = block(try TestIdentity(.authority("One")).der)
        for (text, words) in [
            ("", "roots.pem holds no certificate"), ("0 certificates", "roots.pem holds no certificate"),
            (block([1], "PRIVATE KEY"), "roots.pem holds no certificate"),
            (good + block([1, 2, 3]), "certificate 2 in roots.pem cannot be read"),
            (good + "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n", "PEM block 2 in roots.pem"),
            (good + "-----BEGIN CERTIFICATE-----\nMAA=\n", "PEM block 2 in roots.pem"),
        ] {
            let error = #expect(throws: PEMError.self) { try certificates(text) }
            #expect(error?.text.hasPrefix(words) ?? false)
        }
    }

    @Test func readsTheShippedRoots() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../config/data/apple-roots.pem").standardized
        let roots = try PEMFile.certificates(in: Array(Data(contentsOf: file)), named: "apple-roots.pem")
        #expect(roots.count > 100)
        let evaluator = ChainEvaluator(TrustStore(systemRoots: roots))
        for root in roots {
            let found = evaluator.evaluate(certificates: [root], at: Instant(year: 2026, month: 11, day: 20))
            #expect(found.anchor == .system)
            #expect(found.faults.isEmpty)
        }
    }
}
