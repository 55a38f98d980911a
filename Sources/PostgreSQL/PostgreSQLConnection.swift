import CPostgreSQL

/// A connection to a PostgreSQL server, which owns libpq's connection.
///
/// Calls block the thread, but never longer than a limit. libpq itself limits the attempt to reach each address of each
/// host. The connection is then used in libpq's non-blocking mode, and each wait for the socket ends at a deadline.
/// After an error other than `refused` and `unsendable`, the connection cannot be used any more.
public final class PostgreSQLConnection {
    /// libpq's connection.
    let connection: OpaquePointer
    /// The number of seconds that the server may be silent. Statements that write have the same limit on the server.
    let silenceLimit: Int

    /// The oldest server that is known to work, as libpq numbers versions.
    public static let oldestVersion: Int32 = 150_000

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - target: The server and database.
    ///   - application: The name that the server shows for this connection.
    ///   - silenceLimit: The number of seconds that the server may take for one answer.
    public init(
        _ target: PostgreSQLTarget, application: String, silenceLimit: Int = 600
    ) throws(PostgreSQLError) {
        self.silenceLimit = silenceLimit
        let parameters = target.parameters(application: application)
        let connection = CStringArray(parameters.map(\.keyword)).withPointers { keywords in
            CStringArray(parameters.map(\.value)).withPointers { PQconnectdbParams(keywords, $0, 1) }
        }
        guard let connection else { throw .notConnected("there is no memory for a connection") }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else { throw Self.failure(toConnect: message) }
        PQsetnonblocking(connection, 1)
        try prepareSession()
    }

    deinit {
        PQfinish(connection)
    }

    /// The version of the server, as libpq numbers versions: 150004 is 15.4.
    public var serverVersion: Int32 { PQserverVersion(connection) }

    /// Runs one statement, with parameters for `$1` and so on; nil is null. Throws an error if it fails.
    @discardableResult
    public func execute(
        _ statement: String, _ parameters: [String?] = []
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let isSent: Int32
        if parameters.isEmpty {
            isSent = PQsendQuery(connection, statement)
        } else {
            isSent = CStringArray(parameters).withPointers {
                PQsendQueryParams(connection, statement, Int32(parameters.count), nil, $0, nil, nil, 0)
            }
        }
        guard isSent == 1 else { throw lost() }
        return try results(of: statement)
    }

    /// The forms of transactions. The raw value is the statement that begins one.
    public enum TransactionForm: String {
        /// The transaction may write. Each statement sees all rows that were committed before it.
        case writing = "BEGIN"
        /// The transaction only reads. All its statements see the rows that were committed before the first one.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs a job within a transaction, which is rolled back if the job throws an error.
    ///
    /// If the connection breaks during the commit, the transaction may have taken place or not; the caller must find
    /// out.
    public func transaction<Result>(
        _ form: TransactionForm = .writing, _ job: () throws(PostgreSQLError) -> Result
    ) throws(PostgreSQLError) -> Result {
        try execute(form.rawValue)
        let result: Result
        do throws(PostgreSQLError) {
            if form == .snapshot {
                // A statement that returns many rows takes as long as the caller needs to read them.
                try execute("SET LOCAL statement_timeout = 0")
            }
            result = try job()
        } catch {
            rollBack(after: error)
            throw error
        }
        try execute("COMMIT")
        return result
    }

    /// Sends rows by `COPY … FROM STDIN`. The statement names table and columns; the rows are in COPY's text format.
    public func copy(_ rows: CopyRows, by statement: String) throws(PostgreSQLError) {
        guard PQsendQuery(connection, statement) == 1 else { throw lost() }
        try expect(PGRES_COPY_IN, of: statement)
        do throws(PostgreSQLError) {
            try send(rows.bytes)
        } catch {
            // The server may have sent its reason to take no more rows.
            throw receivedRefusal() ?? error
        }
        _ = try results(of: statement)
    }

    /// Receives rows by `COPY … TO STDOUT`, row by row. The bytes are valid only during the call.
    public func copyOut(
        _ statement: String, _ visit: (UnsafeBufferPointer<UInt8>) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        guard PQsendQuery(connection, statement) == 1 else { throw lost() }
        try expect(PGRES_COPY_OUT, of: statement)
        var isAtEnd = false
        while !isAtEnd {
            var row: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(connection, &row, 1)
            if count > 0, let row {
                defer { PQfreemem(row) }
                try row.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes throws(PostgreSQLError) in
                    try visit(UnsafeBufferPointer(start: bytes, count: Int(count)))
                }
            } else if count == 0 {
                // The next row is not received yet.
                try receive()
            } else {
                isAtEnd = true
            }
        }
        // The results say whether the end is that of the rows or a failure.
        _ = try results(of: statement)
    }
}

