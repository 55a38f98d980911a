import PostgreSQL

/// The sums of rows of loads by what they have in common. A limited number of different keys fits.
struct LoadSums<Key: Hashable & Comparable> {
    private var places: [Key: Int] = [:]
    private var keys: [Key] = []
    private var counts: [StoredCounts] = []
    private let limit: Int
    /// Whether rows were left out because there were too many keys.
    private(set) var isFull = false

    /// Creates no sums.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a row.
    mutating func add(_ row: StoredCounts, of key: Key) {
        if let place = places[key] {
            counts[place].add(row)
        } else if keys.count < limit {
            places[key] = keys.count
            keys.append(key)
            counts.append(row)
        } else {
            isFull = true
        }
    }

    /// The sums, sorted by key.
    var sorted: [(key: Key, counts: StoredCounts)] {
        keys.indices.sorted { keys[$0] < keys[$1] }.map { (keys[$0], counts[$0]) }
    }
}

extension PostgreSQLConnection {
    /// Adds up the rows of a query, which yields the columns of keys and then those of `StoredCounts`.
    ///
    /// The sums are handed out sorted by kind, part by part if there are too many at once.
    ///
    /// - Parameters:
    ///   - slice: The kinds whose rows are added up.
    ///   - limit: The number of sums that are held in memory.
    ///   - query: The query for the rows of some kinds.
    ///   - key: Reads the columns of a key.
    ///   - visit: Takes the sums of some kinds.
    func sums<Key: Hashable & Comparable>(
        of slice: KindSlice = .all, limit: Int = 300_000, _ query: (KindSlice) -> String,
        readingKeys key: (inout CopyFields) throws(CopyFields.Malformed) -> Key,
        _ visit: (KindSlice, [(key: Key, counts: StoredCounts)]) throws(PostgreSQLError) -> Void
    ) throws(PostgreSQLError) {
        let parts = slice.parts
        var sums = LoadSums<Key>(limit: parts.isEmpty ? .max : limit)
        try copyRows(query(slice)) { fields throws(CopyFields.Malformed) in
            if sums.isFull { return }
            let key = try key(&fields)
            sums.add(try StoredCounts(&fields), of: key)
        }
        guard sums.isFull else { return try visit(slice, sums.sorted) }
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
