import InternetNames
import Synchronization
import TransportSecurity

/// How often clients of one network gave a wrong password, over all workers, so that nobody can try them in bulk, or
/// keep the machine busy with hashing.
///
/// Who fails as often as the limit says within a minute is not listened to for a minute from then on. Remembers
/// 10,000 networks at most, and forgets the oldest first.
final class PasswordFailures: Sendable {
    private let record: Mutex<Record>

    private struct Record {
        var limit: Int
        var networks: [IPAddress: Failures] = [:]
    }

    private struct Failures {
        var count: Int
        /// In milliseconds of `WallClock.elapsedMilliseconds`: when this is forgotten.
        var end: Int64
    }

    /// No failure yet; that many within a minute are too many.
    init(limit: Int) {
        record = Mutex(Record(limit: limit))
    }

    /// Uses that limit from now on.
    func use(limit: Int) {
        record.withLock { $0.limit = limit }
    }

    /// Whether a password from there may be looked at.
    func permit(from client: IPAddress, at milliseconds: Int64) -> Bool {
        record.withLock { record in
            guard let failures = record.networks[client.clientNetwork], failures.end > milliseconds else { return true }
            return failures.count < record.limit
        }
    }

    /// Counts a wrong password from there; true where it is the one that makes them too many.
    func failed(from client: IPAddress, at milliseconds: Int64) -> Bool {
        let network = client.clientNetwork
        return record.withLock { record in
            var failures = record.networks[network] ?? Failures(count: 0, end: 0)
            if failures.end <= milliseconds { failures = Failures(count: 0, end: milliseconds + Self.period) }
            failures.count += 1
            let isTooOften = failures.count == record.limit
            if isTooOften { failures.end = milliseconds + Self.period }
            if record.networks[network] == nil, record.networks.count >= Self.capacity {
                Self.makeRoom(in: &record.networks, at: milliseconds)
            }
            record.networks[network] = failures
            return isTooOften
        }
    }

    /// Forgets what is over, and where nothing is, what ends first.
    private static func makeRoom(in networks: inout [IPAddress: Failures], at milliseconds: Int64) {
        networks = networks.filter { $0.value.end > milliseconds }
        guard networks.count >= capacity, let first = networks.min(by: { $0.value.end < $1.value.end })?.key else {
            return
        }
        networks[first] = nil
    }

    /// Both the time in which failures are counted and the pause, in milliseconds.
    static let period: Int64 = 60_000
    /// How many networks are remembered at most.
    static let capacity = 10_000
}
