/// The temporary tables through which a batch reaches the tables of the store, empty between transactions.
enum BatchTables {
    /// Creates the tables of a connection.
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

    /// Adds statements to their table, or takes their later time.
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

    /// Adds kinds, or takes their earlier decisions.
    static let insertKinds = """
        INSERT INTO atsproxy.kinds AS known SELECT * FROM pushed_kinds ORDER BY id
        ON CONFLICT (id) DO UPDATE SET time = excluded.time, load = excluded.load, body = excluded.body
        WHERE (excluded.time, excluded.load COLLATE "C") < (known.time, known.load COLLATE "C")
        """

    /// Adds devices. Those that are known are left out first, since each attempt to add one uses up a number.
    static let insertDevices = """
        INSERT INTO atsproxy.devices (address)
        SELECT DISTINCT address FROM pushed_devices d
        WHERE NOT EXISTS (SELECT FROM atsproxy.devices k WHERE k.address = d.address) ORDER BY address
        ON CONFLICT DO NOTHING
        """

    /// The rows of loads to which loads are added.
    static let knownLoads = """
        SELECT l.day, l.kind, l.after, l.label, \(StoredCounts.columns)
        FROM pushed_keys d JOIN atsproxy.loads l
        ON l.proxy = d.proxy AND l.day = d.day AND l.kind = d.kind AND l.after = d.after AND l.label = d.label
        """

    /// The columns of rows of loads, in the order in which they are written.
    static let loadsColumns = "proxy, \(DayLoadsKey.columns), \(StoredCounts.columns)"

    /// Adds rows of loads, or replaces them.
    static let insertLoads: String = {
        let changes = StoredCounts.columns.split(separator: ", ").map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO atsproxy.loads (\(loadsColumns)) SELECT \(loadsColumns) FROM pushed_loads
            ON CONFLICT (proxy, day, kind, after, label) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()
}
