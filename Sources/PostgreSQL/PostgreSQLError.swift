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
    /// An answer has another form than the statement calls for.
    case unexpectedAnswer(String)

    /// Whether the same might succeed later without anybody changing the request: the server is away, restarts, has no
    /// space, or ended one of two transactions that waited for each other.
    public var isTransient: Bool {
        switch self {
        case .malformedTarget, .targetHasPassword, .unexpectedAnswer: false
        case .notConnected, .connectionLost, .timedOut: true
        case .refused(let state, _):
            // Appendix A of PostgreSQL's documentation: connection exceptions, insufficient resources, operator
            // intervention, transaction rollbacks, system errors, and a lock that was not available.
            ["08", "53", "57", "40", "58"].contains(state.prefix(2)) || state == "55P03" || state == "25006"
        }
    }

    /// The failure as the end of a sentence whose subject is the server.
    public var explanation: String {
        switch self {
        case .malformedTarget(let reason): "is not named by a URL or connection string: \(reason)"
        case .targetHasPassword: "is named with a password"
        case .notConnected(let reason): "cannot be reached: \(reason)"
        case .connectionLost(let reason): "broke the connection: \(reason)"
        case .timedOut(let seconds): "gave no answer within \(seconds) s"
        case .refused(let state, let message): "refuses: \(message) (SQLSTATE \(state))"
        case .unexpectedAnswer(let statement): "answers in an unexpected form to: \(statement)"
        }
    }
}
