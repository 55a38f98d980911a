/// The locks by which batches to a month and the sums of the month take turns. Batches share the lock.
enum MonthLock {
    /// The two keys of the advisory lock of a month, in SQL.
    ///
    /// - Parameter month: The first day of the month, in the form `2026-11-01`.
    static func key(_ month: String) -> String {
        let number = month.utf8.filter { (48...57).contains($0) }.prefix(6)
        return "hashtext('atsproxy.month'), \(String(decoding: number, as: UTF8.self))"
    }
}
