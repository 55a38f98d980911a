/// The failure of a conversation with a PostgreSQL server.
public enum PostgreSQLError: Error, Equatable {
    /// The text that names the server cannot be parsed. libpq's own words.
    case malformedTarget(String)
    /// The text that names the server contains a password, which every process of the machine could read.
    case targetHasPassword
    /// There is no connection: the server is not there, or refuses the user, the password or TLS. libpq's own words.
    case notConnected(String)
    /// The connection broke. libpq's own words.
    case connectionLost(String)
    /// The server did not answer within this number of seconds.
    case timedOut(seconds: Int)
    /// The server refused a statement.
    ///
    /// - Parameters:
    ///   - state: The SQLSTATE, five characters.
    ///   - message: The server's own words, one line.
    case refused(state: String, message: String)
    /// A value has a form that the server does not take, and was not sent.
    case unsendable(String)
    /// An answer has another form than the statement calls for.
    case unexpectedAnswer(String)

    /// An action that may help after a failure.
    public enum Recovery: Equatable, Sendable {
        /// Nothing but a change by a person.
        case none
        /// The same request, as soon as the server is there again, or has space.
        case reconnection
        /// The same transaction at once: it ran at the same time as another one. If it fails again and again, its
        /// content is at fault where `contentMayBeFault` is true.
        case repetition(contentMayBeFault: Bool)
        /// A request with other content. The server takes all else.
        case otherContent
    }

    /// The action that may help. Appendix A of PostgreSQL's documentation has the classes of SQLSTATE, their first two
    /// characters.
    public var recovery: Recovery {
        switch self {
        case .malformedTarget, .targetHasPassword, .unexpectedAnswer: .none
        case .notConnected, .connectionLost, .timedOut: .reconnection
        case .unsendable: .otherContent
        // Where the partition of a month was dropped meanwhile, a row violates a check.
        case .refused("23514", _): .repetition(contentMayBeFault: true)
        // A lock that was not available in time, and a server that is read-only until it takes over from another one.
        case .refused("55P03", _), .refused("25006", _): .reconnection
        case .refused(let state, _):
            switch state.prefix(2) {
            // Transaction rollback: serialization failures and deadlocks.
            case "40": .repetition(contentMayBeFault: false)
            // Connection exception, insufficient resources, operator intervention, system error.
            case "08", "53", "57", "58": .reconnection
            // Data exception, violation of a constraint, program limit exceeded.
            case "22", "23", "54": .otherContent
            case _: .none
            }
        }
    }

    /// The failure as the end of a sentence whose subject is the server.
    public var explanation: String {
        switch self {
        case .malformedTarget(let reason): "is named by a malformed URL or connection string: \(reason)"
        case .targetHasPassword: "is named with a password"
        case .notConnected(let reason): "cannot be reached: \(reason)"
        case .connectionLost(let reason): "broke the connection: \(reason)"
        case .timedOut(let seconds): "gave no answer within \(seconds) s"
        case .refused(let state, let message): "refuses: \(message) (SQLSTATE \(state))"
        case .unsendable(let value): "takes no such value: \(value)"
        case .unexpectedAnswer(let statement): "answers in an unexpected form to: \(statement)"
        }
    }
}
