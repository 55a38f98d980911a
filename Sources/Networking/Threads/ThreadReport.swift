import Synchronization

/// The report of a thread that was just started to the thread that waits for it: that it works, or why it cannot.
public final class ThreadReport: Sendable {
    private let failure = Mutex<SystemError?>(nil)
    private let pipe: SelfPipe

    /// A report that is yet to be made.
    public init() throws(SystemError) {
        pipe = try SelfPipe(whenEmpty: .blocks)
    }

    /// Makes the report, once: nil means that the thread works.
    public func make(_ failure: SystemError?) {
        self.failure.withLock { $0 = failure }
        pipe.signal()
    }

    /// Waits for the report; throws what the thread reports as its failure.
    public func wait() throws(SystemError) {
        _ = pipe.receive()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
