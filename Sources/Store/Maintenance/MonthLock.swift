/// The lock of each month. Batches with loads of the month share it; the update of the month's sums takes it
/// exclusively.
enum MonthLock {
    /// The two keys of the advisory lock of a month, in SQL.
    ///
    /// - Parameter month: The first day of the month, in the form `2026-11-01`.
    static func key(_ month: String) -> String {
        let yearAndMonth = month.filter(\.isNumber).prefix(6)
        return "hashtext('atsproxy.month'), \(yearAndMonth)"
    }
}
