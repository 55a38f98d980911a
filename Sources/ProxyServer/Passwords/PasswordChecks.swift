import InternetNames
import Networking
import TransportSecurity

/// The passwords of one worker's clients that are being checked. bcrypt takes long on purpose, so checks run on threads
/// of their own.
///
/// Equal credentials from one network are checked once while they wait, and right ones are believed for some minutes. A
/// client's network has a share of the queue: one client leaves room for the passwords of others.
final class PasswordChecks {
    private let tell: @Sendable (_ ticket: UInt64, PasswordOutcome) -> Void
    private let threads: BlockingPool
    private let failures: PasswordFailures
    private var waiting: [UInt64: Check] = [:]
    /// The tickets of the credentials that are being checked.
    private var tickets: [CheckedCredentials: UInt64] = [:]
    /// The number of checks that wait for each network.
    private var shares: [IPAddress: Int] = [:]
    /// Right credentials, and when they have to be checked again, in milliseconds of `WallClock.elapsedMilliseconds`.
    private var believed: [CheckedCredentials: Int64] = [:]
    private var lastTicket: UInt64 = 0

    private struct Check {
        /// The credentials to check; nil for an answer that needs no check.
        var credentials: CheckedCredentials?
        var network: IPAddress
        var answers: [(PasswordOutcome) -> Void]
    }

    /// Creates checks that run on the given threads.
    ///
    /// - Parameter tell: Called on any thread with each result. The owner of the checks then calls `ended` on its own
    ///   loop.
    init(
        on threads: BlockingPool, _ failures: PasswordFailures,
        tell: @escaping @Sendable (_ ticket: UInt64, PasswordOutcome) -> Void
    ) {
        self.threads = threads
        self.failures = failures
        self.tell = tell
    }

    /// Checks a user's password and answers on this loop, never at once.
    func check(
        _ user: String, _ password: String, by users: PasswordFile, from client: IPAddress,
        answer: @escaping (PasswordOutcome) -> Void
    ) {
        let network = client.clientNetwork
        let now = WallClock.elapsedMilliseconds
        // A lock goes before a belief, or a guess would be told by the belief to be right.
        if let lock = failures.lock(of: user, from: client, at: now) {
            return reply(.locked(milliseconds: lock), to: network, answer)
        }
        let credentials = CheckedCredentials(user, password, from: network, by: users)
        if let end = believed[credentials], end > now { return reply(.right, to: network, answer) }
        if let ticket = tickets[credentials], waiting[ticket]?.answers.append(answer) != nil { return }
        guard shares[network, default: 0] < Self.share else { return reply(.crowdedOut, to: network, answer) }
        lastTicket += 1
        let ticket = lastTicket
        let job = threads.submit(for: client) { [tell, failures] in
            tell(ticket, Self.outcome(user, password, by: users, from: client, failures))
        }
        guard job != nil else { return reply(.crowdedOut, to: network, answer) }
        waiting[ticket] = Check(credentials: credentials, network: network, answers: [answer])
        tickets[credentials] = ticket
        shares[network, default: 0] += 1
    }

    /// Answers the check of that ticket.
    func ended(_ ticket: UInt64, _ outcome: PasswordOutcome) {
        guard let check = waiting.removeValue(forKey: ticket) else { return }
        if let credentials = check.credentials {
            tickets[credentials] = nil
            let left = shares[check.network, default: 1] - 1
            shares[check.network] = left > 0 ? left : nil
            if case .right = outcome { believe(credentials) }
        }
        for answer in check.answers { answer(outcome) }
    }

    private func reply(_ outcome: PasswordOutcome, to network: IPAddress, _ answer: @escaping (PasswordOutcome) -> Void)
    {
        lastTicket += 1
        waiting[lastTicket] = Check(credentials: nil, network: network, answers: [answer])
        tell(lastTicket, outcome)
    }

    private func believe(_ credentials: CheckedCredentials) {
        let now = WallClock.elapsedMilliseconds
        if believed.count >= Self.believedLimit { believed = believed.filter { $0.value > now } }
        if believed.count < Self.believedLimit { believed[credentials] = now + Self.beliefPeriod }
    }

    /// Asks once more whether to look, right before: many passwords may have been given at the same time.
    private static func outcome(
        _ user: String, _ password: String, by users: PasswordFile, from client: IPAddress, _ failures: PasswordFailures
    ) -> PasswordOutcome {
        if let lock = failures.lock(of: user, from: client, at: WallClock.elapsedMilliseconds) {
            return .locked(milliseconds: lock)
        }
        if users.accepts(user: user, password: password) { return .right }
        let lock = failures.failed(user, from: client, at: WallClock.elapsedMilliseconds)
        return lock.map { .wrongTooOften($0) } ?? .wrong
    }

    /// The number of checks that wait for one network at a worker.
    private static let share = 32
    /// The number of right credentials that a worker believes.
    private static let believedLimit = 1000
    /// The time for which right credentials are believed, in milliseconds.
    private static let beliefPeriod: Int64 = 300_000
}
