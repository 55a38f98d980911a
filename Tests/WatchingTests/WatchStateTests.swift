import Foundation
import Testing
import TransportSecurity

@testable import Watching

@Suite struct WatchStateTests {
    private static let time = Instant(year: 2026, month: 11, day: 27)

    private static func passes(_ seed: UInt64) -> [[String: ServerState]] {
        var generator = SeededGenerator(state: seed)
        return (0..<8).map { _ in
            var servers: [String: ServerState] = [:]
            for name in ["a.test", "b.test", "c.test"] where Int.random(in: 0..<8, using: &generator) > 0 {
                servers[name] = .random(using: &generator)
            }
            return servers
        }
    }

    /// Whichever passes cannot tell, the reader gets the same changes, each once, as without a failure.
    @Test func everyChangeIsToldOnce() {
        var total = 0
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(state: ~seed)
            var (reliable, failing) = (WatchState(), WatchState())
            var (expected, told): ([Change], [Change]) = ([], [])
            for (number, pass) in Self.passes(seed).enumerated() {
                expected += reliable.take(pass, isComplete: true, at: Self.time)
                failing.take(pass, isComplete: true, at: Self.time)
                guard Bool.random(using: &generator) || number == 7 else { continue }
                told += failing.untold
                failing.markAsTold()
            }
            #expect(told == expected, "seed \(seed)")
            #expect(failing.untold.isEmpty)
            total += told.count
        }
        #expect(total > 1000)
    }

    @Test func thePassAfterTheSameServersChangesNothing() {
        var state = WatchState()
        let pass = Self.passes(1)[0]
        #expect(!state.take(pass, isComplete: true, at: Self.time).isEmpty)
        #expect(state.take(pass, isComplete: true, at: Self.time).isEmpty)
    }

    @Test func aStateIsTheSameAfterItsFile() throws {
        for seed in 0..<200 as Range<UInt64> {
            var state = WatchState()
            for pass in Self.passes(seed) { state.take(pass, isComplete: seed.isMultiple(of: 2), at: Self.time) }
            let file = try state.json()
            let read = try WatchState(json: file)
            #expect(read == state, "seed \(seed)")
            #expect(try read.json() == file)
        }
    }

    /// The end of a notice is told only if its beginning was.
    @Test(arguments: [false, true])
    func anExpiryThatWasNotForetoldHasNoNotice(isForetold: Bool) {
        let renewal = Condition(.renewal, name: "2027-01-01", text: "Ends.")
        let expired = Condition(.violation, name: "certificate.validity", text: "Ended.")
        var state = WatchState()
        func subjects(_ conditions: [Condition]) -> [Change.Subject] {
            let leaf = ServerState.Leaf(key: "a", issuer: "CN=A", notAfter: Self.time)
            let servers = ["a.test": ServerState(certificate: leaf, conditions: conditions)]
            return state.take(servers, isComplete: true, at: Self.time).map(\.subject)
        }
        #expect(subjects(isForetold ? [renewal] : []) == (isForetold ? [.renewal] : []))
        for expected in [[.violation], []] as [[Change.Subject]] {
            #expect(subjects([expired, renewal]) == expected)
            #expect(state.servers["a.test"]?.conditions == (isForetold ? [expired, renewal] : [expired]))
        }
        #expect(subjects([]) == (isForetold ? [.violation, .renewal] : [.violation]))
    }

    @Test func serversOfAFaultyListAreNotForgotten() {
        var state = WatchState()
        state.take(["a.test": ServerState(), "b.test": ServerState()], isComplete: true, at: Self.time)
        state.take(["a.test": ServerState()], isComplete: false, at: Self.time)
        #expect(state.servers.count == 2)
        state.take(["a.test": ServerState()], isComplete: true, at: Self.time)
        #expect(state.servers.count == 1)
    }

    @Test func theServersOfFaultyListsAreBounded() {
        func servers(_ letter: String) -> [String: ServerState] {
            Dictionary(uniqueKeysWithValues: (0..<60_000).map { ("\(letter)\($0).test", ServerState()) })
        }
        var state = WatchState()
        state.take(servers("a"), isComplete: true, at: Self.time)
        let changes = state.take(servers("b"), isComplete: false, at: Self.time)
        #expect(state.servers.count == WatchLimits.servers)
        #expect(changes.count == 20_000)
    }

    @Test func neutralChangesAreLostFirstAndTheLossIsSaid() throws {
        let bad = Condition(.violation, name: "tls.version", text: "Old.")
        let servers = Dictionary(
            uniqueKeysWithValues: (0..<WatchLimits.servers).map { ("\($0).test", ServerState()) })
        var state = WatchState()
        state.take(["0.test": ServerState(conditions: [bad])], isComplete: true, at: Self.time)
        #expect(PassReport(state, at: Self.time, isFirst: false).loss == nil)
        state.take(servers, isComplete: true, at: Self.time)
        state.take([:], isComplete: true, at: Self.time)
        #expect(state.untold.count == WatchLimits.servers && state.lost == 2)
        #expect(state.untold.prefix(3).map(\.grade) == [.worse, .better, .neutral])
        let report = PassReport(try WatchState(json: try state.json()), at: Self.time, isFirst: false)
        #expect(report.status == 1)
        #expect(report.loss == "2 changes could not be told and are lost: at most 100,000 wait for the next pass.")
        state.markAsTold()
        #expect(PassReport(state, at: Self.time, isFirst: false).loss == nil)
    }

    @Test(arguments: [(5, "wbnwn"), (4, "wbwn"), (3, "wbw"), (2, "ww"), (1, "w"), (0, "")])
    func changesForTheWorseAreLostLast(limit: Int, kept: String) {
        let grades: [Change.Grade] = [.worse, .better, .neutral, .worse, .neutral]
        let changes = grades.enumerated().map { Change(server: "\($0)", grade: $1, subject: .list, text: "") }
        let bounded = changes.bounded(to: limit)
        #expect(bounded.map { $0.grade.rawValue.prefix(1) }.joined() == kept)
        #expect(bounded.map(\.server) == bounded.map(\.server).sorted())
    }

    @Test func aChangeKeepsTheTimeOfItsPass() {
        var state = WatchState()
        state.take(["a.test": .down("Refused.", after: nil)], isComplete: true, at: Self.time)
        let later = Instant(year: 2026, month: 11, day: 28)
        state.take(["a.test": .down("Refused.", after: nil)], isComplete: true, at: later)
        #expect(state.untold.map(\.time) == [Self.time])
        let line = PassReport(state, at: later, isFirst: false).lines.first ?? ""
        #expect(line.contains("2026-11-27T"))
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"version":"1"}"#, #"{"version":1}"#, #"{"version":0,"servers":{},"untold":[]}"#,
    ])
    func aDamagedFileIsRefused(text: String) {
        #expect(throws: WatchStateFault.unreadable) { try WatchState(json: Array(text.utf8)) }
    }

    @Test func everyCutFileIsRefused() throws {
        var state = WatchState()
        for pass in Self.passes(3) { state.take(pass, isComplete: true, at: Self.time) }
        let file = try state.json()
        for length in stride(from: 0, to: file.count - 2, by: 97) {
            #expect(throws: WatchStateFault.unreadable) { try WatchState(json: Array(file.prefix(length))) }
        }
    }

    @Test func aNewerFileNamesItsVersion() {
        #expect(throws: WatchStateFault.newer(2)) { try WatchState(json: Array(#"{"version":2,"what":1}"#.utf8)) }
        #expect(WatchStateFault.newer(2).prose.contains("version 2"))
    }
}
