import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct StapledResponseTests {
    private static let now = Instant(year: 2026, month: 11, day: 20)

    private let root: TestIdentity
    private let leaf: TestIdentity

    init() throws {
        root = try TestIdentity(.authority("Root"))
        var description = TestCertificate.leaf("example.com")
        description.serial = 77
        leaf = try root.issue(description)
    }

    private func revocation(
        staple: [UInt8]? = nil, lists: [[UInt8]] = [], at instant: Instant = now
    ) -> ChainEvaluation.Revocation {
        ChainEvaluator(TrustStore(systemRoots: [root.der], revocationLists: lists))
            .evaluate(certificates: [leaf.der], staple: staple, at: instant).revocation
    }

    private func isUnusable(_ revocation: ChainEvaluation.Revocation, _ word: String) -> Bool {
        guard case .unusable(let text) = revocation else { return false }
        return text.contains(word)
    }

    @Test func acceptsTheIssuersSignature() throws {
        #expect(try revocation(staple: root.ocspResponse(on: leaf)) == .good)
        let revoked = try revocation(staple: root.ocspResponse(on: leaf, status: V_OCSP_CERTSTATUS_REVOKED))
        #expect(revoked == .revoked(subject: "CN=example.com", source: "the stapled OCSP response"))
        let unknown = try revocation(staple: root.ocspResponse(on: leaf, status: V_OCSP_CERTSTATUS_UNKNOWN))
        #expect(isUnusable(unknown, "does not know"))
    }

    @Test func acceptsAnAuthorizedResponder() throws {
        let usage = TestExtension.named(NID_ext_key_usage, "OCSPSigning")
        let signing = TestExtension.named(NID_key_usage, "digitalSignature")
        let named = try root.issue(TestCertificate(commonName: "Responder", extensions: [usage, signing]))
        #expect(try revocation(staple: root.ocspResponse(on: leaf, responder: named)) == .good)
        let without = try root.issue(.leaf("responder.test"))
        #expect(isUnusable(try revocation(staple: root.ocspResponse(on: leaf, responder: without)), "signed"))
        let stranger = try TestIdentity(TestCertificate(commonName: "Responder", extensions: [usage, signing]))
        #expect(isUnusable(try revocation(staple: root.ocspResponse(on: leaf, responder: stranger)), "signed"))
    }

    @Test(
        arguments: [
            (-301, "future"), (-299, nil), (0, nil), (7 * 86_400 + 299, nil), (7 * 86_400 + 301, "expired"),
        ] as [(Int64, String?)])
    func checksTheTime(seconds: Int64, word: String?) throws {
        let start = Instant(year: 2026, month: 11, day: 19)
        for end in [start + 7 * 86_400, nil] {
            let staple = try root.ocspResponse(on: leaf, from: start, until: end)
            let found = revocation(staple: staple, at: start + seconds)
            #expect(word.map { isUnusable(found, $0) } ?? (found == .good))
        }
    }

    @Test func refusesAnAnswerOnAnotherCertificate() throws {
        let other = try root.issue(.leaf("other.example"))
        #expect(isUnusable(try revocation(staple: root.ocspResponse(on: other)), "another"))
    }

    @Test(arguments: [[], [1, 2, 3], [0x30, 0x03, 0x0A, 0x01, 0x06]] as [[UInt8]])
    func refusesInvalidResponses(staple: [UInt8]) {
        #expect(isUnusable(revocation(staple: staple), "cannot be read"))
    }

    @Test func cannotUseAStapleWithoutTheIssuer() throws {
        let found = ChainEvaluator(TrustStore())
            .evaluate(certificates: [leaf.der], staple: try root.ocspResponse(on: leaf), at: Self.now)
        #expect(isUnusable(found.revocation, "issuer"))
    }

    /// SecPolicyCreateOCSPSigner: the responder needs digitalSignature, and is no CA.
    @Test(
        arguments: [
            [.named(NID_key_usage, "digitalSignature"), .named(NID_basic_constraints, "CA:TRUE")],
            [.named(NID_key_usage, "keyEncipherment")], [],
        ] as [[TestExtension]])
    func ignoresAResponderThatIsNoneForApple(extensions: [TestExtension]) throws {
        let usage = TestExtension.named(NID_ext_key_usage, "OCSPSigning")
        let responder = try root.issue(TestCertificate(commonName: "Responder", extensions: [usage] + extensions))
        #expect(isUnusable(try revocation(staple: root.ocspResponse(on: leaf, responder: responder)), "signed"))
    }

    /// SecORVCConsumeOCSPResponse: the dates of a revocation do not matter.
    @Test(arguments: [-400, 400] as [Int64])
    func aRevocationIsFinalWheneverItWasMade(days: Int64) throws {
        let start = Self.now + days * 86_400
        let staple = try root.ocspResponse(
            on: leaf, status: V_OCSP_CERTSTATUS_REVOKED, from: start, until: start + 86_400)
        #expect(revocation(staple: staple) == .revoked(subject: "CN=example.com", source: "the stapled OCSP response"))
    }
}
