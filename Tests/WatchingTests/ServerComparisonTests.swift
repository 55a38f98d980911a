import Testing
import TransportSecurity

@testable import Watching

@Suite struct ServerComparisonTests {
    private static let sampleCount: UInt64 = 2000

    private func changes(from old: ServerState?, to new: ServerState) -> [Change] {
        ServerComparison(server: "a.test", old: old, new: new).changes
    }

    private func states(_ seed: UInt64) -> (ServerState, ServerState) {
        var generator = SeededGenerator(state: seed)
        return (.random(using: &generator), .random(using: &generator))
    }

    @Test func aStateHasNoChangesFromItself() {
        for seed in 0..<Self.sampleCount {
            let (state, _) = states(seed)
            #expect(changes(from: state, to: state).isEmpty, "seed \(seed)")
        }
    }

    /// A verdict that becomes worse becomes better on the way back, by the same rules.
    @Test func conditionsAreTheSameBackwards() {
        var count = 0
        for seed in 0..<Self.sampleCount {
            var (old, new) = states(seed)
            (old.outage, new.outage) = (nil, nil)
            func names(_ changes: [Change], _ grade: Change.Grade) -> Set<String> {
                Set(changes.filter { $0.grade == grade && $0.name != nil }.map { "\($0.subject) \($0.name ?? "")" })
            }
            let (forward, backward) = (changes(from: old, to: new), changes(from: new, to: old))
            #expect(names(forward, .worse) == names(backward, .better), "seed \(seed)")
            #expect(names(forward, .better) == names(backward, .worse), "seed \(seed)")
            count += forward.count
        }
        #expect(count > 1000)
    }

    @Test func everyConditionOfANewServerIsWorse() {
        let state = ServerState(conditions: [Condition(.violation, name: "tls.version", text: "Old.")])
        #expect(changes(from: nil, to: state).map(\.grade) == [.worse])
        #expect(changes(from: nil, to: ServerState()).isEmpty)
    }

    private static func state(
        issuer: String = "CN=A", key: String = "a", version: TLSVersion = .tls1_3, cipher: String = "X",
        hasForwardSecrecy: Bool = true, isPostQuantum: Bool = false
    ) -> ServerState {
        ServerState(
            connection: .init(
                version: version, cipher: cipher, hasForwardSecrecy: hasForwardSecrecy,
                group: isPostQuantum ? "X25519MLKEM768" : "x25519", isPostQuantum: isPostQuantum),
            certificate: .init(key: key, issuer: issuer, notAfter: Instant(seconds: 86_400)))
    }

    @Test(arguments: [
        (state(issuer: "CN=B", key: "b"), Change.Grade.worse, Change.Subject.issuer),
        (state(key: "b"), .neutral, .key), (state(version: .tls1_2, cipher: "Y"), .worse, .version),
        (state(cipher: "Y"), .neutral, .cipher), (state(cipher: "Y", hasForwardSecrecy: false), .worse, .cipher),
        (state(isPostQuantum: true), .better, .group),
    ])
    func eachPropertyIsOneChange(new: ServerState, grade: Change.Grade, subject: Change.Subject) {
        let found = changes(from: Self.state(), to: new)
        #expect(found.map(\.grade) == [grade])
        #expect(found.map(\.subject) == [subject])
    }

    @Test func aServerThatIsBackTellsNoConditionTwice() {
        var up = Self.state()
        up.conditions = [Condition(.renewal, name: "2027", text: "Ends.")]
        let down = ServerState.down("Refused.", after: up)
        #expect(changes(from: up, to: down).map(\.subject) == [.reach])
        #expect(changes(from: down, to: .down("Timed out.", after: down)).isEmpty)
        let back = changes(from: down, to: up)
        #expect(back.map(\.grade) == [.better])
        #expect(back.map(\.title) == ["back"])
    }

    @Test func aRefusalThatHasComeIsNotBetter() {
        let coming = ServerState(conditions: [Condition(.coming, name: "ios27: tls.version", text: "Fails.")])
        let come = ServerState(conditions: [Condition(.violation, name: "tls.version", text: "Fails.")])
        #expect(changes(from: coming, to: come).map(\.grade) == [.worse])
        #expect(changes(from: coming, to: ServerState()).map(\.grade) == [.better])
    }

    /// An expiry that passed without a new certificate is no renewal, and is told once.
    @Test func anExpiryIsNotBetter() {
        let renewal = Condition(.renewal, name: "2027-01-01", text: "Ends.")
        let expired = Condition(.violation, name: "certificate.validity", text: "Ended.")
        let due = ServerState(conditions: [renewal])
        for now in [[expired], [expired, renewal]] {
            #expect(changes(from: due, to: ServerState(conditions: now)).map(\.subject) == [.violation], "\(now)")
        }
        #expect(changes(from: due, to: due).isEmpty)
        let renewed = changes(from: ServerState(conditions: [expired, renewal]), to: ServerState())
        #expect(renewed.map(\.grade) == [.better, .better])
        // Nothing is violated if a waiver covers the rule, and the notice stays.
        #expect(changes(from: due, to: ServerState()).map(\.grade) == [.better])
    }

    /// The chain still ends on that day, and the window of the pass is another one.
    @Test func anotherWindowIsNotBetter() {
        let end = Instant(year: 2027, month: 1, day: 1)
        var due = ServerState(conditions: [Condition(.renewal, name: end.description, text: "Ends.")])
        due.chainEnds = [end]
        var now = ServerState()
        now.chainEnds = [end]
        let found = changes(from: due, to: now)
        #expect(found.map(\.grade) == [.neutral])
        #expect(found.map(\.text) == ["Outside the renewal window of this pass: Ends."])
        now.chainEnds = [end + 86_400]
        #expect(changes(from: due, to: now).map(\.text) == ["No longer so: Ends."])
    }

    @Test func aRootWhoseLimitHasComeIsNotBetter() {
        let coming = ServerState(
            conditions: [Condition(.coming, name: "root until 2027-01-01: certificate.trust", text: "Ends.")])
        let come = ServerState(conditions: [Condition(.violation, name: "certificate.trust", text: "Fails.")])
        #expect(changes(from: coming, to: come).map(\.grade) == [.worse])
    }

    @Test func aServerThatWasNeverSeenIsDown() {
        #expect(changes(from: nil, to: .down("Refused.", after: nil)).map(\.title) == ["down"])
    }
}
