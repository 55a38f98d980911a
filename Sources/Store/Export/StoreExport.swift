import InternetNames
import PostgreSQL
import Recordings
import Traffic
import TransportSecurity

extension Store {
    /// Writes the content of the store as a condensed recording, in which loads of one kind are a line with their
    /// counts.
    ///
    /// The content is read in one transaction. A batch that is added meanwhile is either in all parts of the export or
    /// in none.
    ///
    /// - Parameters:
    ///   - filter: The choice of loads.
    ///   - addsUpDays: Whether loads of all days are counted together. This suffices for a report and takes far fewer
    ///     lines.
    ///   - output: Takes the lines. The caller asks it for failures.
    /// - Returns: Whether the store holds a load that the filter chooses.
    public func export(
        _ filter: StoreFilter, addingUpDays addsUpDays: Bool, to output: inout ExportOutput
    ) throws(StoreFailure) -> Bool {
        try translatingFailures { () throws(PostgreSQLError) in
            try connection.transaction(.snapshot) { () throws(PostgreSQLError) in
                try StoreExport(filter, addingUpDays: addsUpDays, by: connection).write(to: &output)
            }
        }
    }
}

/// One export, within a transaction.
private struct StoreExport {
    private let filter: StoreFilter
    /// Whether loads of all days are counted together. The export then has no days, and reads the sums of months.
    private let addsUpDays: Bool
    private let connection: PostgreSQLConnection
    /// The days whose loads the filter chooses.
    private let days: DayRange

    init(_ filter: StoreFilter, addingUpDays addsUpDays: Bool, by connection: PostgreSQLConnection) {
        self.filter = filter
        self.addsUpDays = addsUpDays
        self.connection = connection
        days = DayRange(
            lower: filter.since.map { StoredTime.day(of: $0) },
            upper: filter.until.map { StoredTime.day(of: $0 + 86_400) })
    }

    /// Writes all lines. Returns whether there are loads.
    func write(to output: inout ExportOutput) throws(PostgreSQLError) -> Bool {
        // Just-in-time compilation of the queries takes longer than it saves.
        try connection.execute("SET LOCAL jit = off")
        let kinds = try chosenKinds()
        let loads = try LoadsQuery(
            filter, in: days, sums: addsUpDays ? try summedDays() : [], kinds: kinds, literals: connection.literals)
        output.append(CondensedHeader(isAddedUp: true).line)
        let proxyCondition = filter.proxies.isEmpty ? "true" : "proxy IN (\(try literals(filter.proxies)))"
        try copyBodies(
            "recordings WHERE NOT is_pruned AND \(proxyCondition) ORDER BY id COLLATE \"C\", proxy", to: &output)
        try writeStatements(kinds: kinds, to: &output)
        try writeKinds(of: loads, areAllChosen: kinds == nil && !filter.choosesLoads, to: &output)
        guard !output.hasFailed else { return true }
        let linesBefore = output.lines
        try write(loads, to: &output)
        return output.lines > linesBefore
    }

    /// A subquery for the identifiers of the kinds of loads that the filter chooses; nil for all.
    private func chosenKinds() throws(PostgreSQLError) -> String? {
        guard filter.choosesKinds else { return nil }
        return "SELECT id FROM atsproxy.kinds WHERE \(try appConditions().joined(separator: " AND "))"
    }

    /// The conditions on the columns `app` and `build` of the loads that the filter chooses.
    private func appConditions() throws(PostgreSQLError) -> [String] {
        var conditions: [String] = []
        if !filter.apps.isEmpty {
            // The names are compared here, because each database has its own rules for letter case.
            let names = try connection.execute("SELECT DISTINCT app FROM atsproxy.kinds").rows.map { $0[0] }
            let chosen = names.filter { filter.chooses(app: $0.map(StoredText.original)) }
            let named = try connection.literals(chosen.compactMap(\.self))
            // Without a chosen name, no kind is chosen.
            var alternatives = ["false"]
            if !named.isEmpty { alternatives.append("app IN (\(named))") }
            if chosen.contains(nil) { alternatives.append("app IS NULL") }
            conditions.append("(\(alternatives.joined(separator: " OR ")))")
        }
        if !filter.builds.isEmpty {
            conditions.append("build IN (\(try literals(filter.builds)))")
        }
        return conditions
    }

    /// Texts as literals of SQL, in the form in which the store keeps them.
    private func literals(_ texts: [String]) throws(PostgreSQLError) -> String {
        try connection.literals(texts.map(StoredText.stored))
    }

