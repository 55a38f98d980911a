import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

/// Certificate policies (RFC 5280 §6.1; SecCertificateServer.c, SecCertificatePathVCVerifyPolicyTree).
@Suite struct PolicyProcessingTests {
    private static let a = policies([1])
    private static let b = policies([2])
    private static let any = TestExtension.raw("2.5.29.32", isCritical: false, sequence(sequence(anyPolicy)))
    private static let explicit = TestExtension.named(NID_policy_constraints, "critical,requireExplicitPolicy:0")
    private static let mapAToB = mappings([(policy(1), policy(2))])
    private static let noMapping = TestExtension.named(
        NID_policy_constraints, "requireExplicitPolicy:0,inhibitPolicyMapping:0")
    private static let noAny = TestExtension.named(NID_inhibit_any_policy, "critical,0")

    /// The extensions of two intermediates and of the leaf, and whether the path is valid.
    @Test(
        arguments: [
            ([], [], [], true), ([a, explicit], [a], [a], true), ([a, explicit], [a], [b], false),
            ([a, explicit], [], [a], false), ([a], [], [], true), ([explicit], [a], [a], false),
            ([any, explicit], [any], [b], true), ([a, explicit], [any], [a], true),
            ([any, explicit, noAny], [any], [any], false), ([a, explicit, noAny], [a], [a], true),
            ([a, explicit], [a, mapAToB], [b], true), ([a, explicit], [a, mapAToB], [a], false),
            ([a, noMapping], [a, mapAToB], [b], false), ([any, explicit], [any, mapAToB], [b], true),
            ([a], [a], [explicit], false), ([a], [a], [a, explicit], true),
            ([a, mappings([(anyPolicy, policy(2))])], [a], [a], false),
        ] as [([TestExtension], [TestExtension], [TestExtension], Bool)])
    func processesPolicies(upper: [TestExtension], lower: [TestExtension], leaf: [TestExtension], isValid: Bool) throws
    {
        let root = try TestIdentity(.authority("Root"))
        let first = try root.issue(Self.authority("Upper", upper))
        let second = try first.issue(Self.authority("Lower", lower))
        var description = TestCertificate.leaf("example.com")
        description.extensions += leaf
        let chain = [try second.issue(description), second, first]
        let found = ChainEvaluator(TrustStore(systemRoots: [root.der]))
            .evaluate(certificates: chain.map(\.der), at: Instant(year: 2026, month: 11, day: 20))
        #expect(found.faults.map(\.reason) == (isValid ? [] : [.certificatePolicies]))
    }

    /// Each level maps each policy to all of the next level. The tree would have 40 to the power of the levels.
    @Test func doesNotGrowExponentially() throws {
        let numbers: [UInt8] = Array(1...40)
        let pairs = numbers.flatMap { upper in numbers.map { (Self.policy(upper), Self.policy($0)) } }
        let further: [TestExtension] = [Self.policies(numbers), Self.mappings(pairs), Self.explicit]
        var authorities = [try TestIdentity(Self.authority("Authority 0", further))]
        for number in 1...8 {
            authorities.insert(try authorities[0].issue(Self.authority("Authority \(number)", further)), at: 0)
        }
        let leaf = try authorities[0].issue(.leaf("example.com", Self.a))
        let path = try ([leaf] + authorities).reversed().map { try ParsedCertificate(der: $0.der) }
        var processing = PolicyProcessing()
        #expect(processing.outcome(of: path) == .valid)
        #expect(processing.work < 20_000)
        for _ in 0..<100 { _ = processing.outcome(of: path) }
        #expect(processing.outcome(of: path) == .tooMuchWork)
        #expect(processing.work < PolicyProcessing.maximumWork + 20_000)
    }

    private static func authority(_ name: String, _ further: [TestExtension]) -> TestCertificate {
        var description = TestCertificate.authority(name)
        description.extensions += further
        return description
    }

    private static let anyPolicy: [UInt8] = [0x06, 0x04, 0x55, 0x1D, 0x20, 0x00]

    private static func policy(_ number: UInt8) -> [UInt8] { [0x06, 0x03, 0x2A, 0x03, number] }

    private static func policies(_ numbers: [UInt8]) -> TestExtension {
        .raw("2.5.29.32", isCritical: false, sequence(numbers.flatMap { sequence(policy($0)) }))
    }

    private static func mappings(_ pairs: [([UInt8], [UInt8])]) -> TestExtension {
        .raw("2.5.29.33", isCritical: true, sequence(pairs.flatMap { sequence($0.0 + $0.1) }))
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30] + octetString(content).dropFirst() }
}
