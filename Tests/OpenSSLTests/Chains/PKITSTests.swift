import Foundation
import OpenSSL
import Testing
import TransportSecurity

/// NIST's Public Key Interoperability Test Suite, with the results that Apple's own unit tests expect under the basic
/// policy. The suite is not part of the repository: `ATSPROXY_PKITS` is the path of its file.
@Suite struct PKITSTests {
    private struct Suite: Decodable {
        var at: String
        var roots: [Data]
        var cases: [Case]
    }

    private struct Case: Decodable {
        var name: String
        var expected: String
        var chain: [Data]
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["ATSPROXY_PKITS"] != nil))
    func agreesWithApple() throws {
        let path = try #require(ProcessInfo.processInfo.environment["ATSPROXY_PKITS"])
        let suite = try JSONDecoder().decode(Suite.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        let time = try #require(Instant(suite.at))
        let evaluator = ChainEvaluator(TrustStore(userRoots: suite.roots.map { [UInt8]($0) }))
        for test in suite.cases {
            let found = evaluator.evaluate(certificates: test.chain.map { [UInt8]($0) }, at: time)
            // The basic policy looks at dates and at MD5, too, which rules judge here.
            let isValid = found.path.allSatisfy { $0.notBefore <= time && time <= $0.notAfter }
            let accepts = found.anchor != .none && found.faults.isEmpty && isValid
            let faults = found.faults.map(\.prose).joined(separator: "; ")
            #expect(accepts == (test.expected == "accept"), "\(test.name): \(faults), \(found.anchor), \(isValid)")
        }
        #expect(suite.cases.count > 100)
    }
}
