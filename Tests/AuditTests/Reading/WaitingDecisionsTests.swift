import Testing

@testable import Audit
@testable import TLSMessages

@Suite struct WaitingDecisionsTests {
    private static func load(_ number: Int) -> LoadID {
        Array("01JD4Q0Y7ZK8M3T5V9W2\(100_000 + number)".utf8).withUnsafeBufferPointer { LoadID($0[...]) }
    }

    /// A queue that lists what waits, and does nothing else quickly.
    private struct Model {
        var waiting: [(load: Int, lines: [[UInt8]])] = []

        mutating func append(_ line: [UInt8], on load: Int) -> Bool {
            guard let place = waiting.firstIndex(where: { $0.load == load }) else {
                waiting.append((load, [line]))
                return true
            }
            if waiting[place].lines.contains(line) { return true }
            guard waiting[place].lines.count < 16 else { return false }
            waiting[place].lines.append(line)
            return true
        }

        mutating func take(_ load: Int) -> [[UInt8]] {
            guard let place = waiting.firstIndex(where: { $0.load == load }) else { return [] }
            return waiting.remove(at: place).lines
        }
    }

    @Test(arguments: UInt64(1)...6) func behavesLikeAList(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        var (queue, model) = (WaitingDecisions(countLimit: 50, sizeLimit: 2000), Model())
        for _ in 0..<4000 {
            let load = Int.random(in: 0..<8, using: &numbers)
            switch Int.random(in: 0..<60, using: &numbers) {
            case 0: #expect(queue.take(Self.load(load)) == model.take(load))
            case 1:
                let oldest = queue.takeOldest()
                let expected = model.waiting.isEmpty ? nil : model.waiting.removeFirst()
                #expect(oldest?.load == expected.map { Self.load($0.load) } && oldest?.lines == expected?.lines)
            case _:
                let line = [UInt8](repeating: UInt8(load), count: Int.random(in: 1..<30, using: &numbers))
                let isKept = line.withUnsafeBufferPointer { queue.append($0, on: Self.load(load)) }
                #expect(isKept == model.append(line, on: load))
            }
            let all = model.waiting.flatMap { load, lines in lines.map { (Self.load(load), $0) } }
            #expect(queue.all.elementsEqual(all) { $0.load == $1.0 && $0.line == $1.1 })
            #expect(queue.isOverfull == (all.count > 50 || all.reduce(0) { $0 + $1.1.count } > 2000))
        }
    }

    /// The memory grows with the number of decisions that wait, and not with those that have waited.
    @Test func whatHasWaitedIsForgotten() {
        var queue = WaitingDecisions(countLimit: 8, sizeLimit: 1000)
        for number in 0..<100_000 {
            _ = [UInt8(1)].withUnsafeBufferPointer { queue.append($0, on: Self.load(number)) }
            #expect(queue.take(Self.load(number)).count == 1)
        }
        #expect(queue.order.count < 100 && queue.all.isEmpty)
    }
}
