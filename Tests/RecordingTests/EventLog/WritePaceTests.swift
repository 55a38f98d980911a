import Testing
@testable import Recording

@Suite struct WritePaceTests {
    @Test func waitsOnlyAfterARecentWrite() {
        let start = ContinuousClock.now
        var pace = WritePace()
        #expect(pace.pauseBeforeWrite(at: start) == .zero)
        #expect(pace.pauseBeforeWrite(at: start + .milliseconds(2)) == .milliseconds(3))
        // The last write was at 5 ms.
        #expect(pace.pauseBeforeWrite(at: start + .milliseconds(9)) == .milliseconds(1))
        #expect(pace.pauseBeforeWrite(at: start + .milliseconds(10)) == .milliseconds(5))
        #expect(pace.pauseBeforeWrite(at: start + .milliseconds(20)) == .zero)
    }
}
