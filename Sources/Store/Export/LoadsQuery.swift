import Events
import PostgreSQL

/// The query for rows of loads that a filter chooses: sums of whole months where they hold, and single days elsewhere.
struct LoadsQuery {
    /// The tables and conditions that together yield each chosen row once.
    private var parts: [String] = []
    private let conditions: [String]
    /// The conditions on kinds, of which each chosen row meets one.
    private var kindConditions = ["true"]

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - filter: The choice.
    ///   - days: The days.
    ///   - sums: The first days of months and the days up to which their sums hold, sorted.
    ///   - kinds: A subquery for the identifiers of chosen kinds; nil for all.
    ///   - literals: Texts as literals of SQL, separated by commas.
    init(
        _ filter: StoreFilter, in days: DayRange, sums: [DayRange], kinds: String?,
        literals: ([String]) throws(PostgreSQLError) -> String
    ) throws(PostgreSQLError) {
        var conditions: [String] = []
        if !filter.labels.isEmpty {
            conditions.append("label IN (\(try literals(filter.labels.map(StoredText.stored))))")
        }
        if !filter.proxies.isEmpty {
            conditions.append("proxy IN (\(try literals(filter.proxies.map(StoredText.stored))))")
        }
        if let kinds {
            // Second decisions on loads are chosen with the first ones. Each of the two conditions has an index.
            let none = LoadKindID.none
            kindConditions = ["after = '\(none)' AND kind IN (\(kinds))", "after <> '\(none)' AND after IN (\(kinds))"]
        }
        self.conditions = conditions
        // Sums are those of all proxies.
        let held = filter.proxies.isEmpty ? sums.filter { days.contains($0) } : []
        if !held.isEmpty {
            let months = held.compactMap(\.lower).map { "'\($0)'" }.joined(separator: ", ")
            parts.append("FROM atsproxy.loads_by_month WHERE day IN (\(months))")
        }
        for range in days.without(held) {
            parts.append("FROM atsproxy.loads WHERE \(range.condition)")
        }
    }

    /// The query.
    ///
    /// - Parameters:
    ///   - columns: The columns of each row.
    ///   - slice: The part of the kinds to which the rows belong; nil for all.
    func text(_ columns: String, in slice: KindSlice? = nil) -> String {
        let all = conditions + (slice?.conditions ?? [])
        let selections = parts.flatMap { part in
            kindConditions.map { "SELECT \(columns) " + ([part, $0] + all).joined(separator: " AND ") }
        }
        return selections.joined(separator: " UNION ALL ")
    }
}
