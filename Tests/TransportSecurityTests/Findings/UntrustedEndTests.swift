import Testing

@testable import TransportSecurity

@Suite struct UntrustedEndTests {
    private static let leaf = Sample.leaf()
    private static let (intermediate, root) = (Sample.intermediate(), Sample.root())
    private static let fetchable = Sample.leaf {
        $0.issuerLocations = ["http://ca.example/i.crt\u{1B}[2J", "ldap://x"]
    }

    /// A path that ends at no trusted root, its only fault, and what is said about it.
    private static let ends: [(path: [Certificate], fault: PathFault.Reason, kind: UntrustedEnd.Kind, prose: String)] =
        [
            (
                [leaf], .selfSigned, .selfSigned,
                "CN=example.com is self-signed and not a known root; install a certificate that a CA issued, or give this one "
                    + "by --ca-file if it is a test's own"
            ),
            (
                [leaf], .missingIssuer, .notSent,
                "the chain has CN=example.com alone, without its issuer CN=Intermediate; it should send the full chain, or, "
                    + "if that issuer is the root of a company or a test, give the root by --ca-file"
            ),
            (
                [fetchable], .missingIssuer, .notSent,
                "the server did not send its intermediate CN=Intermediate, nor was it fetched from http://ca.example/i.crt\\u{1B}[2J, "
                    + "which CN=example.com names; it should send the full chain"
            ),
            (
                [leaf, intermediate], .missingIssuer, .unknownRoot,
                "CN=Root, presumably the root above CN=Intermediate, is not known here; give it by --ca-file if it is a "
                    + "company's or a test's own"
            ),
            (
                [leaf, intermediate, root], .untrustedRoot, .unknownRoot,
                "the root CN=Root is not known here; give it by --ca-file if it is a company's or a test's own"
            ),
        ]

    @Test(arguments: ends.indices)
    func namesTheIssuerAndWhoSuppliesIt(index: Int) throws {
        let expected = Self.ends[index]
        let fault = PathFault(expected.fault, subject: expected.path.last?.subject)
        let chain = Sample.chain(anchor: .none) {
            ($0.presented, $0.path, $0.faults) = (expected.path, expected.path, [fault])
        }
        let end = try #require(UntrustedEnd(fault, of: chain))
        #expect(end.kind == expected.kind && end.prose == expected.prose)

        let finding = CertificateTrust().evaluate(Sample.secure(chain), under: Sample.requirements(), at: Sample.now)
            .finding
        #expect(finding?.message == "The certificates of example.com are not trusted: \(end.prose).")
        #expect(finding?.actual == end.fault && end.prose.hasPrefix(end.fault) && finding?.expected == end.expected)
        #expect(finding?.cause == end.cause)
        #expect(finding?.exception?.overridable == true)
    }

    @Test func otherFaultsAreNoEnds() {
        let chain = Sample.chain(anchor: .none)
        #expect(UntrustedEnd(PathFault(.badSignature), of: chain) == nil)
        #expect(
            UntrustedEnd(PathFault(.selfSigned), of: ChainEvaluation(presented: [], path: [], anchor: .none)) == nil)
    }
}
