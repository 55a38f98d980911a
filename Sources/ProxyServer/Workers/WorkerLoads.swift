import Synchronization

/// How many clients each worker serves, so that a client that the kernel gave to a busy one can be handed to another.
///
/// The kernel spreads connections by a hash of their addresses: of four long downloads, all may fall to one of two threads.
final class WorkerLoads: Sendable {
    /// Nil for a worker that does not run, so that nobody is handed to it.
    private let counts: Mutex<[Int?]>

    /// Loads of so many workers, of which none runs yet.
    init(workers: Int) {
        counts = Mutex(Array(repeating: nil, count: max(1, workers)))
    }

    /// That worker runs, or runs no more.
    func note(_ worker: Int, runs: Bool) {
        counts.withLock { $0[worker] = runs ? $0[worker] ?? 0 : nil }
    }

    /// Who is to serve a client that this worker has accepted: itself, unless it has a quarter more than the one that has
    /// least, since handing over costs both of them time. The client counts there until `left`.
    func assign(acceptedBy worker: Int) -> Int {
        counts.withLock { counts in
            let own = counts[worker] ?? 0
            let idlest = counts.indices.min { counts[$0] ?? .max < counts[$1] ?? .max } ?? worker
            let chosen = own - (counts[idlest] ?? own) > own / 4 ? idlest : worker
            counts[chosen] = (counts[chosen] ?? 0) + 1
            return chosen
        }
    }

    /// A client of that worker is gone.
    func left(_ worker: Int) {
        counts.withLock { counts in counts[worker] = counts[worker].map { $0 - 1 } }
    }
}
