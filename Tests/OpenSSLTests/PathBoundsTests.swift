import Testing
import TransportSecurity

@testable import OpenSSL

/// A server may send any certificates; what is made of them is bounded.
@Suite struct PathBoundsTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    /// A leaf and so many authorities above it, each issued by the next.
    private static func ladder(authorities: Int) throws -> [TestIdentity] {
        var authority = try TestIdentity(.authority("Authority \(authorities)"))
        var certificates = [authority]
        for number in (1..<authorities).reversed() {
            authority = try authority.issue(.authority("Authority \(number)"))
            certificates.insert(authority, at: 0)
        }
        return [try authority.issue(.leaf("example.com"))] + certificates
    }

    @Test func aPathHasAtMostTenCertificates() throws {
        let fits = try Self.ladder(authorities: PathBuilder.maximumLength - 1)
        #expect(chain.evaluate(Array(fits.dropLast()), system: [fits[fits.count - 1]]).anchor == .system)
        let tooLong = try Self.ladder(authorities: PathBuilder.maximumLength)
        let evaluation = chain.evaluate(Array(tooLong.dropLast()), system: [tooLong[tooLong.count - 1]])
        #expect(evaluation.anchor == .none && evaluation.path.count == PathBuilder.maximumLength)
        #expect(evaluation.faults.map(\.reason) == [.other("the path has more than 10 certificates")])
    }

    @Test(arguments: [(PathBuilder.maximumPresented - 2, true), (PathBuilder.maximumPresented - 1, false)])
    func soManyCertificatesOfAServerTakePart(strangers: Int, isFound: Bool) throws {
        let key = try TestKey()
        let others = try (0..<strangers).map { try TestIdentity(.authority("Stranger \($0)"), key: key) }
        let evaluation = chain.evaluate([chain.leaf] + others + [chain.intermediate], system: [chain.root])
        #expect((evaluation.anchor == .system) == isFound)
        #expect(evaluation.presented.count == strangers + 2)
    }

    @Test(arguments: [(PathBuilder.maximumFetched - 1, true), (PathBuilder.maximumFetched, false)])
    func soManyFetchedCertificatesTakePart(strangers: Int, isFound: Bool) throws {
        let key = try TestKey()
        let others = try (0..<strangers).map { try TestIdentity(.authority("Stranger \($0)"), key: key) }
        let evaluation = ChainEvaluator(TrustStore(systemRoots: [chain.root.der])).evaluate(
            certificates: [chain.leaf.der], fetched: (others + [chain.intermediate]).map(\.der), at: chain.now)
        #expect((evaluation.anchor == .system) == isFound)
    }

    @Test func soManyPathsAreLookedAt() throws {
        let key = try TestKey()
        var layers: [[TestIdentity]] = []
        for layer in 0..<3 {
            let issuer = layers.last?[0]
            layers.append(
                try (1...5).map { serial in
                    var description = TestCertificate.authority("Layer \(layer)")
                    description.serial = serial
                    return try TestIdentity(description, key: key, issuer: issuer)
                })
        }
        let leaf = try TestIdentity(.leaf("example.com"), issuer: layers[2][0])
        let presented = try ([leaf] + layers.joined()).map { try ParsedCertificate(der: $0.der) }
        var builder = PathBuilder(presented: presented, anchors: AnchorSet(TrustStore()))
        #expect(builder.candidates().count == PathBuilder.maximumPaths)
    }
}
