import InternetNames
import Synchronization
import TransportSecurity

/// The number of wrong passwords from each client network, over all workers. The limit prevents that passwords are
/// guessed in bulk, and that hashing keeps the machine busy.
///
/// A network that reaches the limit within a minute is blocked for the next minute. At most 10,000 networks are
/// remembered; the oldest is forgotten first.
final class PasswordFailures: Sendable {
    private let record: Mutex<Record>

    private struct Record {
        var limit: Int
        var networks: [IPAddress: Failures] = [:]
    }

    private struct Failures {
        var count: Int
        /// When the failures are forgotten, in milliseconds of `WallClock.elapsedMilliseconds`.
        var end: Int64
    }

    /// Creates an empty record with the number of failures in a minute that blocks a network.
    init(limit: Int) {
        record = Mutex(Record(limit: limit))
    }

    /// Replaces the limit.
    func use(limit: Int) {
        record.withLock { $0.limit = limit }
    }

    /// Whether a password from that address may be checked.
    func permit(from client: IPAddress, at milliseconds: Int64) -> Bool {
        record.withLock { record in
            guard let failures = record.networks[client.clientNetwork], failures.end > milliseconds else { return true }
            return failures.count < record.limit
        }
    }

    /// Counts a wrong password from that address. Returns true if this failure reaches the limit.
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

    /// Removes expired failures. If there are none and the record is full, removes those that would expire first.
    private static func makeRoom(in networks: inout [IPAddress: Failures], at milliseconds: Int64) {
        networks = networks.filter { $0.value.end > milliseconds }
        guard networks.count >= capacity, let first = networks.min(by: { $0.value.end < $1.value.end })?.key else {
            return
        }
        networks[first] = nil
    }

    /// The time in which failures are counted, and the time for which a network is blocked, in milliseconds.
    static let period: Int64 = 60_000
    /// The largest number of networks to remember.
    static let capacity = 10_000
}
