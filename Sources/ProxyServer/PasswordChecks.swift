import InternetNames
import Networking
import TransportSecurity

/// What came of a password.
enum PasswordOutcome: Sendable {
    case right
    case wrong
    /// Wrong, and the one too many: passwords from there are not looked at for a while.
    case wrongTooOften
    /// Not looked at, because there were too many wrong ones before it.
    case paused
    /// Not looked at, because too many wait.
    case crowdedOut
}

/// The passwords that clients of one worker have given and that are being checked, on threads of their own, since
/// bcrypt takes long on purpose.
final class PasswordChecks {
    private let mailbox: Mailbox<WorkerMessage>
    private let threads: BlockingPool
    private let failures: PasswordFailures
    private var waiting: [UInt64: (PasswordOutcome) -> Void] = [:]
    private var lastTicket: UInt64 = 0

    /// Checks whose answers come through that mailbox.
    init(_ mailbox: Mailbox<WorkerMessage>, _ shared: SharedState) {
        self.mailbox = mailbox
        threads = shared.passwordThreads
        failures = shared.passwordFailures
    }

    /// Checks a user's password and answers on this loop, never at once.
    func check(
        _ user: String, _ password: String, by users: PasswordFile, from client: IPAddress,
        answer: @escaping (PasswordOutcome) -> Void
    ) {
        lastTicket += 1
        let ticket = lastTicket
        waiting[ticket] = answer
        guard permits(client) else { return mailbox.post(.authenticated(ticket: ticket, .paused)) }
        let isTaken = threads.submit { [mailbox, failures] in
            let outcome = Self.outcome(user, password, by: users, from: client, failures)
            mailbox.post(.authenticated(ticket: ticket, outcome))
        }
        if !isTaken { mailbox.post(.authenticated(ticket: ticket, .crowdedOut)) }
    }

    /// Answers whoever asked for it.
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