extension PostgreSQLConnection {
    /// The beginnings of libpq's messages about malformed options. libpq writes them before it tries to connect, and in
    /// English, because this program never sets a locale.
    private static let optionFaults = [
        "invalid ", "could not match ", "definition of service ", "service file ", "syntax error in service file ",
    ]

    /// The failure to connect, by the message of libpq.
    private static func failure(toConnect reason: String) -> PostgreSQLError {
        optionFaults.contains(where: reason.hasPrefix) ? .malformedTarget(reason) : .notConnected(reason)
    }

    /// Makes the session independent of settings of the server, the database and the user.
    private func prepareSession() throws(PostgreSQLError) {
        try execute("SET search_path = pg_catalog, pg_temp")
        try execute("SET statement_timeout = '\(silenceLimit)s'")
        try execute("SET idle_in_transaction_session_timeout = '\(silenceLimit)s'")
        try execute("SET default_transaction_isolation = 'read committed'")
        try execute("SET TimeZone = 'UTC'")
        try execute("SET DateStyle = 'ISO, YMD'")
        try execute("SET client_min_messages = 'error'")
    }

    /// The first line of libpq's last message.
    private var message: String { String(cString: PQerrorMessage(connection)).firstLine }

    /// The failure of a connection that broke.
    func lost() -> PostgreSQLError { .connectionLost(message) }

    /// Rolls a transaction back. If that fails, the connection is lost, and the caller reports the first error.
    private func rollBack(after error: PostgreSQLError) {
        switch error {
        case .refused, .unsendable: _ = try? execute("ROLLBACK")
        // No statement can be sent after these errors. The server rolls the transaction back when the connection is
        // closed.
        case .malformedTarget, .targetHasPassword, .notConnected, .connectionLost, .timedOut, .unexpectedAnswer: break
        }
    }

    /// Receives all results of a statement. Throws the first error, after the last result.
    private func results(of statement: String) throws(PostgreSQLError) -> PostgreSQLRows {
        var rows = PostgreSQLRows(rows: [], affected: 0)
        var failure: PostgreSQLError?
        while let result = try nextResult() {
            switch result.status {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = result.rows
            case PGRES_FATAL_ERROR: failure = failure ?? result.failure ?? lost()
            case _: throw .unexpectedAnswer(statement)
            }
        }
        if let failure { throw failure }
        return rows
    }

    /// Sends the rows of a COPY and its end.
    ///
    /// Both functions of libpq return 1 if the data are queued, 0 if the buffer is full and the call is to be repeated
    /// once the connection is writable, and -1 on an error.
    private func send(_ rows: [UInt8]) throws(PostgreSQLError) {
        var unsent = rows[...]
        while !unsent.isEmpty {
            let piece = unsent.prefix(1 << 16)
            let status = piece.withUnsafeBytes { bytes in
                PQputCopyData(connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
            }
            switch status {
            case 1: unsent = unsent.dropFirst(piece.count)
            case 0: try waitUntilSent()
            case _: throw lost()
            }
        }
        while true {
            let status = PQputCopyEnd(connection, nil)
            if status == 1 { return }
            guard status == 0 else { throw lost() }
            try waitUntilSent()
        }
    }

    /// The server's refusal among the results that were received already; nil if there is none.
    private func receivedRefusal() -> PostgreSQLError? {
        while PQisBusy(connection) == 0, let result = PQgetResult(connection).map(PostgreSQLResult.init) {
            if let failure = result.failure { return failure }
            // The server's refusal can follow an error that libpq itself reports. Any other result, such as that of a
            // COPY that goes on, would be returned again and again.
            guard result.status == PGRES_FATAL_ERROR else { return nil }
        }
        return nil
    }

    /// Receives the result that begins a COPY, which must have the given status.
    private func expect(_ status: ExecStatusType, of statement: String) throws(PostgreSQLError) {
        guard let result = try nextResult() else { throw lost() }
        guard result.status != status else { return }
        if let failure = result.failure {
            _ = try? results(of: statement)
            throw failure
        }
        throw .unexpectedAnswer(statement)
    }
}
