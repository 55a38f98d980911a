import Synchronization

/// The number of clients of each worker. A worker hands an accepted client to a less busy one.
///
/// The kernel distributes connections by a hash of their addresses. All of four long downloads may thus arrive at one
/// of two threads.
final class WorkerLoads: Sendable {
    /// The number of clients by worker; nil for a worker that does not run and is handed no client.
    private let counts: Mutex<[Int?]>

    /// Creates the counts of workers that do not run yet.
    init(workers: Int) {
        counts = Mutex(Array(repeating: nil, count: max(1, workers)))
    }

    /// Notes whether a worker runs.
    func note(_ worker: Int, runs: Bool) {
        counts.withLock { $0[worker] = runs ? $0[worker] ?? 0 : nil }
    }

    /// The worker that is to serve a client which the given worker has accepted. The client counts there until `left`.
    ///
    /// Handing over costs both workers time. The accepting worker therefore serves the client itself, unless it has
    /// over a quarter more clients than the least busy worker.
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
