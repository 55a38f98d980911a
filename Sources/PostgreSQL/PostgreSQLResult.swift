import CPostgreSQL

/// The rows that a statement returned, as text.
public struct PostgreSQLRows: Sendable {
    /// The values of each row, in the order of the columns; nil for null.
    public let rows: [[String?]]
    /// The number of rows that the statement changed or returned.
    public let affected: Int

    /// The only value of the only row; nil if it is null, or if there is no row.
    public var value: String? { rows.first?.first ?? nil }
}

/// One result of a statement, which owns libpq's result.
final class PostgreSQLResult {
    private let result: OpaquePointer

    /// Takes over libpq's result.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    /// The kind of the result.
    var status: ExecStatusType { PQresultStatus(result) }

    /// The rows as text.
    var rows: PostgreSQLRows {
        let columns = PQnfields(result)
        let rows = (0..<PQntuples(result)).map { row in (0..<columns).map { value(ofRow: row, column: $0) } }
        return PostgreSQLRows(rows: rows, affected: Int(String(cString: PQcmdTuples(result))) ?? rows.count)
    }

    /// The error that the server sent as this result; nil for any other result.
    var failure: PostgreSQLError? {
        guard let state = field("C"), let message = field("M") else { return nil }
        return .refused(state: state, message: message)
    }

    /// A value as text; nil for null.
    private func value(ofRow row: Int32, column: Int32) -> String? {
        PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
    }

    /// A field of an error, by its letter in the protocol (section 55.8 of PostgreSQL's documentation).
    private func field(_ letter: Character) -> String? {
        guard let code = letter.asciiValue, let text = PQresultErrorField(result, Int32(code)) else { return nil }
        return String(cString: text).firstLine
    }
}
