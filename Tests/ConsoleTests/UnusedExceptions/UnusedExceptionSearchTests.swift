import Console
import Events
import Foundation
import InternetNames
import Testing
import Traffic
import TransportSecurity

@Suite struct UnusedExceptionSearchTests {
    private static let relaxed: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")])
        ])
    ]

    private func decision(_ facts: FactsEvent) -> DecisionEvent {
        SampleTraffic.decision(
            facts.host.description, facts: facts, policy: Self.relaxed, source: "MyApp.app", digest: "sha256:1")
    }

    private func recorded(_ facts: FactsEvent) -> RecordedInput {
        RecordedInput(
            SampleTraffic.traffic(
                [SampleTraffic.entry(decision(facts))], facts: [facts],
                policies: [SampleTraffic.policy("sha256:1", Self.relaxed)]))
    }

    private func live() -> ConsoleState {
        ConsoleState(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            traffic: ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes()))
    }

    private func batch(_ facts: FactsEvent, _ number: UInt8) -> LiveBatch {
        var batch = LiveBatch()
        batch.policies = [SampleTraffic.policy("sha256:1", Self.relaxed)]
        batch.facts = [facts]
        batch.add(number, decision(facts))
        return batch
    }

    /// What was needed a moment after a search is not listed for ever, although there is no further traffic.
    @Test func searchIsDueAgainWithoutTraffic() throws {
        var state = live()
        let now = ContinuousClock.now
        state.traffic.receive(batch(SampleTraffic.facts("good.example"), 0))
        let firstDue = state.dueSearch(at: now)
        let first = try #require(firstDue)
        // One search runs at a time.
        #expect(isNothingDue(in: &state, at: now))
        let before = state.traffic.table.revision
        finish(first, in: &state, at: now)
        #expect(state.unusedExceptions.result.exceptions?.map(\.domain) == ["old.example"])
        // Readers are told.
        #expect(state.traffic.table.revision == before + 1)
        state.traffic.receive(batch(SampleTraffic.facts("old.example", newest: .tls1_0), 1))
        #expect(isNothingDue(in: &state, at: now))
        let secondDue = state.dueSearch(at: now + .seconds(600))
        let second = try #require(secondDue)
        finish(second, in: &state, at: now + .seconds(600))
        #expect(state.unusedExceptions.result == .found([]))
        #expect(isNothingDue(in: &state, at: now + .seconds(6000)))
    }

    /// Traffic that comes while a search runs is searched by the next one.
    @Test func trafficDuringASearchIsSearchedLater() throws {
        var state = live()
        let now = ContinuousClock.now
        state.traffic.receive(batch(SampleTraffic.facts("good.example"), 0))
        let searchDue = state.dueSearch(at: now)
        let search = try #require(searchDue)
        state.traffic.receive(batch(SampleTraffic.facts("old.example", newest: .tls1_0), 1))
        finish(search, in: &state, at: now)
        #expect(!isNothingDue(in: &state, at: now + .seconds(600)))
    }

    /// An exception of a policy that no listener has any more is not reported.
    @Test func policiesOfBeforeAReloadAreNotSearched() throws {
        var state = live()
        state.traffic.receive(batch(SampleTraffic.facts("good.example"), 0))
        state.proxy.policies = ["sha256:2"]
        let due = state.dueSearch()
        finish(try #require(due), in: &state)
        #expect(state.unusedExceptions.result == .found([]))
        #expect(state.policies.map(\.policy.id) == [RowPolicy.defaults.id])
    }

    private func isNothingDue(in state: inout ConsoleState, at now: ContinuousClock.Instant) -> Bool {
        state.dueSearch(at: now) == nil
    }

    /// The policies in force may change after the rest of the configuration.
    @Test func otherPoliciesInForceAreSearchedAgain() throws {
        var state = live()
        let now = ContinuousClock.now
        state.traffic.receive(batch(SampleTraffic.facts("good.example"), 0))
        state.proxy.policies = ["sha256:1"]
        let due = state.dueSearch(at: now)
        finish(try #require(due), in: &state, at: now)
        #expect(state.unusedExceptions.result.exceptions?.count == 1)
        state.proxy.policies = []
        let again = state.dueSearch(at: now + .seconds(600))
        finish(try #require(again), in: &state, at: now + .seconds(600))
        #expect(state.unusedExceptions.result == .found([]))
    }

    /// A search that waited long behind other answers has not taken long.
    @Test func timeBeforeASearchDoesNotCountAsItsDuration() throws {
        var state = live()
        let now = ContinuousClock.now
        state.traffic.receive(batch(SampleTraffic.facts("good.example"), 0))
        let due = state.dueSearch(at: now)
        finish(try #require(due), in: &state, at: now + .seconds(100))
        state.traffic.receive(batch(SampleTraffic.facts("old.example", newest: .tls1_0), 1))
        #expect(!isNothingDue(in: &state, at: now + .seconds(160)))
    }

    /// Until the first search has ended, nothing is known, and nothing is said of it.
    @Test func noResultIsKnownBeforeTheFirstSearch() throws {
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .recordings, started: SampleTraffic.now),
            judge: SampleTraffic.judge, recorded: recorded(SampleTraffic.facts("good.example")))
        let status = try JSONSerialization.jsonObject(with: Data(model.status())) as? [String: Any]
        #expect(status?["exceptionsNeverNeeded"] is NSNull)
        #expect((status?["notices"] as? [Any])?.isEmpty == true)
    }

    private func finish(
        _ search: ConsoleComputation, in state: inout ConsoleState, at now: ContinuousClock.Instant = .now
    ) {
        _ = state.finish(search.result(by: ReplayCache()), at: now)
    }

    /// The recording that is read again has as many kinds of loads as before.
    @Test func recordingsThatAreReadAgainAreSearchedAgain() throws {
        let rereadRecordings = RereadRecordings()
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .recordings, started: SampleTraffic.now),
            judge: SampleTraffic.judge, recorded: recorded(SampleTraffic.facts("good.example")),
            rereadRecordings: rereadRecordings)
        #expect(try found(model)?.count == 1)
        rereadRecordings.put(recorded(SampleTraffic.facts("old.example", newest: .tls1_0)))
        model.use(state: ProxyState())
        #expect(try found(model)?.isEmpty == true)
    }

    @Test func tooMuchTrafficIsNotSearchedAndSaysSo() throws {
        let entry = SampleTraffic.entry(decision(SampleTraffic.facts("good.example")))
        let traffic = SampleTraffic.traffic(
            Array(repeating: entry, count: UnusedExceptionSearch.entryLimit + 1),
            policies: [SampleTraffic.policy("sha256:1", Self.relaxed)])
        let model = SampleTraffic.model(traffic)
        let status = try model.json(ConsoleRequest(.get, ["status"]))
        #expect(status["exceptionsNeverNeeded"] is NSNull)
        #expect((status["counts"] as? [String: Any])?["exceptionsNeverNeeded"] is NSNull)
        let notices = status["notices"] as? [[String: String]]
        #expect(notices?.map { $0["kind"] } == ["limit"])
    }

    /// Every policy is searched, not only the first ones.
    @Test func manyPoliciesAreSearched() throws {
        let policies = (0..<40).map { SampleTraffic.policy("sha256:\($0)", Self.relaxed, source: "App\($0)") }
        #expect(try found(SampleTraffic.model(SampleTraffic.traffic([], policies: policies)))?.count == 40)
    }

    private func found(_ model: ConsoleModel) throws -> [[String: Any]]? {
        try model.json(ConsoleRequest(.get, ["status"]))["exceptionsNeverNeeded"] as? [[String: Any]]
    }
}
