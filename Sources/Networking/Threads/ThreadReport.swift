import Synchronization

/// The report of a thread that was just started to the thread that waits for it: that it works, or why it cannot.
public final class ThreadReport: Sendable {
    private let state = Mutex(State())
    private let pipe: SelfPipe

    private struct State {
        var isMade = false
        var failure: SystemError?
    }

    /// A report that is yet to be made.
    public init() throws(SystemError) {
        pipe = try SelfPipe(whenEmpty: .blocks)
    }

    /// Makes the report, once: nil means that the thread works.
    public func make(_ failure: SystemError?) {
        state.withLock { $0 = State(isMade: true, failure: failure) }
        pipe.signal()
    }

    /// Waits for the report; throws the failure that the thread reports.
    public func wait() throws(SystemError) {
        _ = pipe.receive()
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Waits for the report, at most for a time. Returns whether it was made; throws the failure that the thread
    /// reports.
    public func wait(for limit: Duration) throws(SystemError) -> Bool {
        let end = ContinuousClock.now + limit
        while true {
            let state = state.withLock { $0 }
            if let failure = state.failure { throw failure }
            let rest = end - .now
            guard !state.isMade, rest > .zero else { return state.isMade }
            // A Unix signal ends the wait early.
            pipe.wait(for: rest)
        }
    }
}
