import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct RequirementsCacheTests {
    private static func appliedPolicy(_ dictionary: [String: PropertyValue] = [:]) -> AppliedPolicy {
        AppliedPolicy(policyName: "test", dictionary: dictionary, os: .byUserAgent, mode: .enforce)
    }

    private static func policies(_ dictionary: [String: PropertyValue] = [:]) -> PolicySelection {
        PolicySelection(otherwise: appliedPolicy(dictionary))
    }

    private let recent = RequirementsCache(.standard(logs: nil))

    @Test func resolvesOnceForEachHostAndApp() {
        let policy = Self.policies()
        let first = recent.find(policy, .name("a.example"), userAgent: "App/1 CFNetwork/1 Darwin/24.0.0")
        #expect(first.requirements == policy.fallback.requirements(for: .name("a.example"), by: first.app.value))
        #expect(first.app.value == ClientApp(userAgent: "App/1 CFNetwork/1 Darwin/24.0.0"))
        #expect(recent.find(policy, .name("a.example"), userAgent: ByteString(first.app.userAgent)) === first)
        #expect(recent.find(policy, .name("b.example"), userAgent: ByteString(first.app.userAgent)) !== first)
        #expect(recent.find(policy, .name("a.example"), userAgent: "App/2") !== first)
    }

    @Test func keepsNoMoreOfAUserAgentThanIsRead() {
        let policy = Self.policies()
        let short = String(repeating: "a", count: ClientApp.maximumLength)
        let found = recent.find(policy, .name("a.example"), userAgent: ByteString(short))
        #expect(recent.find(policy, .name("a.example"), userAgent: ByteString(short + "b")) === found)
    }

    @Test func holdsOnToNoMessage() throws {
        let message = Array("CONNECT a.example:443 HTTP/1.1\r\nUser-Agent: App/1\r\n".utf8)
        let host = try #require(Host(finalName: message[8..<17]))
        let found = recent.find(Self.policies(), host, userAgent: ByteString(message[44...]))
        #expect(found.requirements.host == .name("a.example"))
        #expect(recent.keptUserAgents.map(\.octets.startIndex) == [0])
    }

    @Test func keepsOneRequestForTunnelsThatAreAlike() throws {
        let message = Array("CONNECT a.example:443 HTTP/1.1\r\n".utf8)
        let host = try #require(Host(finalName: message[8..<17]))
        func request(_ port: UInt16, _ user: String?) -> ProxyRequest {
            ProxyRequest(
                load: Load(scheme: .https, authority: Authority(host: host, port: port)), method: .connect, user: user,
                userAgent: ByteString(message[...]))
        }
        let found = recent.find(Self.policies(), host, userAgent: nil)
        let kept = found.tunnelRequest(like: request(443, "a"))
        #expect(kept == ProxyRequest(load: request(443, "a").load, method: .connect, user: "a"))
        #expect(found.tunnelRequest(like: request(443, "a")) === kept)
        #expect(found.tunnelRequest(like: request(443, nil)).user == nil)
        #expect(found.tunnelRequest(like: request(8443, nil)).load.authority.port == 8443)
        #expect(kept.userAgent == nil)
    }

    @Test func tellsPoliciesApart() {
        let strict = recent.find(Self.policies(), .name("a.example"), userAgent: "")
        let lax = Self.policies(["NSAllowsArbitraryLoads": .boolean(true)])
        let open = recent.find(lax, .name("a.example"), userAgent: "")
        #expect(strict.requirements.applies && !open.requirements.applies)
        #expect(!strict.verdicts.verdictOnCleartext(at: Instant(milliseconds: 0)).violations.isEmpty)
        #expect(open.verdicts.verdictOnCleartext(at: Instant(milliseconds: 0)).violations.isEmpty)
    }

    /// What is kept for one app of a listener is not taken for another.
    @Test func tellsTheAppsOfOneListenerApart() {
        let lax = Self.appliedPolicy(["NSAllowsArbitraryLoads": .boolean(true)])
        let policies = PolicySelection(
            [.init(AppSelector(names: [TextPattern("Lax")]), lax)], otherwise: Self.appliedPolicy())
        var entries: [RequirementsCache.Entry] = []
        for _ in 1...3 {
            for (userAgent, isLax) in [("Lax/1", true), ("Strict/1", false), ("", false)] {
                let found = recent.find(policies, .name("a.example"), userAgent: ByteString(userAgent))
                #expect((found.appliedPolicy === lax) == isLax)
                #expect(found.requirements.applies == !isLax)
                let violations = found.verdicts.verdictOnCleartext(at: Instant(milliseconds: 0)).violations
                #expect(violations.isEmpty == isLax)
                entries.append(found)
            }
        }
        #expect(Set(entries.map(ObjectIdentifier.init)).count == 3)
    }

    @Test func judgesByTheRulesInUse() {
        let policy = Self.policies()
        let before = recent.find(policy, .name("a.example"), userAgent: "")
        recent.use(RuleSet([]))
        let after = recent.find(policy, .name("a.example"), userAgent: "")
        #expect(after !== before)
        #expect(after.verdicts.verdictOnCleartext(at: Instant(milliseconds: 0)).violations.isEmpty)
    }

    @Test func isBounded() {
        let policy = Self.policies()
        let first = recent.find(policy, .name("a.example"), userAgent: "")
        for number in 0..<RequirementsCache.limit {
            _ = recent.find(policy, .name("a.example"), userAgent: "\(number)")
        }
        #expect(recent.find(policy, .name("a.example"), userAgent: "") !== first)
    }
}
