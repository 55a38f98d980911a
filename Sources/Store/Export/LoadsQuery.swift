import Events
import PostgreSQL

/// The query for the rows of loads that a filter chooses. Where sums of months cover a part of the days, the query
/// reads these, and the rows of single days for the rest.
struct LoadsQuery {
    /// The clauses `FROM … WHERE …`. No two of them select the same row.
    private var sources: [String] = []
    /// The conditions that each chosen row meets.
    private let conditions: [String]
    /// The conditions on kinds. Each chosen row meets exactly one of them.
    private var kindConditions = ["true"]

    /// Creates the query.
    ///
    /// - Parameters:
    ///   - filter: The choice of loads.
    ///   - days: The days whose loads are chosen.
    ///   - sums: The days of each month that its sums contain, sorted.
    ///   - kinds: A subquery for the identifiers of chosen kinds; nil for all.
    ///   - literals: Turns texts into literals of SQL, separated by commas.
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
            // A second decision on a load is chosen by the kind of the first one. Each of the two conditions has an
            // index.
            let none = LoadKindID.none
            kindConditions = ["after = '\(none)' AND kind IN (\(kinds))", "after <> '\(none)' AND after IN (\(kinds))"]
        }
        self.conditions = conditions
        // Sums add up all proxies, and are of no use for a choice of some.
        let usableSums = filter.proxies.isEmpty ? sums.filter { days.contains($0) } : []
        if !usableSums.isEmpty {
            let months = usableSums.compactMap(\.lower).map { "'\($0)'" }.joined(separator: ", ")
            sources.append("FROM atsproxy.loads_by_month WHERE day IN (\(months))")
        }
        for range in days.subtracting(usableSums) {
            sources.append("FROM atsproxy.loads WHERE \(range.condition)")
        }
    }

    /// The text of the query in SQL.
    ///
    /// - Parameters:
    ///   - columns: The columns of each row.
    ///   - slice: The part of the kinds to which the rows belong; nil for all.
    func text(selecting columns: String, in slice: KindSlice? = nil) -> String {
        let all = conditions + (slice?.conditions ?? [])
        let selections = sources.flatMap { source in
            kindConditions.map { "SELECT \(columns) " + ([source, $0] + all).joined(separator: " AND ") }
        }
        return selections.joined(separator: " UNION ALL ")
    }
}
