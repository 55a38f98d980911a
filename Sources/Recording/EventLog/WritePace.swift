/// The limit for the frequency of writes: events are written at most every 5 ms. A busy proxy would otherwise wake the
/// writer's thread for each event. A process that is killed loses the events of at most 5 ms.
struct WritePace {
    /// The time between two writes.
    static let interval: Duration = .milliseconds(5)
    private var lastWrite: ContinuousClock.Instant?

    /// Plans the next write. Returns the time for which the writer waits for more events before it; zero if the last
    /// write is long enough ago.
    ///
    /// - Parameter now: The present time.
    mutating func pauseBeforeWrite(at now: ContinuousClock.Instant) -> Duration {
        let pause = lastWrite.map { max(.zero, Self.interval - (now - $0)) } ?? .zero
        lastWrite = now + pause
        return pause
    }
}
