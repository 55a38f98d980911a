/// The times at which events are written: at once after a quiet time, and else at most every 5 ms, because a busy proxy
/// should not wake the writer's thread for each. A killed process loses the events of that time at most.
struct WritePace {
    /// The time between two writes.
    static let interval: Duration = .milliseconds(5)
    private var lastWrite: ContinuousClock.Instant?

    /// Notes that events are about to be written. Returns for how long to wait for more of them.
    ///
    /// - Parameter now: The present time.
    mutating func pause(at now: ContinuousClock.Instant) -> Duration {
        let pause = lastWrite.map { max(.zero, Self.interval - (now - $0)) } ?? .zero
        lastWrite = now + pause
        return pause
    }
}
