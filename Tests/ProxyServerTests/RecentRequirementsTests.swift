import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct RecentRequirementsTests {
    private static func jurisdiction(_ dictionary: [String: PropertyValue] = [:]) -> Jurisdiction {
        Jurisdiction(policyName: "test", dictionary: dictionary, os: .byUserAgent, mode: .enforce)
    }

    private var recent = RecentRequirements()
    private let rules = RuleSet.standard(logs: nil)

    @Test mutating func resolvesOnceForEachHostAndApp() {
        let policy = Self.jurisdiction()
        let first = recent.find(policy, .name("a.example"), userAgent: "App/1 CFNetwork/1 Darwin/24.0.0")
        #expect(first.requirements == policy.requirements(for: .name("a.example"), by: first.app.value))
        #expect(first.app.value == ClientApp(userAgent: "App/1 CFNetwork/1 Darwin/24.0.0"))
        #expect(recent.find(policy, .name("a.example"), userAgent: first.app.userAgent) === first)
        #expect(recent.find(policy, .name("b.example"), userAgent: first.app.userAgent) !== first)
        #expect(recent.find(policy, .name("a.example"), userAgent: "App/2") !== first)
    }

    @Test mutating func keepsNoMoreOfAUserAgentThanIsRead() {
        let policy = Self.jurisdiction()
        let short = String(repeating: "a", count: ClientApp.maximumLength)
        let found = recent.find(policy, .name("a.example"), userAgent: short)
        #expect(recent.find(policy, .name("a.example"), userAgent: short + "b") === found)
    }

    @Test mutating func tellsPoliciesApart() {
        let strict = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        let lax = Self.jurisdiction(["NSAllowsArbitraryLoads": .boolean(true)])
        let open = recent.find(lax, .name("a.example"), userAgent: "")
        #expect(strict.requirements.applies && !open.requirements.applies)
        #expect(!strict.cleartextVerdict(by: rules, at: Instant(milliseconds: 0)).violations.isEmpty)
        #expect(open.cleartextVerdict(by: rules, at: Instant(milliseconds: 0)).violations.isEmpty)
    }

    @Test mutating func judgesFactsAnewInAnotherSecondAndWhereTheyAreOthers() {
        let found = recent.find(Self.jurisdiction(), .name("a.example"), userAgent: "")
        func facts(_ id: String) -> Facts {
            Facts(
                authority: Authority(host: .name("a.example"), port: 443), address: .v4(1),
                observation: .unexaminable(.notTLS), time: Instant(milliseconds: 0), id: id)
        }
        let noTLS = facts("sha256:1")
        let verdict = found.verdict(on: noTLS, by: rules, at: Instant(milliseconds: 1999))
        #expect(!verdict.violations.isEmpty)
        // Other rules would find nothing; within the second nobody asks them.
        #expect(found.verdict(on: noTLS, by: RuleSet([]), at: Instant(milliseconds: 1000)) == verdict)
        #expect(found.verdict(on: noTLS, by: RuleSet([]), at: Instant(milliseconds: 2000)).violations.isEmpty)
        #expect(!found.verdict(on: facts("sha256:2"), by: rules, at: Instant(milliseconds: 2000)).violations.isEmpty)
    }

    @Test mutating func isBounded() {
        let policy = Self.jurisdiction()
        let first = recent.find(policy, .name("a.example"), userAgent: "")
        for number in 0..<RecentRequirements.limit {
            _ = recent.find(policy, .name("a.example"), userAgent: "\(number)")
        }
        #expect(recent.find(policy, .name("a.example"), userAgent: "") !== first)
    }
}
