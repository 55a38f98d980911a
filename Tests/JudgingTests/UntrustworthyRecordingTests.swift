import Events
import InternetNames
import JSONWriting
import Reports
import SimulatedServers
import Testing
import TransportSecurity
@testable import Judging
@testable import Recordings

/// Recordings that somebody changed, or that lack what their verdicts need. Nothing in such a recording turns a
/// violation into a success.
@Suite struct UntrustworthyRecordingTests {
    private static let root: [UInt8] = [7]

    /// The facts and the decision on one load from a server under the defaults of ATS.
    private func load(
        _ name: String, _ change: (inout FactsEvent, inout DecisionEvent) -> Void = { _, _ in }
    ) throws -> (facts: FactsEvent, decision: DecisionEvent) {
        let server = try #require(SimulatedSite.servers.first { $0.name == name })
        let lines = SimulatedSite.record(server, under: try SimulatedSite.appliedPolicy([:])).lines
        guard case .facts(var facts) = try lines[0].withUnsafeBufferPointer(SimulatedSite.decode),
            case .decision(var decision) = try lines[1].withUnsafeBufferPointer(SimulatedSite.decode)
        else { throw NoLoad() }
        change(&facts, &decision)
        return (facts, decision)
    }

    private struct NoLoad: Error {}

    private func traffic(_ events: [any JSONWritable]) -> RecordedTraffic {
        SimulatedSite.traffic(events.flatMap { $0.line + [0x0A] })
    }

    private func judged(
        _ events: [any JSONWritable], by replay: Replay = SimulatedSite.replay(),
        under policy: [String: PropertyValue] = [:]
    ) throws -> [JudgedEntry] {
        replay.judge(traffic(events), under: try SimulatedSite.appliedPolicy(policy))
    }

    private func gaps(_ events: [any JSONWritable], _ judged: [JudgedEntry]) -> [ReportGap.Kind] {
        Report(traffic(events), judged, options: ReportOptions(time: Certificates.now)).gaps.map(\.kind)
    }
}

// MARK: - Facts and roots of another server

extension UntrustworthyRecordingTests {
    /// A decision that names the facts of a sound server is not judged by these facts.
    @Test func factsOfAnotherHostJudgeNothing() throws {
        let good = try load("good.example")
        let old = try load("old.example") { _, decision in decision.facts = good.facts.id }
        let events: [any JSONWritable] = [good.facts, good.decision, old.decision]
        let judged = try judged(events)
        #expect(judged.map(\.isUndetermined) == [false, true])
        #expect(judged[1].violations.isEmpty)
        #expect(gaps(events, judged) == [.facts])
        // With facts of its own, the server violates as it did live.
        #expect(try self.judged(events + [try load("old.example").facts])[1].violations.map(\.rule) == [.tlsVersion])
    }

    /// Facts that use the identifier of other facts are not taken in their place, nor for their host.
    @Test func factsWithAForeignIdentifierAreNotTaken() throws {
        let old = try load("old.example")
        let forged = try load("good.example") { facts, _ in
            facts.id = old.facts.id
            facts.roots = [FactsEvent.Root(anchor: .user, certificate: Self.root)]
        }
        #expect(try judged([old.facts, forged.facts, old.decision])[0].violations.map(\.rule) == [.tlsVersion])
        // The reader keeps the first event with an identifier; a running proxy hands all of them to the store.
        var store = FactsStore()
        for facts in [old.facts, forged.facts] { store.add(facts) }
        for facts in [old.facts, forged.facts] {
            #expect(store.roots(of: Authority(host: facts.host, port: facts.port)).isEmpty, "\(facts.host)")
        }
        #expect(store[old.facts.id]?.host == old.facts.host)
    }

    /// Two servers send the same chain. Only the facts of one contain the root in which it ends.
    @Test func rootsOfAnotherServerAreNotTrusted() throws {
        let good = try load("good.example") { facts, _ in
            facts.roots = [FactsEvent.Root(anchor: .user, certificate: Self.root)]
        }
        let other = try load("untrusted.example") { facts, _ in
            facts.attempts = good.facts.attempts
            // The trust event names no roots, so it vouches for none.
            facts.trust = "sha256:store"
        }
        let store = TrustEvent(
            time: Certificates.now, id: "sha256:store", systemRoots: .init(count: 0, sha256: ""),
            userRoots: .init(count: 1, sha256: "07"), revocationLists: .init(count: 0, sha256: ""),
            logKeys: .init(count: 0, sha256: ""))
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, roots in
            Certificates.chain(anchor: roots.user.contains(Self.root) ? .user : .none)
        }
        // In either order, so that a cached evaluation of one server cannot be used for the other one.
        for loads in [[good, other], [other, good]] {
            let events: [any JSONWritable] = [store] + loads.map { $0.facts } + loads.map { $0.decision }
            let found = try judged(events, by: replay).map { ($0.entry.decision.host, $0.violations.map(\.rule)) }
            #expect(found.first { $0.0 == .name("good.example") }?.1 == [])
            #expect(found.first { $0.0 == .name("untrusted.example") }?.1 == [.certificateTrust])
        }
    }

    @Test func rootsOfNoTrustStoreAreIgnoredAndOthersLimited() {
        var roots = RecordedRoots()
        roots.add(FactsEvent.Root(anchor: .none, certificate: Self.root))
        #expect(roots.isEmpty)
        for number in 0..<200 {
            roots.add(FactsEvent.Root(anchor: .system, certificate: [UInt8(number)]))
            roots.add(FactsEvent.Root(anchor: .user, certificate: [UInt8(number)]))
        }
        #expect(roots.system.count == RecordedRoots.limit && roots.user.count == RecordedRoots.limit)
    }
}

