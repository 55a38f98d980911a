import Testing

@testable import Libevent

@Suite struct SpareBuffersTests {
    @Test func handsOnRoomAndNoBytes() {
        var spare = SpareBuffers()
        var used: [UInt8] = Array(repeating: 1, count: 3000)
        spare.take(&used)
        #expect(used.capacity == 0)
        var next: [UInt8] = []
        spare.exchange(&next)
        #expect(next.isEmpty && next.capacity >= 3000)
        var another: [UInt8] = []
        spare.exchange(&another)
        #expect(another.capacity == 0)
    }

    @Test func keepsNeitherLargeOnesNorMany() {
        var spare = SpareBuffers()
        var large: [UInt8] = Array(repeating: 1, count: 1 << 20)
        spare.take(&large)
        #expect(large.isEmpty && large.capacity == 0)
        spare.exchange(&large)
        #expect(large.capacity == 0)
        for _ in 0..<100 {
            var used: [UInt8] = [1]
            spare.take(&used)
        }
        let kept = (0..<100).count { _ in
            var next: [UInt8] = []
            spare.exchange(&next)
            return next.capacity > 0
        }
        #expect((1...64).contains(kept))
    }
}
