import Networking

extension EventLoop {
    /// Handles what has happened, and what happens within a millisecond.
    package func turn() {
        let end = Timer(self) { self.stop() }
        end.start(milliseconds: 1)
        run()
    }

    /// Turns the loop until the condition holds; returns false if it does not within that time.
    package func run(within milliseconds: Int64 = 10_000, until isMet: () throws -> Bool) rethrows -> Bool {
        let end = WallClock.elapsedMilliseconds + milliseconds
        while try !isMet() {
            guard WallClock.elapsedMilliseconds < end else { return false }
            turn()
        }
        return true
    }

    /// Turns the loop some times, for what must not happen in them.
    package func turn(times: Int) {
        for _ in 0..<times { turn() }
    }
}
