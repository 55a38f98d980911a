import OpenSSL
import TransportSecurity

/// A root, an intermediate and a leaf, and what an evaluator makes of these and others.
struct ChainFixture {
    let now = Instant(year: 2026, month: 11, day: 20)
    let root: TestIdentity
    let intermediate: TestIdentity
    let leaf: TestIdentity

    init() throws {
        root = try TestIdentity(.authority("Root"))
        intermediate = try root.issue(.authority("Intermediate"))
        leaf = try intermediate.issue(.leaf("example.com"))
    }

    func evaluate(
        _ presented: [TestIdentity], system: [TestIdentity] = [], user: [TestIdentity] = []
    ) -> ChainEvaluation {
        ChainEvaluator(TrustStore(systemRoots: system.map(\.der), userRoots: user.map(\.der)))
            .evaluate(certificates: presented.map(\.der), at: now)
    }
}

/// The subjects of the path, leaf first.
func subjects(_ evaluation: ChainEvaluation) -> [String] {
    evaluation.path.map(\.subject)
}
