/// The time at which a wait ends.
struct Deadline {
    /// The length of the wait in seconds.
    let seconds: Int
    private let end: ContinuousClock.Instant

    /// Creates the deadline of a wait that begins now.
    init(seconds: Int) {
        self.seconds = seconds
        end = .now + .seconds(seconds)
    }

    /// The remaining time in milliseconds, at least 0, for `poll`.
    var milliseconds: Int32 {
        let rest = ContinuousClock.now.duration(to: end).components
        return Int32(clamping: max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000))
    }
}
