import Documents
import Judging
import Reports
import SimulatedServers
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
            from: NamedPolicy(
                name: "old", dictionary: ["NSAllowsArbitraryLoads": .boolean(true)], linkedSDK: nil),
            to: NamedPolicy(name: "new", dictionary: new, linkedSDK: nil), for: [.name("x.example")],
            under: PolicyDifference.generations)
        // iOS 9 does not read the key that voids arbitrary loads.
        #expect(changes.count == 1)
        #expect(changes[0].systems.count == PolicyDifference.generations.count - 1)
        #expect(changes[0].old == "ATS off (arbitrary-loads)" && changes[0].new.hasPrefix("TLS 1.2 or later"))
    }

    @Test func showsTrafficWithAChangedVerdict() throws {
        let traffic = SimulatedSite.traffic(SimulatedSite.recording(under: try SimulatedSite.appliedPolicy([:])))
        let replay = SimulatedSite.replay()
        let before = replay.judge(traffic, under: try SimulatedSite.appliedPolicy([:]))
        let after = replay.judge(
            traffic,
            under: try SimulatedSite.appliedPolicy([
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

    private static let namingOneHost: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary(["b.example": .dictionary([:])])
    ]

    private func text(
        from old: [String: PropertyValue], to new: [String: PropertyValue], kind: LoadingAPI = .urlSession
    ) -> String {
        let difference = PolicyDifference(
            old: NamedPolicy(name: "old", dictionary: old, linkedSDK: nil),
            new: NamedPolicy(name: "new", dictionary: new, linkedSDK: nil), through: kind)
        return TextRenderer().text(of: difference.document)
    }

    @Test func showsHostsThatNoKeyNames() {
        var off = Self.namingOneHost
        off["NSAllowsArbitraryLoads"] = .boolean(true)
        for text in [text(from: Self.namingOneHost, to: off), text(from: off, to: Self.namingOneHost)] {
            #expect(text.contains("any other host") && text.contains("ATS off (arbitrary-loads)"), "\(text)")
            #expect(!text.contains("Nothing changes"), "\(text)")
        }
        var local = Self.namingOneHost
        local["NSAllowsLocalNetworking"] = .boolean(false)
        let strict = text(from: Self.namingOneHost, to: local)
        #expect(strict.contains("any other local host") && strict.contains("ATS off (local"), "\(strict)")
        #expect(!strict.contains("any other host"), "\(strict)")
        var network = Self.namingOneHost
        network["NSExceptionDomains"] = .dictionary([
            "b.example": .dictionary([:]),
            "198.51.100.0/24": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
        ])
        #expect(text(from: Self.namingOneHost, to: network).contains("198.51.100.0"))
    }

    @Test func saysThatNothingChangesOnlyForLoadsOfWhichNothingDoes() {
        var web = Self.namingOneHost
        web["NSAllowsArbitraryLoadsInWebContent"] = .boolean(true)
        let urlSession = text(from: Self.namingOneHost, to: web)
        #expect(
            urlSession.contains("Nothing changes for loads through URLSession, but for those through WebView"),
            "\(urlSession)")
        #expect(text(from: Self.namingOneHost, to: web, kind: .webView).contains("any other host"))
        var unknown = Self.namingOneHost
        unknown["NSUnknownKey"] = .boolean(true)
        #expect(text(from: Self.namingOneHost, to: unknown).contains("Nothing changes for any host."))
    }

    @Test func namesTheTypeOfAValueThatIsIgnored() {
        func values(_ value: PropertyValue, for key: String) -> String? {
            PolicyKeyChange.changes(from: [key: .boolean(true)], to: [key: value])[0].newProse
        }
        #expect(values(.string("YES"), for: "NSAllowsArbitraryLoads") == "the string \"YES\" (ignored)")
        #expect(values(.integer(1), for: "NSAllowsArbitraryLoads") == "the number 1")
        #expect(values(.boolean(false), for: "NSAllowsArbitraryLoads") == "NO")
        #expect(values(.string("TLSv1.0"), for: "NSExceptionMinimumTLSVersion") == "TLSv1.0")
        #expect(values(.boolean(false), for: "NSExceptionMinimumTLSVersion") == "the Boolean NO (ignored)")
    }
}
