import ForwardProxy

/// A deadline that runs: how much of it is left, where progress may begin it anew. Times are milliseconds of a clock
/// that never goes back.
///
/// The alarm is not set anew for each byte: when it rings, the last progress counts.
struct RunningDeadline {
    private let milliseconds: Int64
    private let isRestartedByProgress: Bool
    private var since: Int64

    /// That deadline, from now on.
    init(_ deadline: Deadline, at now: Int64) {
        milliseconds = Int64(deadline.seconds * 1000)
        isRestartedByProgress = deadline.isRestartedByProgress
        since = now
    }

    /// When the alarm is to ring, in milliseconds from the beginning.
    var duration: Int { Int(milliseconds) }

    /// Something moved.
    mutating func noteProgress(at now: @autoclosure () -> Int64) {
        if isRestartedByProgress { since = now() }
    }

    /// For how many milliseconds more the alarm is to be set once it has rung; nil where the time is up.
    func left(at now: Int64) -> Int? {
        let left = since + milliseconds - now
        return isRestartedByProgress && left > 0 ? Int(left) : nil
    }
}
