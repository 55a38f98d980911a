import Synchronization

/// Whether somebody still waits for a computation.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether nobody waits any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Says that nobody waits any more. A computation that has begun is finished all the same.
    func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
