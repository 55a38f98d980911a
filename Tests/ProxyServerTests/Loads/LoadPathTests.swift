import Events
import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@testable import Probing
@testable import ProxyServer

/// The law by which decisions are counted without a join: whatever happens in a tunnel, and whenever the server is probed,
/// the load has one decision or two. The second one names the kind of the first one, and the end names both.
@Suite(.timeLimit(.minutes(5))) struct LoadPathTests {
    /// The relay of a tunnel, without sockets.
    private final class Relay: TunnelWatchOwner {
        private let load: LoadTask
        private(set) var watch: TunnelWatch?
        private(set) var isOver = false

        init(_ parts: WorkerParts, _ load: LoadTask) {
            self.load = load
            watch = TunnelWatch(over: load, for: self, parts.environment)
        }

        func pass(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) {}

        func end(_ how: TunnelEnd) {
            guard !isOver else { return }
            isOver = true
            let failure = watch?.failure(endedAs: how)
            let refusal = watch?.ended(by: how.party, failing: failure)
            load.tunnelEnded(how, fromClient: 3, fromServer: 5, clientRefusal: refusal, failure: failure)
        }

        func release(_ watch: TunnelWatch) {
            guard watch.isOver, !isOver else { return }
            self.watch = nil
            load.tunnelIsRead()
        }

        func send(_ bytes: [UInt8], from side: TLSInspector.Side) {
            guard !isOver, let watch else { return }
            bytes.withUnsafeBytes { watch.received($0, from: side) }
            release(watch)
        }

        func finish(_ side: TLSInspector.Side) {
            guard !isOver, let watch else { return }
            watch.finished(side)
            release(watch)
        }
    }

    /// A step in the life of a tunnel.
    private enum Step {
        case bytes(TLSInspector.Side, [UInt8])
        case end(TLSInspector.Side)
        /// The probe of the server ends.
        case probe
    }

    private static let conversations: [Script] = [
        TLSBytes.full12, TLSBytes.full13,
        Array(TLSBytes.full12.dropLast()) + [(.server, TLSBytes.record(21, Array(repeating: 1, count: 26)))],
        TLSBytes.full13 + [(.client, TLSBytes.ciphertext(90)), (.server, TLSBytes.ciphertext(200))],
        [(.client, TLSBytes.client), (.server, TLSBytes.alert(2, 40))],
        [
            (.client, Array("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)),
            (.server, Array("HTTP/1.1 200 OK\r\n".utf8)),
        ],
        [(.server, Array("220 mail.example ESMTP\r\n".utf8))],
    ]

    private static let ends: [TunnelEnd] = [
        .finished(first: .client), .finished(first: .server), .resetByClient, .resetByServer, .idle, .stopped,
    ]

    /// A conversation that is cut off, in pieces, with other bytes and ends between them.
    private static func steps(_ numbers: inout SeededNumbers) -> [Step] {
        let conversation = conversations.randomElement(using: &numbers) ?? []
        var steps: [Step] = []
        for (side, bytes) in conversation {
            let cut = Int.random(in: 0...bytes.count, using: &numbers)
            steps += [.bytes(side, Array(bytes[..<cut])), .bytes(side, Array(bytes[cut...]))]
        }
        if Bool.random(using: &numbers) { steps.removeLast(Int.random(in: 0..<steps.count, using: &numbers)) }
        let others: [[UInt8]] = [TLSBytes.alert(2, 42), TLSBytes.alert(1, 0), TLSBytes.data, [0, 1, 2, 3, 4, 5, 6]]
        for _ in 0..<Int.random(in: 0...2, using: &numbers) {
            let side: TLSInspector.Side = Bool.random(using: &numbers) ? .client : .server
            let step =
                Bool.random(using: &numbers)
                ? Step.end(side) : .bytes(side, others.randomElement(using: &numbers) ?? [])
            steps.insert(step, at: Int.random(in: steps.count / 2...steps.count, using: &numbers))
        }
        steps.insert(.probe, at: Int.random(in: 0...steps.count, using: &numbers))
        return steps
    }

    /// Plays a life, and returns the events of the load.
    private static func events(_ steps: [Step], _ end: TunnelEnd, _ mode: Mode, violating: Bool) throws
        -> [WorkerParts.LoadEvent]
    {
        let parts = try WorkerParts(mode, rules: violating ? .standard(logs: nil) : RuleSet([]))
        let asked = AskedLoad(parts, .connect(.address(.v4(0x7F00_0001))))
        let (load, key) = (asked.load, asked.load.factsKey)
        let result = ProbeResult.facts(WorkerParts.facts(about: load.authority))
        parts.beginProbe(for: key)
        load.begin()
        if mode == .enforce {
            parts.endProbe(for: key, result)
            #expect(parts.loop.run { asked.replies == ["permitted"] })
        }
        load.connected(to: .v4(0x7F00_0001))
        let relay = Relay(parts, load)
        for step in steps {
            switch step {
            case .bytes(let side, let bytes): if !bytes.isEmpty { relay.send(bytes, from: side) }
            case .end(let side): relay.finish(side)
            case .probe where mode == .observe:
                parts.loads.facts.endDelays()
                parts.endProbe(for: key, result)
                parts.loop.turn(times: 3)
            case .probe: break
            }
        }
        relay.end(end)
        parts.loads.facts.endDelays()
        parts.loop.turn(times: 3)
        parts.loads.waiting.stop()
        return try parts.events()
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func theDecisionsOnALoadAreAPath(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let steps = Self.steps(&numbers)
        let end = Self.ends.randomElement(using: &numbers) ?? .idle
        let mode: Mode = Bool.random(using: &numbers) ? .observe : .enforce
        let events = try Self.events(steps, end, mode, violating: mode == .observe && Bool.random(using: &numbers))
        var (kinds, afters, ends): ([LoadKindID?], [LoadKindID?], [ClosedEvent]) = ([], [], [])
        var kindsAtEnd: [LoadKindID?] = []
        for event in events {
            switch event {
            case .decision(let decision):
                kinds.append(decision.kind)
                afters.append(decision.firstKind)
            case .closed(let closed):
                ends.append(closed)
                kindsAtEnd = kinds
            }
        }
        let story = "\(mode), \(end): \(steps)"
        #expect(1...2 ~= kinds.count && !kinds.contains(nil), "\(story)")
        #expect(afters == [nil] + kinds.dropLast(), "\(story)")
        #expect(ends.count == 1, "\(story)")
        #expect(ends.first?.kind == kindsAtEnd.last ?? nil, "\(story)")
        #expect(ends.first?.firstKind == (kindsAtEnd.count > 1 ? kindsAtEnd[0] : nil), "\(story)")
    }

    /// Numbers that a seed determines (SplitMix64).
    private struct SeededNumbers: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
