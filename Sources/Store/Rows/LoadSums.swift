import PostgreSQL

/// The sums of rows of loads by a key. A row with a new key is left out once there are as many keys as the limit
/// permits.
struct LoadSums<Key: Hashable & Comparable> {
    /// The indices of keys in `keys` and `counts`.
    private var indices: [Key: Int] = [:]
    /// The keys, in the order in which they were added.
    private var keys: [Key] = []
    /// The sum of each key.
    private var counts: [StoredCounts] = []
    /// The largest number of keys.
    private let limit: Int
    /// Whether rows were left out because there were too many keys.
    private(set) var isFull = false

    /// The sum of the rows with one key.
    struct Sum {
        /// The key.
        let key: Key
        /// The added counts.
        var counts: StoredCounts
    }

    /// Creates an empty collection of sums.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a row.
    mutating func add(_ row: StoredCounts, of key: Key) {
        if let index = indices[key] {
            counts[index].add(row)
        } else if keys.count < limit {
            indices[key] = keys.count
            keys.append(key)
            counts.append(row)
        } else {
            isFull = true
        }
    }

    /// The sums, sorted by key.
    var sorted: [Sum] {
        keys.indices.sorted { keys[$0] < keys[$1] }.map { Sum(key: keys[$0], counts: counts[$0]) }
    }
}

extension PostgreSQLConnection {
    /// Adds up the rows of a query, and calls a closure with the sums, sorted by kind. If there are too many sums for
    /// the memory, the slice is divided, and the rows of each part are queried again.
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

    /// Calls a closure with the fields of each row of a query. Throws `unexpectedAnswer` if the closure finds a
    /// malformed row.
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

/// The kinds of loads whose identifiers have the same first bits. Sums are computed slice by slice if there are too
/// many for the memory. Identifiers are digests, and slices therefore have about the same size.
struct KindSlice: Equatable {
    /// The number of the slice, from 0.
    private let number: Int
    /// The number of slices into which all kinds are divided, a power of two.
    private let count: Int

    /// All kinds.
    static let all = KindSlice(number: 0, count: 1)

    /// The slices into which this slice is divided, in order; empty for a slice of the smallest size.
    var parts: [KindSlice] {
        guard count < 1 << 16 else { return [] }
        return (0..<16).map { KindSlice(number: number * 16 + $0, count: count * 16) }
    }

    /// The conditions on the column `kind`, in SQL.
    var conditions: [String] {
        guard count > 1 else { return [] }
        var conditions = ["kind >= '\(Self.identifier(number, of: count))'"]
        if number + 1 < count { conditions.append("kind < '\(Self.identifier(number + 1, of: count))'") }
        return conditions
    }

    /// The least identifier of a slice: for slice 1 of 16, the digit 1 and 31 zeros.
    private static func identifier(_ number: Int, of count: Int) -> String {
        // The first 16 bits distinguish all slices. An identifier has 128 bits, 32 digits.
        let digits = String(number * (1 << 16 / count), radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits + String(repeating: "0", count: 28)
    }
}
