import Testing

@testable import Networking

@Suite struct BufferPoolTests {
    @Test func reusesCapacityButNoBytes() {
        var spare = BufferPool()
        spare.keep(Array(repeating: 1, count: 3000))
        let next = spare.next()
        #expect(next.isEmpty && next.capacity >= 3000)
        #expect(spare.next().capacity == 0)
    }

    @Test func limitsNumberAndSizeOfBuffers() {
        var spare = BufferPool()
        spare.keep(Array(repeating: 1, count: 1 << 20))
        #expect(spare.next().capacity == 0)
        for _ in 0..<100 { spare.keep([1]) }
        let kept = (0..<100).count { _ in spare.next().capacity > 0 }
        #expect((1...64).contains(kept))
    }
}
