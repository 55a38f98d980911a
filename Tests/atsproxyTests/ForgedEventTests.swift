import Events
import Judging
import Recordings
import Foundation
import JSONWriting
import OpenSSL
import Probing
import ProxyServer
import Testing
import TransportSecurity

@testable import RecordingInputs
@testable import atsproxy

/// Policies and trust stores in recordings are known by the digests of their contents.
@Suite struct ForgedEventTests {
    private static let time = Instant(year: 2026, month: 11, day: 20)

    /// A policy under a name, and the load of `http://plain.example` that it decided.
    private static func policy(
        _ dictionary: [String: PropertyValue], named name: String = "MyApp.app"
    ) throws -> PolicyEvent {
        let appliedPolicy = AppliedPolicy(
            policyName: name, dictionary: dictionary, os: .fixed(OSVersion(.ios, 18)), mode: .observe
        ).recorded()
        return PolicyEvent(appliedPolicy, id: try #require(appliedPolicy.digest), at: time)
    }

    private static let strict: [String: PropertyValue] = [:]
    private static let open: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]

    private static func load(under policy: PolicyEvent) -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text("1"), from: .client(.init(listener: "127.0.0.1:8080")), decision: .wouldBlock)
        event.client?.mode = .observe
        (event.scheme, event.host, event.port) = (.http, .name("plain.example"), 80)
        let requirements = Requirements(
            host: .name("plain.example"), os: OSVersion(.ios, 18), applies: true, reason: .default)
        event.policy = CachedJSON(PolicySummary(requirements, source: policy.source, digest: policy.id))
        event.violations = [Finding(rule: .cleartext, message: "m", expected: "e", actual: "a")]
        return event
    }

    private static func traffic(_ events: [any JSONWritable]) throws -> RecordedTraffic {
        let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString).jsonl")
        try Data(events.flatMap { $0.line + [0x0A] }).write(to: file)
        defer { unlink(file.path) }
        return try RecordingInput.traffic(of: [file.path], keepingFacts: true)
    }

    private static func judged(_ traffic: RecordedTraffic) -> [JudgedEntry] {
        Replay(rules: .standard(logs: nil)) { _, _, _, _ in ChainEvaluation(presented: [], path: [], anchor: .none) }
            .judge(traffic, under: RecordedPolicies(traffic.policies, .init()))
    }

    /// A policy that permits everything, under the identifier of the policy in force, before and behind that policy.
    @Test func aForgedPolicyIsNoEvent() throws {
        let policy = try Self.policy(Self.strict)
        var forged = try Self.policy(Self.open)
        forged.id = policy.id
        for events in [[policy, forged], [forged, policy]] as [[any JSONWritable]] {
            let traffic = try Self.traffic(events + [Self.load(under: policy)])
            #expect(traffic.sources[0].brokenLines == 1 && traffic.policies == [policy.id: policy])
            #expect(Self.judged(traffic).map { $0.violations.map(\.rule) } == [[.cleartext]])
        }
    }

    /// Without the policy in force, the load keeps its recorded verdict, and the report says that a policy is missing.
    @Test func aForgedPolicyAloneJudgesNothing() throws {
        let policy = try Self.policy(Self.strict)
        var forged = try Self.policy(Self.open)
        forged.id = policy.id
        let judged = Self.judged(try Self.traffic([forged, Self.load(under: policy)]))
        #expect(judged.map(\.lacksPolicy) == [true] && judged[0].violations.map(\.rule) == [.cleartext])
    }

    /// Each member except the time is part of the digest.
    @Test func everyChangeOfAPolicyIsSeen() throws {
        let policy = try Self.policy(Self.strict)
        let changes: [(inout PolicyEvent) -> Void] = [
            { $0.source = "Other.app" }, { $0.linkedSDK = OSVersion(.ios, 8) }, { $0.api = LoadingAPI.none },
            { $0.apps = ["OtherApp"] }, { $0.ignore = ["cleartext"] }, { $0.dictionary = Self.open },
            { $0.id = "sha256:1" },
        ]
        for (number, change) in changes.enumerated() {
            var changed = policy
            change(&changed)
            let traffic = try Self.traffic([changed, Self.load(under: policy)])
            #expect(traffic.sources[0].brokenLines == 1 && traffic.policies.isEmpty, "\(number)")
        }
        // A policy comes into force again with each reload.
        var again = policy
        again.time = policy.time + 60
        let traffic = try Self.traffic([policy, again, policy, Self.load(under: policy)])
        #expect(traffic.sources[0].brokenLines == 0 && traffic.policies.keys.sorted() == [policy.id])
        #expect(Self.judged(traffic).map { $0.violations.map(\.rule) } == [[.cleartext]])
    }

    /// A line with two dictionaries is ambiguous, whichever of them its identifier is the digest of.
    @Test func aPolicyWithTwoDictionariesIsNoEvent() throws {
        let policy = try Self.policy(Self.strict)
        let text = String(decoding: policy.line, as: UTF8.self)
        let open = #""dictionary":{"NSAllowsArbitraryLoads":true}"#
        for twice in [text.dropLast() + ",\(open)}", text.replacing("\"source\"", with: "\(open),\"source\"")] {
            let traffic = try Self.traffic([Line(bytes: Array(twice.utf8)), Self.load(under: policy)])
            #expect(traffic.sources[0].brokenLines == 1 && traffic.policies.isEmpty)
        }
    }

    /// A trust store that denies its revocation lists would hide that they are not given again.
    @Test func aForgedTrustStoreIsNoEvent() throws {
        var store = TrustStore()
        store.revocationLists = [[1]]
        let trust = store.recorded(at: Self.time)
        var forged = trust
        forged.revocationLists = .init(count: 0, sha256: "")
        var facts = FactsEvent(
            time: Self.time, id: "sha256:1", host: .name("plain.example"), port: 443, address: nil, attempts: [])
        facts.trust = trust.id
        let load = Self.load(under: try Self.policy(Self.strict))
        let traffic = try Self.traffic([trust, forged, facts, load])
        #expect(traffic.sources[0].brokenLines == 1 && traffic.facts.trust(of: facts) == trust)
        #expect(try Self.traffic([forged, facts, load]).facts.trust(of: facts) == nil)
    }

    private struct Line: JSONWritable {
        var bytes: [UInt8]
        func write(to json: inout JSONWriter) { json.rendered(bytes) }
    }
}
