/// The SQL by which a batch gets into the store. Its rows are copied to temporary tables, and from there inserted into
/// the tables of the store. The temporary tables are empty between transactions.
enum BatchTables {
    /// Creates the temporary tables of a connection.
    static let create = """
        CREATE TEMPORARY TABLE pushed_statements (
            target text, digest text, id text, host text, port integer, trust text, time timestamptz, body text
        ) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE pushed_kinds (LIKE atsproxy.kinds) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE pushed_devices (address text) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE pushed_keys (
            proxy text, day date, kind uuid, after uuid, label text
        ) ON COMMIT DELETE ROWS;
        CREATE TEMPORARY TABLE pushed_loads (LIKE atsproxy.loads) ON COMMIT DELETE ROWS;
        """

    /// Inserts the recorded statements of a batch. One that the store has gets the later of the two times.
    static func insert(into table: StatementTable) -> String {
        let columns = table.columns.joined(separator: ", ")
        return """
            INSERT INTO atsproxy.\(table.rawValue) AS known (\(columns))
            SELECT DISTINCT ON (digest) \(columns) FROM pushed_statements WHERE target = '\(table.rawValue)'
            ORDER BY digest, time DESC
            ON CONFLICT (digest) DO UPDATE SET time = excluded.time, body = excluded.body
            WHERE known.time < excluded.time
            """
    }

    /// Inserts the kinds of a batch. A kind that the store has gets the earlier of the two decisions as its example.
    static let insertKinds = """
        INSERT INTO atsproxy.kinds AS known SELECT * FROM pushed_kinds ORDER BY id
        ON CONFLICT (id) DO UPDATE SET time = excluded.time, load = excluded.load, body = excluded.body
        WHERE (excluded.time, excluded.load COLLATE "C") < (known.time, known.load COLLATE "C")
        """

    /// Inserts the devices of a batch. Known devices are left out first, because each attempt to insert a row uses up a
    /// number of the sequence.
    static let insertDevices = """
        INSERT INTO atsproxy.devices (address)
        SELECT DISTINCT address FROM pushed_devices d
        WHERE NOT EXISTS (SELECT FROM atsproxy.devices k WHERE k.address = d.address) ORDER BY address
        ON CONFLICT DO NOTHING
        """

    /// Selects the rows of the store whose keys the batch has.
    static let knownLoads = """
        SELECT l.day, l.kind, l.after, l.label, \(StoredCounts.columns)
        FROM pushed_keys d JOIN atsproxy.loads l
        ON l.proxy = d.proxy AND l.day = d.day AND l.kind = d.kind AND l.after = d.after AND l.label = d.label
        """

    /// The columns of rows of loads, in the order in which they are written.
    static let loadsColumns = "proxy, \(DayLoadsKey.columns), \(StoredCounts.columns)"

    /// Inserts the rows of loads, in place of rows of the store whose counts are already added to them.
    static let insertLoads: String = {
        let changes = StoredCounts.columns.split(separator: ", ").map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO atsproxy.loads (\(loadsColumns)) SELECT \(loadsColumns) FROM pushed_loads
            ON CONFLICT (proxy, day, kind, after, label) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()
}

/// The tables of the store for events that are not about a load: policies, trust stores, facts, services and labels.
enum StatementTable: String, CaseIterable {
    case policies, trusts, facts, services, labels

    /// The columns, in the order in which they are written.
    var columns: [String] {
        switch self {
        case .policies, .trusts, .labels: ["digest", "id", "time", "body"]
        case .facts: ["digest", "id", "host", "port", "trust", "time", "body"]
        case .services: ["digest", "host", "port", "time", "body"]
        }
    }
}
