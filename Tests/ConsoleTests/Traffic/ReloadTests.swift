import Judging
import Foundation
import InternetNames
import Testing
import Traffic
import TransportSecurity

@testable import Console

/// What the console shows after the program has read its configuration again.
@Suite struct ReloadTests {
    /// A judge to whom no chain ends in a root.
    private static let distrustful = ConsoleJudge(
        logs: nil,
        replay: {
            Replay(rules: .standard(logs: nil)) { handshake, _, _, _ in
                var chain = SampleTraffic.chain(for: handshake)
                chain.anchor = .none
                return chain
            }
        })

    private func model() -> ConsoleModel {
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
        let facts = SampleTraffic.facts("good.example")
        var batch = LiveBatch()
        batch.facts = [facts]
        batch.add(0, SampleTraffic.decision("good.example", facts: facts))
        model.receive(batch)
        return model
    }

    private func configuration(_ judge: ConsoleJudge) -> ConsoleConfiguration {
        ConsoleConfiguration(
            judge: judge,
            data: [DataFile(name: "Roots", date: nil, oldestUsefulDays: 365, fix: "Update them.")],
            policyFile: ConsoleSettings.PolicyFile(path: "New.plist", text: "<plist/>"))
    }

    private func whatIf(_ model: ConsoleModel, by judge: ReplayCache) throws -> Int? {
        let request = ConsoleRequest(.post, ["what-if"], body: Array(#"{"os":"ios18"}"#.utf8))
        guard case .computation(let computation) = model.answer(to: request) else { return nil }
        let body = try #require(model.finish(computation.result(by: judge))).body
        let answer = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return (answer?["changes"] as? [Any])?.count
    }

    @Test func trafficIsJudgedByTheNewRoots() throws {
        let model = model()
        let judge = ReplayCache()
        #expect(try whatIf(model, by: judge) == 0)
        let before = model.revision
        model.use(configuration: configuration(Self.distrustful))
        #expect(model.revision > before)
        #expect(try whatIf(model, by: judge) == 1)
        #expect(try model.rows()[0]["verdict"] as? String == "allowed", "Verdicts that were made stay.")
        let data = try model.json(ConsoleRequest(.get, ["status"]))["data"] as? [[String: Any]]
        #expect(data?.map { $0["name"] as? String } == ["Roots"])
    }

    /// The facts about a server come after its first loads.
    @Test func trafficIsJudgedByTheNewestFacts() throws {
        let model = model()
        let judge = ReplayCache()
        #expect(try whatIf(model, by: judge) == 0)
        let decision = SampleTraffic.decision("late.example", facts: SampleTraffic.facts("late.example"))
        var batch = LiveBatch()
        batch.add(1, decision)
        model.receive(batch)
        #expect(try whatIf(model, by: judge) == 1)
        batch = LiveBatch()
        batch.facts = [SampleTraffic.facts("late.example")]
        model.receive(batch)
        #expect(try whatIf(model, by: judge) == 0)
    }
}
