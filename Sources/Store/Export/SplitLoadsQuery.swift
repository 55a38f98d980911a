/// The rows of what is known of loads whose decision and end are in different recordings. The parts of a load are chosen with
/// its first decision, if the store has that.
struct SplitLoadsQuery {
    /// The decisions whose end is missing, in the order of an export.
    let openLoads: String
    /// The second decisions whose first one is missing, in the order of an export.
    let singleDecisions: String
    /// The ends whose decision is missing, in the order of an export.
    let endedLoads: String

    /// Creates the query of conditions.
    ///
    /// - Parameters:
    ///   - proxies: The condition on the column `proxy`.
    ///   - period: The condition on the column `day`.
    ///   - labels: The condition on the column `label`.
    ///   - kinds: A subquery for the identifiers of chosen kinds; nil for all.
    ///   - apps: The conditions on the columns `app` and `build`.
    init(proxies: String, period: String, labels: String, kinds: String?, apps: [String]) {
        let known = "SELECT FROM atsproxy.open_loads o WHERE o.proxy = part.proxy AND o.id = part.id"
        let chosen = "\(period) AND \(labels) AND " + (kinds.map { "kind IN (\($0))" } ?? "true")
        let isChosen = """
            EXISTS (SELECT FROM (SELECT * FROM atsproxy.open_loads WHERE \(chosen)) o
            WHERE o.proxy = part.proxy AND o.id = part.id)
            """
        // A load of which nothing else is known is counted, and its line would change nothing.
        let others = [
            "ended_loads p WHERE p.proxy = part.proxy AND p.id = part.id",
            "single_decisions p WHERE p.proxy = part.proxy AND p.id = part.id",
            "open_loads p WHERE p.proxy = part.proxy AND p.id = part.id AND p.recording <> part.recording",
        ]
        let goesOn = others.map { "EXISTS (SELECT FROM atsproxy.\($0))" }.joined(separator: " OR ")
        openLoads = "open_loads part WHERE \(proxies) AND \(chosen) AND (\(goesOn)) ORDER BY id COLLATE \"C\""
        // The app of a second decision is that of the first one.
        let own = (apps + [period, labels]).joined(separator: " AND ")
        singleDecisions = """
            single_decisions part WHERE \(proxies) AND (\(isChosen) OR \(own) AND NOT EXISTS (\(known)))
            ORDER BY id COLLATE "C", number
            """
        endedLoads = """
            ended_loads part WHERE \(proxies) AND (\(isChosen) OR NOT EXISTS (\(known))) ORDER BY id COLLATE "C"
            """
    }
}
