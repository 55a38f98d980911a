import Synchronization

/// A flag that tells a computation that nobody waits for its result.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Whether nobody waits any more.
    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Sets the flag. A computation that has begun is finished nevertheless.
    func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
