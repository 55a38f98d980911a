/// The table of the days before which loads were pruned.
enum PruningsTable {
    /// A subquery for the first day that is kept; null if nothing was pruned.
    static let firstKeptDay = "(SELECT max(day) FROM atsproxy.prunings)"
}
