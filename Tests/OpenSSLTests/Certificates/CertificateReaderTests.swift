import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct CertificateReaderTests {
    @Test func readsAServersCertificate() throws {
        let root = try TestIdentity(.authority("Root"))
        let leaf = try root.issue(
            TestCertificate(
                commonName: "example.com", notBefore: Instant(year: 2026, month: 10, day: 1, hour: 12),
                extensions: [
                    .named(NID_subject_alt_name, "DNS:example.com,DNS:*.example.com,IP:127.0.0.1,IP:::1,email:a@b.c"),
                    .named(NID_ext_key_usage, "serverAuth,clientAuth"), .named(NID_basic_constraints, "CA:FALSE"),
                    .named(NID_tlsfeature, "status_request"),
                ]))
        let found = try CertificateReader.read(der: leaf.der)
        #expect(found.subject == "CN=example.com")
        #expect(found.issuer == "CN=Root")
        #expect(found.version == 3)
        #expect(found.notBefore == Instant("2026-10-01T12:00:00Z"))
        #expect(found.notAfter == Instant("2026-12-31T00:00:00Z"))
        #expect(found.key == .ellipticCurve(bits: 256))
        #expect(found.signature == .init(name: "ecdsa-with-SHA256", digest: .sha256))
        #expect(found.commonNames == ["example.com"])
        let loopback6 = [UInt8](repeating: 0, count: 15) + [1]
        #expect(
            found.subjectAltNames
                == .init(dnsNames: ["example.com", "*.example.com"], ipAddresses: [[127, 0, 0, 1], loopback6]))
        #expect(found.extendedKeyUsage == ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"])
        #expect(found.isAuthority == false)
        #expect(!found.isSelfSigned)
        #expect(found.requiresStaple)
        #expect(found.sha256 == Digest.sha256(leaf.der))
        #expect(found.publicKeySHA256 == Digest.sha256(leaf.key.publicKeyInfo))
    }

    @Test func readsAnAuthorityAndWhatIsAbsent() throws {
        let root = try CertificateReader.read(der: TestIdentity(.authority("Root")).der)
        #expect(root.isAuthority == true)
        #expect(root.isSelfSigned)
        let old = try CertificateReader.read(der: TestIdentity(TestCertificate(commonName: "Old", version: 1)).der)
        #expect(old.version == 1)
        #expect(old.isAuthority == nil)
        #expect(old.subjectAltNames == nil)
        #expect(old.extendedKeyUsage == nil)
        #expect(!old.requiresStaple)
    }

    @Test func treatsAMalformedExtensionAsEmpty() throws {
        let broken = TestCertificate(
            commonName: "a.test",
            extensions: ["2.5.29.17", "2.5.29.37", "2.5.29.19"].map { .raw($0, isCritical: false, [1, 2]) })
        let found = try CertificateReader.read(der: TestIdentity(broken).der)
        #expect(found.subjectAltNames == .init(dnsNames: [], fault: .unreadable))
        #expect(found.extendedKeyUsage == [])
        #expect(found.isAuthority == false)
    }

    /// A name that is no UTF-8, an address of five octets, and a well-formed list.
    @Test(
        arguments: [
            ([0x30, 0x06, 0x82, 0x01, 0x61, 0x82, 0x01, 0xFF], .init(dnsNames: [], fault: .dnsName)),
            (
                [0x30, 0x0A, 0x82, 0x01, 0x61, 0x87, 0x05, 1, 2, 3, 4, 5],
                .init(dnsNames: [], fault: .ipAddress(octets: 5))
            ),
            (
                [0x30, 0x09, 0x82, 0x01, 0x61, 0x87, 0x04, 1, 2, 3, 4],
                .init(dnsNames: ["a"], ipAddresses: [[1, 2, 3, 4]])
            ),
        ] as [([UInt8], Certificate.SubjectAltNames)])
    func oneMalformedNameSpoilsAll(names: [UInt8], expected: Certificate.SubjectAltNames) throws {
        #expect(try read(names: names) == expected)
    }

    /// Apple's parser reads 8,192 names and skips those beyond, whatever their kind. The last name is the one looked for.
    @Test(
        arguments: [
            ([0x82, 0x01, 0x61], 8191, true), ([0x82, 0x01, 0x61], 8192, true), ([0x82, 0x01, 0x61], 8193, false),
            ([0x81, 0x01, 0x61], 8192, true), ([0x81, 0x01, 0x61], 8193, false),
        ] as [([UInt8], Int, Bool)])
    func skipsNamesBeyondTheLimit(other: [UInt8], count: Int, isFound: Bool) throws {
        let last: [UInt8] = [0x82, 0x06] + "z.test".utf8
        let names = Array(repeatElement(other, count: count - 1).joined()) + last
        let found = try read(names: Self.sequence(names))
        #expect(found?.dnsNames.contains("z.test") == isFound)
    }

    /// A malformed name spoils the others only among those that are read.
    @Test(arguments: [(8192, []), (8193, ["a.test"])] as [(Int, [String])])
    func aSkippedNameSpoilsNone(count: Int, expected: [String]) throws {
        let first: [UInt8] = [0x82, 0x06] + "a.test".utf8
        let names = first + repeatElement([0x81, 0x01, 0x61], count: count - 2).joined() + [0x82, 0x01, 0xFF]
        #expect(try read(names: Self.sequence(names))?.dnsNames == expected)
    }

    private func read(names: [UInt8]) throws -> Certificate.SubjectAltNames? {
        let description = TestCertificate(
            commonName: "a.test", extensions: [.raw("2.5.29.17", isCritical: false, names)])
        return try CertificateReader.read(der: TestIdentity(description).der).subjectAltNames
    }

    /// A SEQUENCE of less than 64 KiB in DER.
    private static func sequence(_ content: [UInt8]) -> [UInt8] {
        [0x30, 0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    @Test func namesKeysAndSignatures() throws {
        func read(_ key: TestKey, _ digest: String = "SHA256") throws -> Certificate {
            var description = TestCertificate(commonName: "a.test")
            description.digest = digest
            return try CertificateReader.read(der: TestIdentity(description, key: key).der)
        }
        let rsa = try read(TestKey(rsaBits: 1024), "MD5")
        #expect(rsa.key == .rsa(bits: 1024))
        #expect(rsa.signature == .init(name: "md5WithRSAEncryption", digest: .md5))
        let p384 = try read(TestKey(curve: NID_secp384r1), "SHA1")
        #expect(p384.key == .ellipticCurve(bits: 384))
        #expect(p384.signature == .init(name: "ecdsa-with-SHA1", digest: .sha1))
        let edwards = try read(TestKey(ed25519: ()))
        #expect(edwards.key == .other("ED25519"))
        #expect(edwards.signature == .init(name: "ED25519", digest: nil))
        // Apple's evaluator verifies no such signature.
        #expect(!edwards.isSelfSigned && rsa.isSelfSigned)
    }

    @Test(
        arguments: [
            ("plain", "CN=plain"), ("a,b+c", #"CN=a\,b\+c"#), ("line\nbreak", #"CN=line\0Abreak"#),
            ("nul\0here", #"CN=nul\00here"#), ("\u{1B}[31mred", #"CN=\1B[31mred"#), ("Zürich 東京", "CN=Zürich 東京"),
            ("a\u{202E}b", #"CN=a\E2\80\AEb"#), ("a\u{85}b", #"CN=a\C2\85b"#), ("a\u{2028}b", #"CN=a\E2\80\A8b"#),
            ("zero\u{200B}width", #"CN=zero\E2\80\8Bwidth"#),
        ] as [(String, String)])
    func escapesNames(name: String, text: String) throws {
        let found = try CertificateReader.read(der: TestIdentity(TestCertificate(commonName: name)).der)
        #expect(found.subject == text)
        #expect(found.commonNames == [name])
    }

    @Test func refusesInvalidCertificates() throws {
        let der = try TestIdentity(.leaf("example.com")).der
        for bytes in [[], [0x30], Array(der.dropLast()), der + [0]] {
            #expect(throws: OpenSSLError.self) { try CertificateReader.read(der: bytes) }
        }
    }

    @Test func survivesEveryChangedByte() throws {
        let root = try TestIdentity(.authority("Root"))
        let leaf = try root.issue(
            .leaf(
                "example.com", .named(NID_name_constraints, "permitted;DNS:a"), .named(NID_tlsfeature, "status_request")
            ))
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [root.der]))
        let der = leaf.der
        for index in der.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = der
                changed[index] ^= mask
                let found = evaluator.evaluate(certificates: [changed], at: Instant(year: 2026, month: 11, day: 20))
                #expect(found.anchor != .system || !found.faults.isEmpty)
            }
        }
    }
}
