/// The rows of what is known of loads whose decision and end are in different recordings. The parts of a load are chosen with
/// its first decision, if the store has that.
struct SplitLoadsQuery {
    /// A query for the lines of an export: of each load, the decision whose end is missing, the second decisions whose first one
    /// is missing, and the end whose decision is missing.
    let text: String

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
        // The app of a second decision is that of the first one.
        let own = (apps + [period, labels]).joined(separator: " AND ")
        // The end belongs to the decision that is the only one in the store.
        func single(_ condition: String) -> String {
            """
            SELECT FROM (SELECT * FROM atsproxy.single_decisions WHERE \(condition)) s
            WHERE s.proxy = part.proxy AND s.id = part.id
            """
        }
        text = """
            SELECT body FROM (
                SELECT id, 0 AS place, 0 AS number, body FROM atsproxy.open_loads part
                WHERE \(proxies) AND \(chosen) AND (\(goesOn))
                UNION ALL
                SELECT id, 1, number, body FROM atsproxy.single_decisions part
                WHERE \(proxies) AND (\(isChosen) OR \(own) AND NOT EXISTS (\(known)))
                UNION ALL
                SELECT id, 2, 0, body FROM atsproxy.ended_loads part
                WHERE \(proxies) AND (\(isChosen) OR NOT EXISTS (\(known)) AND (
                    NOT EXISTS (\(single("true"))) OR EXISTS (\(single(own)))))
            ) parts ORDER BY id COLLATE "C", place, number
            """
    }
}
