import Advice
import Documents
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

/// Declared exceptions for several hosts, of which the advised policy keeps those for the app's hosts.
@Suite struct SharedExceptionTests {
    private static let insecure: [String: PropertyValue] = ["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]
    private static let oldVersion: [String: PropertyValue] = ["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]

    /// The advice on loads of MyApp from old.example, beside one of OtherApp from plain.example.
    private func advice(declared: [String: PropertyValue]) throws -> AppPolicyAdvice {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let lines = SimulatedSite.servers.flatMap { server -> [[UInt8]] in
            switch server.name {
            case "old.example": SimulatedSite.record(server, under: appliedPolicy).lines
            case "plain.example":
                SimulatedSite.record(
                    server, under: appliedPolicy, number: 2,
                    app: ClientApp(userAgent: "OtherApp/7 CFNetwork/1568.200.51 Darwin/24.1.0")
                ).lines
            case _: []
            }
        }
        let all = SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
        return AppPolicyAdvice(
            on: all.keeping { $0.decision.app?.name == "MyApp" },
            besides: all.entries.filter { $0.decision.app?.name != "MyApp" }, by: SimulatedSite.replay(),
            declared: declared, os: .fixed(.newest))
    }

    @Test func namesTheHostsThatOthersLose() throws {
        let parent = Self.insecure.merging(Self.oldVersion) { $1 }.merging(["NSIncludesSubdomains": .boolean(true)]) {
            $1
        }
        let advice = try advice(declared: ["NSExceptionDomains": .dictionary(["example": .dictionary(parent)])])
        #expect(advice.hostsLostByOthers == ["plain.example"])
        let sentence =
            "The policy no longer permits recorded loads outside this advice from plain.example, which the declared "
            + "policy permits. Declare exceptions for this host if they are of this app."
        #expect(advice.loss == sentence)
        #expect(TextRenderer(width: 400).text(of: advice.document).contains(sentence))
        let json = String(decoding: advice.line, as: UTF8.self)
        #expect(
            json.contains(#""hostsLostByOthers":["plain.example"]"#) && json.contains(#""loss":"The policy no longer"#))
        // A policy without exceptions takes nothing away.
        let none = try self.advice(declared: [:])
        #expect(none.hostsLostByOthers.isEmpty && none.loss == nil)
    }

    /// The declared entry does not permit the load over TLS, so the one that stays does not either.
    @Test func anExceptionThatStaysIsNotForOtherLoadsFromItsHost() throws {
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let old = SimulatedServer(
            name: "old.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256, port: 8443)
        let plain = SimulatedServer(name: "old.example", isCleartext: true, port: 8080)
        let lines =
            SimulatedSite.record(old, under: appliedPolicy).lines
            + SimulatedSite.record(plain, under: appliedPolicy, number: 2).lines
        let declared = ["NSExceptionDomains": PropertyValue.dictionary(["old.example": .dictionary(Self.insecure)])]
        let advice = AppPolicyAdvice(
            on: SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }), by: SimulatedSite.replay(), declared: declared,
            os: .fixed(.newest))
        #expect(advice.dictionary == declared && advice.changes.map(\.step) == [.server])
        #expect(advice.omission != nil)
    }

    /// Without an entry, the subdomains would be exempt by the kept key.
    @Test func anExceptionCoversSubdomainsBesideAKeptKey() throws {
        let entry = Self.oldVersion.merging(["NSIncludesSubdomains": .boolean(true)]) { $1 }
        let advice = try advice(declared: [
            "NSAllowsArbitraryLoads": .boolean(true),
            "NSExceptionDomains": .dictionary(["old.example": .dictionary(entry)]),
        ])
        #expect(advice.dictionary["NSExceptionDomains"] == .dictionary(["old.example": .dictionary(entry)]))
        #expect(
            advice.retention?.contains(
                "NSIncludesSubdomains stays for old.example, because NSAllowsArbitraryLoads would exempt the subdomains "
                    + "otherwise.") == true)
    }

    /// ATS reads the first of these keys where the second is absent.
    @Test func aKeyOfTheTopLevelIsNeededBesideAnotherOne() throws {
        let both: [String: PropertyValue] = [
            "NSAllowsArbitraryLoads": .boolean(true), "NSAllowsArbitraryLoadsInWebContent": .boolean(true),
        ]
        let appliedPolicy = try SimulatedSite.appliedPolicy([:])
        let server = try #require(SimulatedSite.servers.first { $0.name == "plain.example" })
        let webView = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
        let lines = SimulatedSite.record(server, under: appliedPolicy, app: ClientApp(userAgent: webView)).lines
        let advice = AppPolicyAdvice(
            on: SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }), by: SimulatedSite.replay(), declared: both,
            os: .fixed(.newest))
        #expect(advice.declared.map(\.verdict) == [.neverHit, .widerThanNeeded])
    }

    /// The sentence on an exception that stays says which declared exception it was.
    @Test(
        arguments: [
            (
                ["NSExceptionDomains": .dictionary(["old.example": .dictionary(oldVersion)])],
                "The policy keeps the declared exception for old.example: loads fail"
            ),
            (
                [
                    "NSExceptionDomains": .dictionary([
                        "old.example": .dictionary(oldVersion.merging(insecure) { $1 })
                    ])
                ],
                "The policy keeps what is needed of the declared exception for old.example: loads fail"
            ),
            (
                [
                    "NSExceptionDomains": .dictionary([
                        "example": .dictionary(oldVersion.merging(["NSIncludesSubdomains": .boolean(true)]) { $1 })
                    ])
                ],
                "In place of the declared exception for example, the policy has one for old.example: loads fail"
            ),
            (
                ["NSAllowsArbitraryLoads": .boolean(true)],
                "In place of NSAllowsArbitraryLoads, the policy has an exception for old.example: loads fail"
            ),
        ] as [([String: PropertyValue], String)])
    func saysWhichDeclaredExceptionStays(declared: [String: PropertyValue], sentence: String) throws {
        let retention = try #require(try advice(declared: declared).retention)
        #expect(retention.hasPrefix(sentence + " without it until the server is changed."), "\(retention)")
    }
}
