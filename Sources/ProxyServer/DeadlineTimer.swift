import ForwardProxy
import Libevent

/// A session's deadline on a loop: rings once that much time went by, or went by without progress.
final class DeadlineTimer {
    private var timer: Timer?
    private var deadline: Deadline?
    private var progress: Int64 = 0
    private let passed: () -> Void

    /// A timer without a deadline.
    init(_ loop: EventLoop, passed: @escaping () -> Void) {
        self.passed = passed
        timer = Timer(loop) { [unowned self] in self.ring() }
    }

    /// Holds that deadline from now on in place of the one before; nil: none.
    func set(_ deadline: Deadline?) {
        self.deadline = deadline
        progress = WallClock.elapsedMilliseconds
        if let deadline {
            timer?.start(milliseconds: Int(deadline.seconds * 1000))
        } else {
            timer?.cancel()
        }
    }

    /// Something moved. The timer is not set anew for each byte; when it rings, the last progress counts.
    func noteProgress() {
        guard deadline?.isRestartedByProgress == true else { return }
        progress = WallClock.elapsedMilliseconds
    }

    private func ring() {
        guard let deadline else { return }
        let left = progress + Int64(deadline.seconds * 1000) - WallClock.elapsedMilliseconds
        if deadline.isRestartedByProgress, left > 0 {
            timer?.start(milliseconds: Int(left))
        } else {
            passed()
        }
    }
}
