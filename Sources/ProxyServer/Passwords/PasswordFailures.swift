import InternetNames
import Synchronization
import TransportSecurity

/// The wrong passwords from each client network, over all workers. The limits prevent that passwords are guessed in
/// bulk, and that hashing keeps the machine busy.
///
/// A user name that reaches the limit within a minute is locked for the next minute, for that network: other users
/// behind the same address (NAT) are not. A network whose wrong passwords of all names together reach a multiple of the
/// limit is locked as a whole, since an attacker may try one password with many names.
final class PasswordFailures: Sendable {
    private let record: Mutex<Record>

    /// The limit of a network as a multiple of the limit of a user name.
    static let networkLimitFactor = 10

    private struct Record {
        var limit: Int
        var users = FailureCounts<User>()
        var networks = FailureCounts<IPAddress>()

        var networkLimit: Int {
            // The limit of user names may be as large as an Int.
            let (product, overflows) = limit.multipliedReportingOverflow(by: PasswordFailures.networkLimitFactor)
            return overflows ? .max : product
        }
    }

    /// A user name at a network. Only a hash of the name is kept, since a client may send names of any length, and
    /// names that no user has must count like others.
    private struct User: Hashable {
        var network: IPAddress
        var hash: Int

        init(_ name: String, from client: IPAddress) {
            network = client.clientNetwork
            hash = name.hashValue
        }
    }

    /// Creates an empty record with the number of failures in a minute that locks a user name.
    init(limit: Int) {
        record = Mutex(Record(limit: limit))
    }

    /// Replaces the limit.
    func use(limit: Int) {
        record.withLock { $0.limit = limit }
    }

    /// The milliseconds for which no password of that user from that address is checked; nil if one may be checked.
    func lock(of user: String, from client: IPAddress, at milliseconds: Int64) -> Int64? {
        record.withLock { record in
            record.users.lock(of: User(user, from: client), limit: record.limit, at: milliseconds)
                ?? record.networks.lock(of: client.clientNetwork, limit: record.networkLimit, at: milliseconds)
        }
    }

    /// Counts a wrong password of that user from that address. Returns the lock that this failure causes, if it does.
    func failed(_ user: String, from client: IPAddress, at milliseconds: Int64) -> PasswordOutcome.Lock? {
        record.withLock { record in
            let (limit, networkLimit) = (record.limit, record.networkLimit)
            let locksUser = record.users.add(User(user, from: client), limit: limit, at: milliseconds)
            if record.networks.add(client.clientNetwork, limit: networkLimit, at: milliseconds) {
                return .network(failures: networkLimit)
            }
            return locksUser ? .user(failures: limit) : nil
        }
    }
}
