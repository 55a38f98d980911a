/// The failure of a request to a PostgreSQL server.
public enum PostgreSQLError: Error, Equatable {
    /// The text that names the server cannot be parsed. The value is the message of libpq.
    case malformedTarget(String)
    /// The text that names the server contains a password, which every process of the machine could read.
    case targetHasPassword
    /// There is no connection: the server cannot be reached, or refuses the user, the password or TLS. The value is the
    /// message of libpq.
    case notConnected(String)
    /// The connection broke. The value is the message of libpq.
    case connectionLost(String)
    /// The server did not answer within this number of seconds.
    case timedOut(seconds: Int)
    /// The server refused a statement.
    ///
    /// - Parameters:
    ///   - state: The SQLSTATE, five characters.
    ///   - message: The first line of the server's message.
    case refused(state: String, message: String)
    /// A value has a form that the server does not accept, and was not sent. The text describes the value.
    case unsendable(String)
    /// An answer has another form than the statement calls for. The value is the statement.
    case unexpectedAnswer(String)

    /// An action that may help after a failure.
    public enum Recovery: Equatable, Sendable {
        /// No action of the program helps; a person must change something.
        case none
        /// The same request may succeed over a new connection, once the server can be reached or has space again.
        case reconnection
        /// The same transaction may succeed at once: it conflicted with another one. If it fails again and again and
        /// `contentMayBeFault` is true, its content is at fault.
        case repetition(contentMayBeFault: Bool)
        /// Only a request with other content can succeed.
        case otherContent
    }

    /// The action that may help. Appendix A of PostgreSQL's documentation has the classes of SQLSTATE, their first two
    /// characters.
    public var recovery: Recovery {
        switch self {
        case .malformedTarget, .targetHasPassword, .unexpectedAnswer: .none
        case .notConnected, .connectionLost, .timedOut: .reconnection
        case .unsendable: .otherContent
        // A row violates the check of partitions if the partition of its month was dropped meanwhile.
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
