import InternetNames
import Networking
import TransportSecurity

/// The passwords of one worker's clients that are being checked. bcrypt takes long on purpose, so checks run on threads
/// of their own.
final class PasswordChecks {
    private let tell: @Sendable (_ ticket: UInt64, PasswordOutcome) -> Void
    private let threads: BlockingPool
    private let failures: PasswordFailures
    private var waiting: [UInt64: (PasswordOutcome) -> Void] = [:]
    private var lastTicket: UInt64 = 0

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
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = answer
        guard permits(client) else { return tell(ticket, .paused) }
        let job = threads.submit { [tell, failures] in
            let outcome = Self.outcome(user, password, by: users, from: client, failures)
            tell(ticket, outcome)
        }
        if job == nil { tell(ticket, .crowdedOut) }
    }

    /// Answers the check of that ticket.
    func ended(_ ticket: UInt64, _ outcome: PasswordOutcome) {
        waiting.removeValue(forKey: ticket)?(outcome)
    }

    private func permits(_ client: IPAddress) -> Bool {
        failures.permit(from: client, at: WallClock.elapsedMilliseconds)
    }

    /// Asks once more whether to look, right before: many passwords may have been given at the same time.
    private static func outcome(
        _ user: String, _ password: String, by users: PasswordFile, from client: IPAddress, _ failures: PasswordFailures
    ) -> PasswordOutcome {
        guard failures.permit(from: client, at: WallClock.elapsedMilliseconds) else { return .paused }
        if users.accepts(user: user, password: password) { return .right }
        return failures.failed(from: client, at: WallClock.elapsedMilliseconds) ? .wrongTooOften : .wrong
    }
}
