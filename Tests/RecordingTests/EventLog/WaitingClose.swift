import Dispatch
import Testing

@testable import Recording

extension EventLog {
    /// Writes the waiting lines, stops, and waits for that. Returns false if the log has lost a line.
    @discardableResult func close(within limit: Duration) -> Bool {
        let closed = DispatchSemaphore(value: 0)
        close(within: limit) { closed.signal() }
        #expect(closed.wait(timeout: .now() + 30) == .success)
        return loss == nil
    }
}

extension EventLogState {
    /// Asks the writer to stop within a time, and waits until it has stopped.
    func closeAndWait(within limit: Duration) {
        let closed = DispatchSemaphore(value: 0)
        guard queue.withLock({ $0.keep(closedHandler: { closed.signal() }) }) else { return }
        close(within: limit)
        #expect(closed.wait(timeout: .now() + 30) == .success)
    }
}
