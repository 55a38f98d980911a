import Agents
import Testing

struct InputEndTests {
    /// A process that lets connections go on for long is killed only after that.
    @Test(
        arguments: [(0, 30), (10, 40), (0.2, 31), (3600, 3630), (-1, 30), (1e300, 1_000_000_030)] as [(Double, UInt32)])
    func theTimeToStopHasThatOfTheConnections(draining: Double, limit: UInt32) {
        #expect(InputEnd.limit(draining: draining) == limit)
    }

    @Test func onlyTheFirstWordIsRead() throws {
        var arguments = ["serve", InputEnd.option][...]
        try InputEnd.begin(&arguments)
        #expect(arguments == ["serve", InputEnd.option])
        #expect(!InputEnd.discardsRecording)
    }
}
