import Synchronization

/// How many clients each worker serves, so that a client that the kernel gave to a busy one can be handed to another.
///
/// The kernel spreads connections by a hash of their addresses: of four long downloads, all may fall to one of two threads.
final class WorkerLoads: Sendable {
    private let counts: Mutex<[Int]>

    /// Loads of so many workers that serve nobody.
    init(workers: Int) {
        counts = Mutex(Array(repeating: 0, count: max(1, workers)))
    }

    /// Who is to serve a client that this worker has accepted: itself, unless it has a quarter more than the one that has
    /// least, since handing over costs both of them time. The client counts there until `left`.
    func assign(acceptedBy worker: Int) -> Int {
        counts.withLock { counts in
            let idlest = counts.indices.min { counts[$0] < counts[$1] } ?? worker
            let chosen = counts[worker] - counts[idlest] > counts[worker] / 4 ? idlest : worker
            counts[chosen] += 1
            return chosen
        }
    }

    /// A client of that worker is gone.
    func left(_ worker: Int) {
        counts.withLock { $0[worker] -= 1 }
    }
}
