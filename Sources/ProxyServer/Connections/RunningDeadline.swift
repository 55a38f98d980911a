import ForwardProxy

/// A running deadline, which progress may restart. Times are in milliseconds of a monotonic clock.
///
/// The timer is not started again for each byte. When it fires, the last progress counts.
struct RunningDeadline {
    private let milliseconds: Int64
    private let isRestartedByProgress: Bool
    private var since: Int64

    /// Starts a deadline.
    init(_ deadline: Deadline, at now: Int64) {
        milliseconds = Int64(deadline.seconds * 1000)
        isRestartedByProgress = deadline.isRestartedByProgress
        since = now
    }

    /// The time after which the timer fires, in milliseconds.
    var duration: Int { Int(milliseconds) }

    /// Notes that bytes were transferred.
    mutating func noteProgress(at now: @autoclosure () -> Int64) {
        if isRestartedByProgress { since = now() }
    }

    /// The remaining milliseconds when the timer fires; nil if the time is up.
    func left(at now: Int64) -> Int? {
        let left = since + milliseconds - now
        return isRestartedByProgress && left > 0 ? Int(left) : nil
    }
}
