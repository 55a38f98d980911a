import Advice
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

/// The law of exceptions that are kept for other loads: at a host that needs no exception of its own, the advised policy
/// permits nothing that the declared policy does not permit, under any OS.
@Suite struct AdvisedPermissionTests {
    private static let domains = [
        "example", "old.example", "rsa.example", "plain.example", "mine.example", "a.mine.example", "mine.test",
    ]
    private static let hosts = domains.dropFirst() + ["b.mine.example", "c.example", "else.test"]

    /// One load of MyApp from old.example, and one each of OtherApp and of no app from servers of their own.
    private static func traffic() throws -> RecordedTraffic {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let userAgents = [
            "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0", "OtherApp/7 CFNetwork/1568.200.51 Darwin/24.1.0",
            "curl/8.0",
        ]
        let lines = zip(userAgents, ["old.example", "rsa.example", "plain.example"]).enumerated()
            .flatMap { number, load -> [[UInt8]] in
                SimulatedSite.servers.filter { $0.name == load.1 }.flatMap { server in
                    SimulatedSite.record(
                        server, under: appliedPolicy, number: number + 1, app: ClientApp(userAgent: load.0)
                    ).lines
                }
            }
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    /// A policy with random keys of the top level and random entries.
    private static func policy(seed: UInt64) -> [String: PropertyValue] {
        var state = seed
        /// A random number below a limit (splitmix64).
        func random(below limit: UInt64) -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return (bits ^ (bits >> 31)) % limit
        }
        var policy: [String: PropertyValue] = [:]
        if random(below: 2) == 0 { policy["NSAllowsArbitraryLoads"] = .boolean(true) }
        for key in ["NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking"]
        where random(below: 6) == 0 { policy[key] = .boolean(random(below: 2) == 0) }
        var entries: [String: PropertyValue] = [:]
        for domain in domains where random(below: 2) == 0 {
            var entry: [String: PropertyValue] = [:]
            if random(below: 2) == 0 { entry["NSIncludesSubdomains"] = .boolean(true) }
            if random(below: 2) == 0 { entry["NSExceptionAllowsInsecureHTTPLoads"] = .boolean(true) }
            if random(below: 3) == 0 { entry["NSExceptionRequiresForwardSecrecy"] = .boolean(false) }
            entries[domain] = .dictionary(entry)
        }
        policy["NSExceptionDomains"] = .dictionary(entries)
        return policy
    }

    @Test(arguments: 0..<UInt64(150))
    func permitsNothingBeyondTheDeclaredPolicy(seed: UInt64) throws {
        let (all, declared) = (try Self.traffic(), Self.policy(seed: seed))
        let systems = [try #require(OSVersion("ios9")), OSVersion.newest]
        let advice = AppPolicyAdvice(
            on: all.keeping { $0.decision.app?.name == "MyApp" },
            besides: all.entries.filter { $0.decision.app?.name != "MyApp" }, by: SimulatedSite.replay(),
            declared: declared, os: .fixed(systems[Int(seed % 2)]))
        let excepted = advice.advisedExceptions.map(\.host.description)
        for host in Self.hosts where !excepted.contains(host) {
            for os in systems {
                func requirements(_ dictionary: [String: PropertyValue]) -> Requirements {
                    AppliedPolicy(policyName: "test", dictionary: dictionary, os: .fixed(os), mode: .enforce)
                        .requirements(for: .name(host), by: ClientApp(userAgent: ""))
                }
                let (before, after) = (requirements(declared), requirements(advice.dictionary))
                guard before.applies else { continue }
                #expect(after.applies, "\(host) is exempt: \(declared) became \(advice.dictionary)")
                #expect(before.allowsInsecureHTTPLoads || !after.allowsInsecureHTTPLoads, "\(host): \(declared)")
                #expect(!before.requiresForwardSecrecy || after.requiresForwardSecrecy, "\(host): \(declared)")
            }
        }
    }
}
