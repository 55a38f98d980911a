import Testing

@testable import atsproxy

@Suite struct MemoryReleaseRuleTests {
    @Test func releasesMemoryAfterHalfOfTheClientsAreGone() {
        var times = 0
        var memory = MemoryReleaseRule { times += 1 }
        let steps = [(0, 0), (100, 0), (60, 0), (50, 0), (49, 1), (49, 1), (25, 1), (24, 2), (0, 3), (0, 3)]
        for (connections, expected) in steps {
            memory.observe(connections: connections, unallocated: nil)
            #expect(times == expected, "at \(connections)")
        }
    }

    /// The clients stay, and the buffers of their tunnels go. Each step has the unallocated memory in MiB. What stays after a
    /// release does not lead to another one.
    @Test func releasesMemoryThatIdleClientsLeave() {
        var times = 0
        var memory = MemoryReleaseRule { times += 1 }
        let steps = [(40, 0), (50, 0), (56, 0), (57, 1), (45, 1), (61, 1), (62, 2), (70, 2), (70, 2), (30, 2), (47, 3)]
        for (unallocated, expected) in steps {
            memory.observe(connections: 1000, unallocated: unallocated << 20)
            #expect(times == expected, "at \(unallocated)")
        }
    }
}
