import CCertificateLibrary
import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

/// The library context of our own must do all that the context of the whole process does. Where there is none of our
/// own, these compare that one with itself.
@Suite struct CertificateLibraryTests {
    enum Kind: CaseIterable {
        case rsa, rsaPSS, restrictedPSS, p224, p256, p384, p521, secp256k1, brainpool, explicitCurve
        case ed25519, ed448, x25519, x448, sm2

        func key() throws -> TestKey {
            switch self {
            case .rsa: return try TestKey(rsaBits: 2048)
            case .rsaPSS: return try TestKey(kind: NID_rsassaPss) { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) }
            case .restrictedPSS:
                return try TestKey(kind: NID_rsassaPss) {
                    EVP_PKEY_CTX_set_rsa_pss_keygen_md($0, EVP_sha256()) == 1
                        ? EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) : 0
                }
            case .p224: return try TestKey(curve: NID_secp224r1)
            case .p256: return try TestKey()
            case .p384: return try TestKey(curve: NID_secp384r1)
            case .p521: return try TestKey(curve: NID_secp521r1)
            case .secp256k1: return try TestKey(curve: NID_secp256k1)
            case .brainpool: return try TestKey(curve: NID_brainpoolP256r1)
            case .explicitCurve:
                return try TestKey(kind: NID_X9_62_id_ecPublicKey) {
                    EVP_PKEY_CTX_set_ec_paramgen_curve_nid($0, NID_X9_62_prime256v1) == 1
                        ? EVP_PKEY_CTX_set_ec_param_enc($0, 0) : 0
                }
            case .ed25519: return try TestKey(ed25519: ())
            case .ed448: return try TestKey(kind: NID_ED448)
            case .x25519: return try TestKey(kind: NID_X25519)
            case .x448: return try TestKey(kind: NID_X448)
            case .sm2: return try TestKey(kind: NID_sm2)
            }
        }

        /// Whether Apple's evaluator verifies signatures by such keys (SecECKey.m, SecSignatureVerificationSupport.c).
        var isKnown: Bool {
            switch self {
            case .rsa, .p224, .p256, .p384, .p521: return true
            case .rsaPSS, .restrictedPSS, .secp256k1, .brainpool, .explicitCurve, .ed25519, .ed448, .x25519, .x448,
                .sm2:
                return false
            }
        }

        var signs: Bool {
            switch self {
            case .x25519, .x448, .sm2: return false
            case .rsa, .rsaPSS, .restrictedPSS, .p224, .p256, .p384, .p521, .secp256k1, .brainpool, .explicitCurve,
                .ed25519, .ed448:
                return true
            }
        }
    }

    private static var libraries: [OpaquePointer?] { [certificate_library_context(), nil] }

    /// Without it the comparisons below would compare the default context with itself.
    @Test func existsExactlyIfItHasAnAdvantage() {
        let isOld = OPENSSL_version_major() == 3 && OPENSSL_version_minor() < 2
        #expect((certificate_library_context() != nil) == isOld)
    }

    @Test(arguments: Kind.allCases)
    func readsEachKindOfKey(kind: Kind) throws {
        let root = try TestIdentity(.authority("Root"))
        let leaf = try root.issue(.leaf("example.com"), key: kind.key())
        let read = try Self.libraries.map { try ParsedCertificate(der: leaf.der, in: $0) }
        #expect(read[0].facts == read[1].facts)
        #expect(EVP_PKEY_eq(X509_get0_pubkey(read[0].pointer), X509_get0_pubkey(read[1].pointer)) == 1)
    }

    @Test(arguments: Kind.allCases.filter { $0.signs })
    func checksSignaturesOfEachKindOfKey(kind: Kind) throws {
        let root = try TestIdentity(.authority("Root"), key: kind.key())
        let other = try TestIdentity(.authority("Root"), key: kind.key())
        let leaf = try root.issue(.leaf("example.com"))
        for library in Self.libraries {
            for issuerLibrary in Self.libraries {
                let read = try ParsedCertificate(der: leaf.der, in: library)
                #expect(
                    read.signature(by: try ParsedCertificate(der: root.der, in: issuerLibrary))
                        == (kind.isKnown ? .good : .unknown))
                #expect(
                    read.signature(by: try ParsedCertificate(der: other.der, in: issuerLibrary))
                        == (kind.isKnown ? .bad : .unknown))
            }
        }
    }

    @Test(arguments: ["MD5", "SHA1", "SHA224", "SHA384", "SHA512", "SHA512-256", "SHA3-256", "RIPEMD160"])
    func checksSignaturesWithEachDigest(digest: String) throws {
        let root = try TestIdentity(.authority("Root"), key: TestKey(rsaBits: 2048))
        var description = TestCertificate.leaf("example.com")
        description.digest = digest
        let leaf = try root.issue(description)
        let read = try Self.libraries.map { try ParsedCertificate(der: leaf.der, in: $0) }
        let issuer = try ParsedCertificate(der: root.der)
        #expect(read[0].facts == read[1].facts)
        #expect(read[0].signature(by: issuer) == read[1].signature(by: issuer))
    }

    @Test func readsAKeyOfAnUnknownKind() throws {
        var der = try TestIdentity(.authority("Root")).issue(.leaf("example.com"), key: TestKey()).der
        let ellipticCurve: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        let place = try #require(der.indices.first { der[$0...].starts(with: ellipticCurve) })
        der[place + ellipticCurve.count - 1] = 0x7F
        let read = try Self.libraries.map { try ParsedCertificate(der: der, in: $0).facts }
        #expect(read[0] == read[1])
        #expect(read[0].key == .other("1.2.840.10045.2.127"))
    }

    @Test(arguments: [ATSGeneration.ios9, .ios11, .current], [false, true])
    func makesTheSameOffers(generation: ATSGeneration, isPermissive: Bool) throws {
        let offer = Offer(generation: generation, includesRSAKeyTransport: true, isPermissive: isPermissive)
        let made = try Self.libraries.map { try OfferSettings(offer, in: $0) }
        #expect(made[0].gaps == made[1].gaps)
        #expect(Self.suites(of: made[0]) == Self.suites(of: made[1]))
    }

    @Test(arguments: [false, true])
    func agreesOnTheSameSuites(hasRSAKey: Bool) throws {
        let offer = Offer(generation: .current, isPermissive: true)
        let root = try TestIdentity(.authority("Root"))
        let identity = try root.issue(
            .leaf("example.com"), key: hasRSAKey ? TestKey(rsaBits: 2048) : TestKey())
        let suites = Self.suites(of: try OfferSettings(offer, in: nil))
        var agreed = 0
        for suite in suites where !suite.hasPrefix("TLS_") {
            let found = try Self.libraries.map { library in
                let server = try MemoryServer(identity, .init(newest: .tls1_2, suites: suite))
                let client = try ClientHandshake(
                    offer: offer, host: .name("example.com"), context: ClientContext(in: library))
                return converse(client, server)
            }
            guard case .done(let ours) = found[0], case .done(let theirs) = found[1] else {
                #expect(Self.isFailed(found[0]) && Self.isFailed(found[1]), "\(suite)")
                continue
            }
            agreed += 1
            #expect(ours == theirs, "\(suite)")
        }
        #expect(agreed >= 10)
    }

    private static func suites(of settings: OfferSettings) -> [String] {
        elements(of: SSL_CTX_get_ciphers(settings.pointer)).compactMap { element in
            SSL_CIPHER_get_name(OpaquePointer(element)).map { String(cString: $0) }
        }
    }

    private static func isFailed(_ state: ClientHandshake.State) -> Bool {
        switch state {
        case .failed: return true
        case .wantsMore, .done: return false
        }
    }
}