// MARK: - What a verdict lacks

extension UntrustworthyRecordingTests {
    /// A load that was recorded under revocation lists is judged without them if none is given, which the report says.
    @Test func revocationListsThatAreNotGivenAgainAreAGap() throws {
        let store = TrustEvent(
            time: Certificates.now, id: "sha256:store", systemRoots: .init(count: 0, sha256: ""),
            userRoots: .init(count: 0, sha256: ""), revocationLists: .init(count: 1, sha256: "00"),
            logKeys: .init(count: 0, sha256: ""))
        let good = try load("good.example") { facts, _ in facts.trust = store.id }
        let events: [any JSONWritable] = [store, good.facts, good.decision]
        let without = try judged(events)
        #expect(without[0].lacksRevocationList && !without[0].isUndetermined)
        #expect(gaps(events, without) == [.revocationLists])
        let with = try judged(
            events,
            by: Replay(rules: SimulatedSite.rules, hasRevocationLists: true) { _, _, _, _ in Certificates.chain() })
        #expect(!with[0].lacksRevocationList && gaps(events, with).isEmpty)
        // Facts without a trust store in the recording, as those of older versions, are no reason to ask for lists.
        #expect(try !judged([good.facts, good.decision])[0].lacksRevocationList)
    }

    /// A load that violated Certificate Transparency is not shown to be sound by an old list of CT logs.
    @Test func tooFewTimestampsAreUndeterminedWithoutARecentList() throws {
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in Certificates.chain(anchor: .system) }
        let finding = Finding(rule: .certificateTransparency, message: "m", expected: "e", actual: "a")
        let load = try load("good.example") { _, decision in decision.violations = [finding] }
        let events: [any JSONWritable] = [load.facts, load.decision]
        let judged = try judged(events, by: replay)
        #expect(judged[0].violations.isEmpty && judged[0].isUndetermined && judged[0].lacksLogList)
        #expect(gaps(events, judged) == [.logList])
        // Where ATS is off, the load fails by it unless the app accepts it; a load that was sound when recorded is no gap.
        let exempt = try self.judged(events, by: replay, under: ["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(exempt[0].isUndetermined)
        let sound = try self.load("good.example")
        let again = try self.judged([sound.facts, sound.decision], by: replay)
        #expect(again[0].openRules.contains(.certificateTransparency) && !again[0].isUndetermined)
    }

    /// The verdict on a certificate that a list revoked cannot be made without the list.
    @Test func aRevokedCertificateIsUndeterminedWithoutItsList() throws {
        let store = TrustEvent(
            time: Certificates.now, id: "sha256:store", systemRoots: .init(count: 0, sha256: ""),
            userRoots: .init(count: 0, sha256: ""), revocationLists: .init(count: 1, sha256: "00"),
            logKeys: .init(count: 0, sha256: ""))
        let revoked = try load("revoked.example") { facts, _ in facts.trust = store.id }
        let events: [any JSONWritable] = [store, revoked.facts, revoked.decision]
        let replay = Replay(rules: SimulatedSite.rules) { _, _, _, _ in Certificates.chain() }
        let judged = try judged(events, by: replay)
        #expect(judged[0].violations.isEmpty && judged[0].isUndetermined)
        #expect(gaps(events, judged) == [.revocationLists])
        let exempt = try self.judged(events, by: replay, under: ["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(exempt[0].isUndetermined)
    }

    /// Without facts, a tunnel whose hellos are in order says nothing about the certificate of its server.
    @Test func aTunnelWithoutFactsIsUndetermined() throws {
        let good = try load("good.example") { _, decision in
            decision.facts = nil
            decision.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
            decision.tunnel = RecordedTunnelTests.sound
        }
        let judged = try judged([good.decision])
        #expect(judged[0].violations.isEmpty && judged[0].isUndetermined)
        #expect(gaps([good.decision], judged) == [.facts])
        #expect(try !self.judged([good.facts, good.decision])[0].isUndetermined)
        let exempt = try self.judged([good.decision], under: ["NSAllowsArbitraryLoads": .boolean(true)])
        #expect(exempt[0].isUndetermined)
    }

    /// A tunnel that violates without facts is a violation, not a gap.
    @Test func aTunnelWithoutFactsCanViolate() throws {
        let good = try load("good.example") { _, decision in
            decision.facts = nil
            decision.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_0, cipherSuite: CipherSuite(rawValue: 0x002F)))
            decision.tunnel = RecordedTunnelTests.old
        }
        let judged = try judged([good.decision])
        #expect(judged[0].violations.map(\.rule) == [.tunnelVersion, .tunnelCipher] && !judged[0].isUndetermined)
    }

    /// Two counts whose sum is larger than any number.
    @Test func lostEventsOverflowToTheLargestNumber() throws {
        let lost = LostEvent(time: Certificates.now, count: 9_000_000_000_000_000_000)
        let good = try load("good.example")
        let events: [any JSONWritable] = [good.facts, good.decision, lost, lost]
        let traffic = traffic(events)
        #expect(traffic.sources[0].lostEvents == .max && traffic.sources[0].brokenLines == 0)
        let report = Report(traffic, try judged(events), options: ReportOptions(time: Certificates.now))
        #expect(report.gaps.map(\.kind) == [.lostEvents] && report.gaps[0].count == .max && report.status == 2)
        // A count that is no number of events is no event.
        for count in ["-1", "99999999999999999999", "1.5", "\"7\""] {
            let line = #"{"time":"2026-11-20T22:54:00.123Z","event":"lost","count":\#(count)}"#
            let source = SimulatedSite.traffic(Array((line + "\n").utf8)).sources[0]
            #expect(source.brokenLines == 1 && source.lostEvents == 0, "\(count)")
        }
    }
}
