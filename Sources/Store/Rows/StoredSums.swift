import PostgreSQL

extension PostgreSQLConnection {
    /// Adds up the rows of a query, and hands out the sums, sorted by kind. If there are too many sums for the memory,
    /// the slice is divided, and the rows of each part are queried again.
    ///
    /// - Parameters:
    ///   - slice: The kinds whose rows are added up.
    ///   - limit: The largest number of sums in memory.
    ///   - query: The query for the rows of a slice. Its columns are those of the key and then those of `StoredCounts`.
    ///   - key: Reads the columns of a key.
    ///   - visit: Takes the sums of a slice.
    func sums<Key: Hashable & Comparable>(
        of slice: KindSlice = .all, limit: Int = 300_000, _ query: (KindSlice) -> String,
        readingKeys key: (inout CopyFields) throws(CopyFields.Malformed) -> Key,
        _ visit: (KindSlice, [LoadSums<Key>.Sum]) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        let parts = slice.parts
        var sums = LoadSums<Key>(limit: parts.isEmpty ? .max : limit)
        try copyRows(query(slice)) { fields throws(CopyFields.Malformed) in
            if sums.isFull { return }
            let key = try key(&fields)
            sums.add(try StoredCounts(&fields), of: key)
        }
        guard sums.isFull else { return try visit(slice, sums.sorted) }
        // The memory is released before the parts are read.
        sums = LoadSums(limit: 0)
        for part in parts { try self.sums(of: part, limit: limit, query, readingKeys: key, visit) }
    }

    /// Reads the rows of a query one by one.
    func copyRows(
        _ query: String, _ visit: (inout CopyFields) throws(CopyFields.Malformed) -> Void
    ) throws(PostgreSQLError) {
        try copyOut("COPY (\(query)) TO STDOUT") { row throws(PostgreSQLError) in
            var fields = CopyFields(row)
            do throws(CopyFields.Malformed) {
                try visit(&fields)
            } catch {
                throw .unexpectedAnswer(query)
            }
        }
    }
}
