import Events
import PostgreSQL

/// The query for the rows of loads that a filter chooses. The sums of months that lie within the chosen days are read,
/// and the rows of single days for all other days.
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
    ///   - sums: The days that the sums of each month contain, sorted.
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
        // Sums add up all proxies, and cannot be used for some of them.
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
        let otherConditions = conditions + (slice?.conditions ?? [])
        var selections: [String] = []
        for source in sources {
            for kindCondition in kindConditions {
                let clauses = [source, kindCondition] + otherConditions
                selections.append("SELECT \(columns) " + clauses.joined(separator: " AND "))
            }
        }
        return selections.joined(separator: " UNION ALL ")
    }
}

/// A range of days in the form `2026-11-22`, which has the order of its texts in the years 1 to 9999. Nil stands for no
/// bound.
struct DayRange: Equatable {
    /// The first day.
    var lower: String?
    /// The day after the last one.
    var upper: String?

    /// The condition on the column `day`, in SQL.
    var condition: String {
        let limits = [lower.map { "day >= '\($0)'" }, upper.map { "day < '\($0)'" }].compactMap(\.self)
        return limits.isEmpty ? "true" : limits.joined(separator: " AND ")
    }

    /// Whether this range contains another range.
    func contains(_ other: DayRange) -> Bool {
        if let lower {
            guard let otherLower = other.lower, lower <= otherLower else { return false }
        }
        if let upper {
            guard let otherUpper = other.upper, otherUpper <= upper else { return false }
        }
        return true
    }

    /// The ranges that remain of this range without some parts of it. The parts are sorted and do not overlap.
    func subtracting(_ parts: [DayRange]) -> [DayRange] {
        var remaining: [DayRange] = []
        var lower = lower
        for part in parts {
            if lower != part.lower { remaining.append(DayRange(lower: lower, upper: part.lower)) }
            lower = part.upper
        }
        if lower == nil || lower != upper { remaining.append(DayRange(lower: lower, upper: upper)) }
        return remaining
    }
}
