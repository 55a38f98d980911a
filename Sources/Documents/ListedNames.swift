extension [String] {
    /// The first names and the number of the others, such as `a, b and 3 more`.
    ///
    /// - Parameters:
    ///   - limit: The largest number of names to show.
    ///   - total: The number of all names, if the array has only some of them.
    public func listed(atMost limit: Int, of total: Int? = nil, separator: String = ", ") -> String {
        let shown = prefix(limit)
        let more = (total ?? count) - shown.count
        return shown.joined(separator: separator) + (more > 0 ? " and \(Quantity.grouped(more)) more" : "")
    }
}
