/// The rows that a statement returned, as text.
public struct PostgreSQLRows: Sendable {
    /// The values of each row, in the order of the columns; nil for null.
    public let rows: [[String?]]
    /// The number of rows that the statement changed or returned.
    public let affected: Int

    /// The only value of the only row; nil if it is null, or if there is no row.
    public var value: String? { rows.first?.first ?? nil }
}
