import CPostgreSQL

extension PostgreSQLConnection {
    /// Texts as literals of SQL, in quotes and separated by commas, for statements that take no parameters.
    public func literals(_ texts: [String]) throws(PostgreSQLError) -> String {
        var literals: [String] = []
        for text in texts { literals.append(try literal(text)) }
        return literals.joined(separator: ", ")
    }

    /// A text as a literal of SQL, in quotes.
    private func literal(_ text: String) throws(PostgreSQLError) -> String {
        let quoted = text.utf8CString.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { PQescapeLiteral(connection, $0, bytes.count - 1) }
        }
        guard let quoted else { throw .unsendable("a text that cannot be quoted") }
        defer { PQfreemem(quoted) }
        return String(cString: quoted)
    }
}
