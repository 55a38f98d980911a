import PostgreSQL

/// Updates the table `loads_by_month`: the sums of the loads of each month over all proxies. An export of a long period
/// reads them instead of the rows of each day.
///
/// The sums of a month contain its days from the first one to the day before `months.through`.
struct MonthlySums {
    private let connection: PostgreSQLConnection

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }

    /// Adds up the days that are not in the sums yet. The last two days are left out, because their loads still arrive.
    func update() throws(PostgreSQLError) {
        for month in try outdatedMonths() { try update(month) }
    }

    /// The first days of months whose sums lack days with loads.
    private func outdatedMonths() throws(PostgreSQLError) -> [String] {
        try connection.execute(
            "SELECT month FROM atsproxy.months WHERE through < \(Self.targetDay) ORDER BY month"
        ).rows.compactMap { $0.first ?? nil }
    }

    /// The day before which all days of the column `month` should be in the sums, in SQL.
    private static let targetDay =
        "least((month + interval '1 month')::date, greatest(month, (now() AT TIME ZONE 'UTC')::date - 1))"

    /// Adds up the days of a month that are not in its sums yet.
    private func update(_ month: String) throws(PostgreSQLError) {
        try connection.transaction { () throws(PostgreSQLError) in
            // Without this lock, a removal of old loads could drop the month meanwhile.
            try StoreLock.take(.shared, by: connection)
            // Waits until no batch with loads of the month is under way.
            try connection.execute("SELECT pg_advisory_xact_lock(\(MonthLock.key(month)))")
            let row = try connection.execute(
                "SELECT through, \(Self.targetDay) FROM atsproxy.months WHERE month = $1", [month]
            ).rows.first
            guard let row, let through = row[0], let target = row[1], through < target else { return }
            if through == month {
                try connection.execute("DELETE FROM atsproxy.loads_by_month WHERE day = $1", [month])
            }
            try add(DayRange(lower: through, upper: target), to: month)
            try connection.execute(
                "UPDATE atsproxy.months SET through = $2 WHERE month = $1", [month, target])
        }
    }

    /// Adds the loads of days to the sums of a month. Both bounds of the days are set.
    private func add(_ days: DayRange, to month: String) throws(PostgreSQLError) {
        try connection.sums(
            { Self.query(forRowsOf: month, andOf: days, in: $0) }, readingKeys: LoadsKey.init
        ) { slice, sums throws(PostgreSQLError) in
            var sums = sums
            try connection.limitDevices(of: &sums)
            let deletion = ["DELETE FROM atsproxy.loads_by_month WHERE day = '\(month)'"] + slice.conditions
            try connection.execute(deletion.joined(separator: " AND "))
            for start in stride(from: 0, to: sums.count, by: Self.copiedRows) {
                var rows = CopyRows()
                for sum in sums[start...].prefix(Self.copiedRows) {
                    rows.append(month)
                    sum.key.write(to: &rows)
                    sum.counts.write(to: &rows)
                    rows.endRow()
                }
                try connection.copy(rows, by: "COPY atsproxy.loads_by_month (day, \(Self.columns)) FROM STDIN")
            }
        }
    }

    /// The query for the present sums of a month and the rows of further days, both of a slice of kinds.
    private static func query(forRowsOf month: String, andOf days: DayRange, in slice: KindSlice) -> String {
        let sources = ["loads_by_month WHERE day = '\(month)'", "loads WHERE \(days.condition)"]
        let selections = sources.map { source in
            (["SELECT \(columns) FROM atsproxy.\(source)"] + slice.conditions).joined(separator: " AND ")
        }
        return selections.joined(separator: " UNION ALL ")
    }

    /// The number of rows that are sent at once, which limits the memory for their texts.
    private static let copiedRows = 10_000

    /// The columns of sums beside the month.
    private static let columns = "\(LoadsKey.columns), \(StoredCounts.columns)"
}
