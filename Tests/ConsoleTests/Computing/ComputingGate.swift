import Foundation
import Synchronization

/// Holds up computations of a test until it is opened.
final class ComputingGate: Sendable {
    private let condition = NSCondition()
    private let state = Mutex((isOpen: false, wantsSearch: false, order: [String]()))

    /// Whether the source has something to compute without a request.
    var wantsSearch: Bool { state.withLock { $0.wantsSearch } }

    /// Gives the source something to compute without a request.
    func wantSearch() {
        state.withLock { $0.wantsSearch = true }
    }

    /// The number of computations that have begun.
    var begun: Int { order.count }

    /// The computations that have begun, in order.
    var order: [String] { state.withLock { $0.order } }

    /// Lets all computations go on.
    func open() {
        state.withLock { $0.isOpen = true }
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate is open, at most ten seconds. Called by a computation.
    func pass(_ name: String) {
        state.withLock { $0.order.append(name) }
        let end = Date(timeIntervalSinceNow: 10)
        condition.lock()
        while !state.withLock({ $0.isOpen }), condition.wait(until: end) {}
        condition.unlock()
    }
}