    /// The days that the sums of each month contain.
    private func summedDays() throws(PostgreSQLError) -> [DayRange] {
        try connection.execute("SELECT month, through FROM atsproxy.months WHERE through > month ORDER BY month").rows
            .map { DayRange(lower: $0[0], upper: $0[1]) }
    }

    /// Writes the facts about hosts of the chosen kinds, and all other statements.
    private func writeStatements(kinds: String?, to output: inout ExportOutput) throws(PostgreSQLError) {
        // A report names all policies, including those under which no chosen load was made.
        let hostCondition = kinds.map { "WHERE host IN (SELECT host FROM atsproxy.kinds WHERE id IN (\($0)))" } ?? ""
        for table in ["facts \(hostCondition)", "policies", "services", "trusts"] {
            try copyBodies("\(table) ORDER BY digest", to: &output)
        }
        // With any condition but one on labels, all loads of a test case may be left out. Its label would be
        // misleading.
        guard !filter.choosesKinds, filter.proxies.isEmpty, filter.since == nil, filter.until == nil else { return }
        let labelCondition = try filter.labels.isEmpty ? "true" : "id IN (\(literals(filter.labels)))"
        try copyBodies("labels WHERE \(labelCondition) ORDER BY digest", to: &output)
    }

    /// Writes the kinds of the chosen loads.
    private func writeKinds(
        of loads: LoadsQuery, areAllChosen: Bool, to output: inout ExportOutput
    ) throws(PostgreSQLError) {
        guard !areAllChosen else { return try copyBodies("kinds ORDER BY id", to: &output) }
        try copyBodies(
            """
            kinds WHERE id IN (WITH chosen AS MATERIALIZED (
                SELECT DISTINCT kind, after FROM (\(loads.text(selecting: "kind, after"))) l
            ) SELECT kind FROM chosen UNION SELECT after FROM chosen)
            ORDER BY id
            """, to: &output)
    }

    /// Writes the counts of loads.
    private func write(_ loads: LoadsQuery, to output: inout ExportOutput) throws(PostgreSQLError) {
        let addresses = try connection.deviceAddresses()
        if addsUpDays {
            let columns = "\(LoadsKey.columns), \(StoredCounts.columns)"
            try connection.sums({ loads.text(selecting: columns, in: $0) }, readingKeys: LoadsKey.init) { _, sums in
                for sum in sums { output.append(sum.key.line(sum.counts, day: nil, addresses: addresses)) }
            }
        } else {
            let columns = "\(DayLoadsKey.columns), \(StoredCounts.columns)"
            try connection.sums({ loads.text(selecting: columns, in: $0) }, readingKeys: DayLoadsKey.init) { _, sums in
                for sum in sums {
                    output.append(sum.key.loads.line(sum.counts, day: sum.key.day, addresses: addresses))
                }
            }
        }
    }

    /// Writes the column `body` of the rows of a table. The text continues `FROM atsproxy.`.
    private func copyBodies(_ rows: String, to output: inout ExportOutput) throws(PostgreSQLError) {
        try connection.copyRows("SELECT body FROM atsproxy.\(rows)") { fields throws(CopyFields.Malformed) in
            guard let body = try fields.nextText() else { throw CopyFields.Malformed() }
            output.append(body.utf8)
        }
    }
}

extension LoadsKey {
    /// The line of a condensed recording with the counts of these loads.
    ///
    /// - Parameters:
    ///   - day: The day in the form `2026-11-22`; nil if the counts are those of all days.
    ///   - addresses: The addresses of devices, by their number in the store.
    func line(_ counts: StoredCounts, day: String?, addresses: [Int32: String]) -> [UInt8] {
        CondensedLoads(
            kind: kind, after: after == .none ? nil : after,
            label: label.isEmpty ? nil : StoredText.original(label), day: day.flatMap { Instant("\($0)T00:00:00Z") },
            recording: nil, counts: LoadCounts(counts, addresses: addresses)
        ).line
    }
}

extension LoadCounts {
    /// Creates counts from the columns of a row. Devices without an address are counted together.
    fileprivate init(_ counts: StoredCounts, addresses: [Int32: String]) {
        self.init(at: counts.first)
        decisions = Int(counts.decisions)
        last = counts.last
        bytesFromClient = counts.bytesFromClient
        bytesFromServer = counts.bytesFromServer
        clientRefusals = Int(counts.clientRefusals)
        times = counts.times
        for (device, decisions) in zip(counts.devices.devices, counts.devices.decisions) {
            if let address = addresses[device] {
                devices.add(Int(decisions), of: address)
            } else {
                devices.addOthers(Int(decisions))
            }
        }
        devices.addOthers(Int(counts.otherDeviceDecisions))
        users = counts.users
        paths = counts.paths
        balance = counts.balance
    }
}
