import InternetNames
import Testing

@testable import TransportSecurity

/// A finding has a cause exactly where its rule alone does not tell what removes it.
@Suite struct FindingCauseTests {
    private static let late = Instant(year: 2026, month: 2, day: 1)
    private static let past = Instant(year: 2025, month: 12, day: 31)

    /// An observation, and the causes of its findings by rule.
    private static let rows: [(name: String, observation: Observation, causes: [RuleID: Finding.Cause?])] = [
        ("cleartext", .cleartext(.http), [.cleartext: nil]),
        ("WebSocket", .cleartext(.ws), [.cleartext: .webSocket]),
        ("not yet valid", secure(leaf: { $0.notBefore = late }), [.certificateValidity: .notYetValid]),
        ("expired", secure(leaf: { $0.notAfter = past }), [.certificateValidity: nil]),
        ("expired issuer", secure(intermediate: { $0.notAfter = past }), [.certificateValidity: .issuerOutOfDate]),
        (
            "expired issuer too", secure(leaf: { $0.notAfter = past }, intermediate: { $0.notAfter = past }),
            [.certificateValidity: nil]
        ),
        ("small key", secure(leaf: { $0.key = .rsa(bits: 1024) }), [.certificateKeySize: nil]),
        ("Ed25519", secure(leaf: { $0.key = .other("Ed25519") }), [.certificateKeySize: .unsupportedKey]),
        (
            "key of an issuer", secure(intermediate: { $0.key = .other("Ed25519") }),
            [.certificateKeySize: .issuerAtFault]
        ),
        (
            "signature of an issuer's certificate",
            secure(intermediate: { $0.signature = .init(name: "sha1WithRSAEncryption", digest: .sha1) }),
            [.certificateSignature: .issuerAtFault]
        ),
        (
            "usage of an issuer", secure(intermediate: { $0.extendedKeyUsage = ["1.3.6.1.5.5.7.3.2"] }),
            [.certificateUsage: .issuerAtFault]
        ),
        ("no TLS", .noHandshake(.notTLS), [.tlsHandshake: .noTLS]),
        ("alert", .noHandshake(.alert(40)), [.tlsHandshake: nil]),
        (
            "large hello",
            Sample.secure(
                Sample.chain(), Sample.handshake { $0.largeHello = LargeHelloAnswer(size: 1542, result: .silent) }),
            [.tlsHandshake: .helloSize]
        ),
        ("signature", signed(0x0807), [.tlsHandshake: .unsupportedSignature]),
        ("signature for RSASSA-PSS", signed(0x0809), [.tlsHandshake: .unsupportedSignature]),
        ("reversed", reversed, [.certificateHostname: .reversedChain, .certificateUsage: .reversedChain]),
        (
            "self-signed", untrusted([Sample.leaf()], .selfSigned), [.certificateTrust: .selfSigned]
        ),
        (
            "without issuer", untrusted([Sample.leaf()], .missingIssuer), [.certificateTrust: .issuerNotSent]
        ),
        (
            "unknown root", untrusted([Sample.leaf(), Sample.intermediate(), Sample.root()], .untrustedRoot),
            [.certificateTrust: .unknownRoot]
        ),
        (
            "signature of an issuer",
            untrusted([Sample.leaf(), Sample.intermediate()], .unsupportedSignature("rsassaPss by a key of RSA 2048")),
            [.certificateTrust: .unsupportedIssuerSignature]
        ),
        (
            "root of another system",
            untrusted(
                [Sample.leaf(), Sample.intermediate(), Sample.root()], .untrustedRoot, storesWithRoot: ["ios18"]),
            [.certificateTrust: .rootOfOtherSystem]
        ),
    ]

    @Test(arguments: rows.indices)
    func theCauseIsNamed(index: Int) {
        let row = Self.rows[index]
        let verdict = Verdict(
            of: row.observation, under: Sample.requirements(), by: .standard(logs: nil), at: Sample.now)
        for (rule, cause) in row.causes {
            let finding = verdict.violations.first { $0.rule == rule }
            #expect(finding != nil && finding?.cause == cause, "\(row.name): \(verdict.violations)")
        }
    }

    @Test func everyCauseIsInTheTable() {
        let named = Set(Self.rows.flatMap { $0.causes.values.compactMap(\.self) })
        // The tests of the rules about tunnels have those of the client and of an unknown side.
        #expect(named == Set(Finding.Cause.allCases).subtracting([.clientHello, .unknownSide]))
    }

    private static func secure(
        leaf: (inout Certificate) -> Void = { _ in }, intermediate: (inout Certificate) -> Void = { _ in }
    ) -> Observation {
        Sample.secure(Sample.chain(Sample.leaf(change: leaf), Sample.intermediate(change: intermediate)))
    }

    /// A server that answers only the permissive hello, and signs its handshake with a scheme.
    private static func signed(_ scheme: UInt16) -> Observation {
        Sample.secure(
            Sample.chain(),
            Sample.handshake {
                $0.offer = Offer(generation: .current, isPermissive: true)
                $0.signatureScheme = SignatureScheme(rawValue: scheme)
            })
    }

    /// The chain with the CA's certificate first.
    private static var reversed: Observation {
        let (leaf, intermediate, root) = (Sample.leaf(), Sample.intermediate(), Sample.root())
        return Sample.secure(
            Sample.chain { ($0.presented, $0.path) = ([intermediate, leaf], [intermediate, root]) })
    }

    private static func untrusted(
        _ path: [Certificate], _ reason: PathFault.Reason, storesWithRoot: [String] = []
    ) -> Observation {
        let fault = PathFault(reason, subject: path.last?.subject)
        return Sample.secure(
            Sample.chain(anchor: .none) {
                ($0.path, $0.faults, $0.storesWithRoot) = (path, [fault], storesWithRoot)
            })
    }
}
