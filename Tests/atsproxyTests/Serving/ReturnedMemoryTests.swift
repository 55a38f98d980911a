import Testing

@testable import atsproxy

@Suite struct ReturnedMemoryTests {
    @Test func releasesMemoryAfterHalfOfTheClientsAreGone() {
        var times = 0
        var memory = ReturnedMemory { times += 1 }
        let steps = [(0, 0), (100, 0), (60, 0), (50, 0), (49, 1), (49, 1), (25, 1), (24, 2), (0, 3), (0, 3)]
        for (connections, expected) in steps {
            memory.observe(connections: connections)
            #expect(times == expected, "at \(connections)")
        }
    }
}
