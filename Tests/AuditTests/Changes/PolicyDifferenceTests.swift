import Audit
import Recording
import Testing
import TransportSecurity

@Suite struct PolicyDifferenceTests {
    private static let old: [String: PropertyValue] = [
        "NSAllowsArbitraryLoads": .boolean(true),
        "NSExceptionDomains": .dictionary(["a.example": .dictionary(["NSIncludesSubdomains": .boolean(true)])]),
    ]

    @Test func namesTheKeysThatDiffer() {
        let new: [String: PropertyValue] = [
            "NSExceptionDomains": .dictionary([
                "a.example": .dictionary(["NSIncludesSubdomains": .boolean(false)]), "b.example": .dictionary([:]),
            ])
        ]
        let changes = PolicyKeyChange.changes(from: Self.old, to: new)
        #expect(
            changes.map { $0.path.joined(separator: "/") } == [
                "NSAllowsArbitraryLoads", "NSExceptionDomains/a.example/NSIncludesSubdomains",
                "NSExceptionDomains/b.example",
            ])
        #expect(changes[0].new == nil && changes[1].old == .boolean(true))
        #expect(PolicyKeyChange.changes(from: new, to: new).isEmpty)
    }

    @Test func statesTheConsequenceForEachHostAndSystem() throws {
        let new: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": .boolean(true), "NSAllowsLocalNetworking": .boolean(true),
        ]
        let hosts = PolicyDifference.namedHosts(in: [Self.old, new])
        #expect(hosts.map(\.description) == ["a.example", "subdomain.a.example"])
        let changes = HostChange.changes(
            from: ["NSAllowsArbitraryLoads": .boolean(true)], to: new, for: [.name("x.example")],
            under: PolicyDifference.generations)
        // iOS 9 does not read the key that voids arbitrary loads.
        #expect(changes.count == 1)
        #expect(changes[0].systems.count == PolicyDifference.generations.count - 1)
        #expect(changes[0].old == "ATS off (arbitrary-loads)" && changes[0].new.hasPrefix("TLS 1.2 or later"))
    }

    @Test func showsTrafficWithAChangedVerdict() throws {
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: try SimulatedSite.policyScope([:])))
        let replay = SimulatedSite.replay()
        let before = replay.judge(traffic, under: try SimulatedSite.policyScope([:]))
        let after = replay.judge(
            traffic,
            under: try SimulatedSite.policyScope([
                "NSExceptionDomains": .dictionary([
                    "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")])
                ])
            ]))
        let changes = VerdictChange.changes(from: before, to: after)
        #expect(changes.map(\.host.description) == ["old.example"])
        #expect(changes[0].before.prose == "violates tls.version" && changes[0].after.prose == "passes")
        #expect(!changes[0].isWorse && VerdictChange.changes(from: after, to: before)[0].isWorse)
        #expect(VerdictChange.changes(from: before, to: before).isEmpty)
    }
}
