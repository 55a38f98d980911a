import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct SafeCorrectionTests {
    /// The attempts are shared by all rounds, so that a policy with many mistakes is corrected in bounded time.
    @Test func aRefusedCorrectionTakesNoFurtherAttempt() throws {
        // Without the scheme, each entry would hold for a host that has none today.
        let entries = ["a.com", "b.com"].map { name in
            "<key>https://\(name)</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict>"
        }
        let data = propertyListXML("<dict><key>NSExceptionDomains</key><dict>\(entries.joined())</dict></dict>")
        let file = PropertyListFile(path: "policy.plist", data: data)
        let root = try file.locatedPolicy()
        let findings = PolicyLint(readBy: .newest, publicSuffixes: LintRow.suffixes)
            .lints(root, linkedSDK: nil, isDistribution: false, isBuilt: false)
        let bound = PermissionBound(try file.policyDictionary())
        func correction(attempts: Int, without refused: [Lint]) -> SafeCorrection {
            let text = LintedText(String(decoding: data, as: UTF8.self), root)
            var safe = SafeCorrection(text, path: "policy.plist", encoding: .utf8, bound: bound, attempts: attempts)
            safe.add(findings, without: refused)
            return safe
        }
        // Both together, and each by itself.
        let first = correction(attempts: 10, without: [])
        #expect(first.refused.count == 2 && first.fixed.isEmpty && first.attempts == 7)
        let second = correction(attempts: first.attempts, without: first.refused)
        #expect(second.refused.isEmpty && second.fixed.isEmpty && second.attempts == 7)
        #expect(correction(attempts: 0, without: []).refused.isEmpty)
    }
}
