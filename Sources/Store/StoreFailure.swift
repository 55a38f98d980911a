import Foundation
import InternetNames
import PostgreSQL

/// The failure of a task with the store, as a sentence for people and a cause for the exit status.
public struct StoreFailure: Error, Equatable {
    /// The causes of failures, one for each exit status.
    public enum Cause: Sendable {
        /// The command line is wrong.
        case usage
        /// A recording has an error.
        case data
        /// The store has an error.
        case store
        /// The server cannot be reached, refuses the user, or has failed.
        case unavailable
        /// A file or standard output could not be written.
        case output
    }

    /// The cause.
    public let cause: Cause
    /// The sentence.
    public let sentence: String
    /// The action that may help.
    let recovery: PostgreSQLError.Recovery

    /// Creates a failure that only a change by a person can resolve.
    public init(_ cause: Cause, _ sentence: String) {
        self.init(cause, sentence, recovery: .none)
    }

    /// Creates a failure.
    init(_ cause: Cause, _ sentence: String, recovery: PostgreSQLError.Recovery) {
        self.cause = cause
        self.sentence = sentence
        self.recovery = recovery
    }

    /// Whether the same task may succeed later.
    var isTransient: Bool {
        switch recovery {
        case .reconnection, .repetition: true
        case .none, .otherContent: false
        }
    }

    /// Creates the failure of a statement at the server that the target names.
    init(_ error: PostgreSQLError, at target: String) {
        let server = target.visible(limit: 300)
        switch error {
        case .malformedTarget(let reason):
            // The text may contain a password.
            self.init(
                .usage,
                "The URL or connection string of the server is not valid: "
                    + "\(reason.hasSuffix(".") ? String(reason.dropLast()) : reason).")
        case .targetHasPassword:
            self.init(
                .usage,
                "The URL contains a password, which every process of this machine can read: put it into ~/.pgpass or "
                    + "the file that PGPASSFILE names, or name an entry of the service file by PGSERVICE, and leave it "
                    + "out of the URL.")
        case .refused(let state, _) where state == "42P01" || state == "3F000":
            self.init(.store, "\(server) holds no store; create one with: atsproxy-store init URL")
        case .refused(let state, let message) where state == "42501":
            self.init(.unavailable, "\(server) refuses: \(message); the owner of the store can grant it.")
        case .notConnected, .connectionLost, .timedOut, .refused, .unsendable, .unexpectedAnswer:
            let explanation = error.explanation
            self.init(
                .unavailable, "\(server) \(explanation)" + (explanation.hasSuffix(".") ? "" : "."),
                recovery: error.recovery)
        }
    }
}

/// The limit and the pauses for the repetition of a transaction that conflicted with another one: its failure has the
/// recovery `repetition`.
enum TransactionRetry {
    /// The number of times that a transaction is run again.
    static let limit = 8

    /// Blocks the thread for 10 to 100 ms at random. With equal pauses, two programs could conflict again and again.
    static func pause() {
        Thread.sleep(forTimeInterval: .random(in: 0.01..<0.1))
    }
}
