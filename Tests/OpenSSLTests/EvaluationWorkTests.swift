import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

/// What an evaluation costs is known before its arithmetic.
@Suite struct EvaluationWorkTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    /// What servers of each kind show, and whether its evaluation costs less than 40 units.
    @Test(arguments: [
        ("ordinary", true), ("RSA of 4096 bits", true), ("P-384 above P-256", true),
        ("63 of one name on P-521", false), ("63 of one name on P-256", false), ("60 self-signed on P-256", false),
        ("five of RSA with a long exponent", false), ("seven on P-521", false),
        ("a staple of many responders", false),
    ])
    func workIsRefusedBeforeItsArithmetic(server: String, isBrief: Bool) throws {
        let handshake = try handshake(of: server)
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [chain.root.der]), rememberingChains: 8)
        func within(_ limit: Int) -> ChainEvaluation? {
            let store = TrustStore(systemRoots: [chain.root.der]).storeIndex(for: .newest)
            return evaluator.evaluate(
                KnownChain.Key(handshake, store: store), for: .newest, at: chain.now,
                within: EvaluationWork(limit: limit))
        }
        let brief = within(40)
        #expect((brief != nil) == isBrief)
        // What the first evaluation has cached changes nothing.
        #expect(within(40) == brief)
        let whole = evaluator.evaluate(handshake, for: .newest, at: chain.now)
        #expect(!whole.presented.isEmpty && (brief == nil || brief == whole))
        // What is known costs nothing.
        #expect(within(40) == whole)
        #expect(within(EvaluationWork.limit) == whole)
    }

    /// The signatures of responders count like those of a path, wherever the chain is evaluated.
    @Test func responderSignaturesCountAsWork() throws {
        let slow = try chain.root.issue(.authority("Slow"), key: Self.keyWithLongExponent)
        let leaf = try slow.issue(.leaf("example.com"))
        func evaluation(_ staple: [UInt8]?, within limit: Int) -> ChainEvaluation? {
            let store = TrustStore(systemRoots: [chain.root.der])
            let key = KnownChain.Key(
                store: store.storeIndex(for: .newest), certificates: [leaf.der, slow.der], fetched: [], timestamps: nil,
                staple: staple)
            return ChainEvaluator(store).evaluate(
                key, for: .newest, at: chain.now, within: EvaluationWork(limit: limit))
        }
        let signed = try staple(on: leaf, by: slow)
        let least = try #require((1...EvaluationWork.limit).first { evaluation(nil, within: $0) != nil })
        // Reading the response costs less than 20.
        #expect(evaluation(signed, within: least + 20) == nil)
    }

    private func handshake(of server: String) throws -> Handshake {
        var handshake = Handshake(
            offer: Offer(generation: .current), version: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F))
        handshake.certificates = try certificates(of: server).map(\.der)
        if server == "a staple of many responders" {
            handshake.certificateStatus = try staple(on: chain.leaf, by: chain.intermediate)
        }
        return handshake
    }

    private func certificates(of server: String) throws -> [TestIdentity] {
        switch server {
        case "RSA of 4096 bits": return try ladder(2, TestKey(rsaBits: 4096))
        case "P-384 above P-256": return try ladder(2, TestKey(curve: NID_secp384r1))
        case "63 of one name on P-521": return try strangers(TestKey(curve: NID_secp521r1))
        case "63 of one name on P-256": return try strangers(TestKey())
        case "60 self-signed on P-256":
            let key = try TestKey()
            return try [chain.leaf] + (0..<60).map { try TestIdentity(.authority("\($0)"), key: key) }
        case "five of RSA with a long exponent": return try ladder(5, Self.keyWithLongExponent)
        case "seven on P-521": return try ladder(7, TestKey(curve: NID_secp521r1))
        case _: return [chain.leaf, chain.intermediate]
        }
    }

    /// A leaf below that many authorities with that key, of which the root issued the uppermost.
    private func ladder(_ count: Int, _ key: TestKey) throws -> [TestIdentity] {
        var authorities = [chain.root]
        for number in 0..<count {
            authorities.insert(try authorities[0].issue(.authority("Authority \(number)"), key: key), at: 0)
        }
        return try [authorities[0].issue(.leaf("example.com"))] + authorities.dropLast()
    }

    /// A leaf and sixty-three authorities of its issuer's name, none of which issued it.
    private func strangers(_ key: TestKey) throws -> [TestIdentity] {
        var description = TestCertificate.leaf("example.com")
        description.includesKeyIdentifiers = false
        let leaf = try TestIdentity(description, issuer: chain.intermediate)
        return try [leaf]
            + (1...63).map { serial in
                var description = TestCertificate.authority("Intermediate")
                description.serial = serial
                return try TestIdentity(description, key: key, issuer: chain.root)
            }
    }

    private static var keyWithLongExponent: TestKey {
        get throws {
            let exponent = try required(BN_new())
            BN_set_bit(exponent, 0)
            BN_set_bit(exponent, 255)
            defer { BN_free(exponent) }
            return try TestKey(kind: NID_rsaEncryption) { context in
                EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, exponent) == 1
                    ? EVP_PKEY_CTX_set_rsa_keygen_bits(context, 3072) : 0
            }
        }
    }

    private func staple(on leaf: TestIdentity, by issuer: TestIdentity) throws -> [UInt8] {
        let extensions = [
            TestExtension.named(NID_ext_key_usage, "OCSPSigning"), .named(NID_key_usage, "digitalSignature"),
        ]
        let key = try TestKey(curve: NID_secp521r1)
        let responders = try (1...8).map {
            try TestIdentity(
                TestCertificate(commonName: "Responder \($0)", extensions: extensions), key: key, issuer: issuer)
        }
        return try issuer.ocspResponse(
            on: leaf, responder: try TestIdentity(.authority("Stranger")), further: responders)
    }
}
