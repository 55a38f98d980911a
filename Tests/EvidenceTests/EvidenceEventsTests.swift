import Events
import Evidence
import Foundation
import Judging
import Recordings
import SimulatedServers
import Testing
import TransportSecurity

/// What must hold for all recordings: from the events of its evidence, a recording is judged as from itself, under any policy
/// and OS.
@Suite struct EvidenceEventsTests {
    /// The traffic that the events of all hosts give.
    private static func evidence(of traffic: RecordedTraffic, _ entries: [JudgedEntry]? = nil) -> RecordedTraffic {
        let entries = entries ?? traffic.asRecorded
        var folders: [String: EvidenceEvents] = [:]
        for judged in entries {
            let host = judged.entry.decision.host?.description ?? ""
            let policy = judged.policy?.digest.flatMap { traffic.policies[$0] }
            folders[host, default: EvidenceEvents()].add(
                judged, after: judged.entry.firstDecisionIndex.map { entries[$0] }, from: traffic, under: policy)
        }
        let lines = folders.sorted { $0.key < $1.key }.flatMap(\.value.lines)
        return SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] })
    }

    /// The verdicts, without the numbers of loads.
    private static func verdicts(_ entries: [JudgedEntry]) -> [String] {
        entries.map { judged in
            let event = judged.entry.decision
            let rules = [judged.violations, judged.warnings].map { $0.map(\.rule.rawValue).joined(separator: ",") }
            return [
                "\(event.host?.description ?? "")", "\(judged.appName)", "\(event.app?.version ?? "")",
                "\(judged.entry.firstDecisionIndex.map { entries[$0].entry.decision.host?.description ?? "" } ?? "first")",
                "\(judged.decision)", "\(judged.policy?.reason.rawValue ?? "")", rules[0], rules[1],
                judged.notes.map(\.message).joined(separator: ","), "\(judged.isUndetermined) \(judged.lacksPolicy)",
            ].joined(separator: " | ")
        }.sorted()
    }

    private static let systems = ["ios9", "ios12", "ios15.4", "ios18.4", "ios27", "system27"]

    /// Other probes than that of the judged load were made, as in the background.
    @Test(arguments: SimulatedSite.policies, ["ios9", "ios18.4", "ios27"])
    func theEvidenceGivesTheVerdictsOfTheRecording(policy: [String: PropertyValue], os: String) throws {
        let recorded = try SimulatedSite.appliedPolicy(policy, os)
        var recording: [UInt8] = []
        for server in SimulatedSite.servers {
            var lines = SimulatedSite.record(server, under: recorded).lines
            if !server.isCleartext {
                for other in ["ios9", "ios27"] {
                    let appliedPolicy = try SimulatedSite.appliedPolicy([:], other)
                    let offer = Offer(judging: appliedPolicy.requirements(for: server.host, by: SimulatedSite.app))
                    lines.append(
                        FactsEvent(
                            time: Certificates.now + 9, id: "sha256:\(server.name)-other-\(other)", host: server.host,
                            port: server.port, address: nil, attempts: server.probe(offer).attempts
                        ).line)
                }
            }
            recording += lines.flatMap { $0 + [0x0A] }
        }
        let traffic = SimulatedSite.traffic(recording)
        let bundle = Self.evidence(of: traffic)
        #expect(Self.verdicts(bundle.asRecorded) == Self.verdicts(traffic.asRecorded))
        let replay = SimulatedSite.replay()
        for os in Self.systems {
            for policy in SimulatedSite.policies {
                let appliedPolicy = try SimulatedSite.appliedPolicy(policy, os)
                let direct = replay.judge(traffic, under: appliedPolicy)
                #expect(
                    Self.verdicts(SimulatedSite.replay().judge(bundle, under: appliedPolicy)) == Self.verdicts(direct))
            }
        }
        // A bundle of a verdict made anew, and a bundle of a bundle, are no worse.
        let appliedPolicy = try SimulatedSite.appliedPolicy([:], "ios26")
        let anew = Self.evidence(of: traffic, replay.judge(traffic, under: appliedPolicy))
        let twice = Self.evidence(of: anew)
        for os in Self.systems {
            let appliedPolicy = try SimulatedSite.appliedPolicy([:], os)
            let direct = Self.verdicts(replay.judge(traffic, under: appliedPolicy))
            #expect(Self.verdicts(SimulatedSite.replay().judge(anew, under: appliedPolicy)) == direct)
            #expect(Self.verdicts(SimulatedSite.replay().judge(twice, under: appliedPolicy)) == direct)
        }
    }

    /// Second decisions keep their first ones, whichever loads they are on.
    @Test(arguments: Array(UInt64(1)...8)) func secondDecisionsFollowTheirFirst(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        let text = random.recordings(1, loads: 80).joined().filter { $0 != "broken" }.joined(separator: "\n") + "\n"
        let traffic = SimulatedSite.traffic(Array(text.utf8))
        #expect(traffic.entries.contains { $0.firstDecisionIndex != nil })
        let bundle = Self.evidence(of: traffic)
        #expect(Self.verdicts(bundle.asRecorded) == Self.verdicts(traffic.asRecorded))
        for os in Self.systems {
            let appliedPolicy = try SimulatedSite.appliedPolicy([:], os)
            let direct = SimulatedSite.replay().judge(traffic, under: appliedPolicy).withoutRepeatedFindings()
            let again = SimulatedSite.replay().judge(bundle, under: appliedPolicy).withoutRepeatedFindings()
            #expect(Self.verdicts(again) == Self.verdicts(direct))
        }
    }

    @Test func rootsOfAllRecordingsAreKept() throws {
        func facts(_ root: UInt8, _ anchor: ChainEvaluation.Anchor) -> FactsEvent {
            var event = FactsEvent(
                time: Certificates.now, id: "sha256:a", host: .name("a.example"), port: 443, address: nil, attempts: [])
            event.roots = [FactsEvent.Root(anchor: anchor, certificate: [root])]
            return event
        }
        var decision = DecisionEvent(
            time: Certificates.now, id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        (decision.scheme, decision.host, decision.port) = (.https, .name("a.example"), 443)
        decision.facts = "sha256:a"
        // The same facts were recorded by two proxies with other roots.
        let lines = [facts(1, .user).line, facts(2, .system).line, facts(3, .user).line, decision.line]
        let bundle = Self.evidence(of: SimulatedSite.traffic(lines.flatMap { $0 + [0x0A] }))
        let roots = bundle.facts.roots(of: try #require(bundle.entries.first?.authority))
        #expect(roots.user == [[1], [3]] && roots.system == [[2]])
    }

    /// A recording may have one identifier for all loads.
    @Test func manyDecisionsWithOneIdentifierAreAddedSoon() {
        var events = EvidenceEvents()
        let time = ContinuousClock().measure {
            for number in 0..<2000 {
                var event = DecisionEvent(
                    time: Certificates.now, id: .text("one"), from: .client(.init(listener: "l")), decision: .allowed)
                event.port = UInt16(number)
                for _ in 0..<2 { events.add(event, facts: [], under: nil) }
            }
        }
        #expect(time < .seconds(20))
        #expect(Set(events.decisions.map(\.id)).count == 2000 && events.decisions.count == 2000)
        #expect(events.decisions.prefix(3).map(\.id.description) == ["one", "one/2", "one/3"])
    }
}
