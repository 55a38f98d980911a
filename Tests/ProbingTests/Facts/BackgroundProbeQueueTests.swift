import InternetNames
import Testing

@testable import Probing

@Suite struct BackgroundProbeQueueTests {
    private var queue = BackgroundProbeQueue<Int>()

    /// What is begun at that time.
    private mutating func begun(at now: Int64) -> [Int] {
        var found: [Int] = []
        while let work = queue.next(at: now) { found.append(work) }
        return found
    }

    @Test mutating func waitsForTheHandshakeThatItBelongsTo() {
        #expect(queue.add(1, at: 1000) == nil)
        #expect(queue.delay(at: 1000) == 100)
        #expect(begun(at: 1099) == [])
        #expect(begun(at: 1100) == [1])
        #expect(queue.isEmpty && queue.delay(at: 1100) == nil)
    }

    @Test mutating func waitsUntilNoHandshakePasses() {
        _ = queue.add(1, at: 0)
        for time in stride(from: 10, through: 300, by: 40) {
            queue.handshakePassed(at: Int64(time))
            #expect(begun(at: Int64(time) + 39) == [])
        }
        #expect(queue.delay(at: 320) == 20)
        #expect(begun(at: 340) == [1])
    }

    @Test mutating func doesNotWaitForEver() {
        _ = queue.add(1, at: 0)
        for time in Int64(0)..<1000 {
            queue.handshakePassed(at: time)
            #expect(begun(at: time) == [])
        }
        queue.handshakePassed(at: 1000)
        #expect(begun(at: 1000) == [1])
    }

    @Test mutating func beginsAFewAtATime() {
        for work in 0..<20 { _ = queue.add(work, at: 0) }
        #expect(begun(at: 100) == Array(0..<8))
        #expect(queue.delay(at: 100) == 10)
        #expect(begun(at: 109) == [])
        #expect(begun(at: 110) == Array(8..<16))
        #expect(begun(at: 500) == Array(16..<20))
    }

    @Test mutating func waitsForNothingOnceDelaysHaveEnded() {
        _ = queue.add(1, at: 0)
        queue.handshakePassed(at: 0)
        queue.endDelays()
        #expect(begun(at: 0) == [1])
    }

    @Test mutating func isBounded() {
        for work in 0..<BackgroundProbeQueue<Int>.limit { #expect(queue.add(work, at: 0) == nil) }
        #expect(queue.add(-1, at: 0) == 0)
        #expect(queue.add(-2, at: 0) == 1)
    }

    @Test func letsGoOfWhatIsTaken() {
        final class Load {}
        var queue = BackgroundProbeQueue<Load>()
        var load: Load? = Load()
        weak let taken = load
        _ = queue.add(Load(), at: 0)
        if let load { _ = queue.add(load, at: 0) }
        _ = queue.add(Load(), at: 0)
        load = nil
        #expect(taken != nil)
        for _ in 0..<2 { #expect(queue.next(at: 100) != nil) }
        #expect(taken == nil && !queue.isEmpty)
    }

    @Test mutating func keepsTheOrderOverManyRounds() {
        var taken: [Int] = []
        for round in 0..<1000 {
            for work in 0..<10 { _ = queue.add(round * 10 + work, at: Int64(round) * 20) }
            taken += begun(at: Int64(round) * 20)
        }
        taken += (0..<2000).flatMap { begun(at: 1_000_000 + Int64($0) * 10) }
        #expect(taken == Array(0..<10_000))
    }
}
