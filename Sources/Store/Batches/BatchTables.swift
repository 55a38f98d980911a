/// The temporary tables that take the rows of a batch, and the statements that move these rows to the tables of the
/// store. The temporary tables are empty between transactions.
enum BatchTables {
    /// The statements that create the temporary tables of a connection.
    static let statements = """
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

    /// Inserts the statements of a batch. A statement that exists gets the later of the two times.
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

    /// Inserts the kinds of a batch. A kind that exists gets the earlier of the two decisions as its example.
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

    /// Selects the existing rows whose keys the batch has.
    static let knownLoads = """
        SELECT l.day, l.kind, l.after, l.label, \(StoredCounts.columns)
        FROM pushed_keys d JOIN atsproxy.loads l
        ON l.proxy = d.proxy AND l.day = d.day AND l.kind = d.kind AND l.after = d.after AND l.label = d.label
        """

    /// The columns of rows of loads, in the order in which they are written.
    static let loadsColumns = "proxy, \(DayLoadsKey.columns), \(StoredCounts.columns)"

    /// Inserts the rows of loads, and replaces the existing rows, whose counts are already part of the new ones.
    static let insertLoads: String = {
        let changes = StoredCounts.columns.split(separator: ", ").map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO atsproxy.loads (\(loadsColumns)) SELECT \(loadsColumns) FROM pushed_loads
            ON CONFLICT (proxy, day, kind, after, label) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()
}
