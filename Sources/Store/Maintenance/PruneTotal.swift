import Documents

/// The numbers of rows removed from a store.
public struct PruneTotal: Equatable, Sendable {
    /// The number of whole months. Their rows are not counted.
    var months: Int
    /// The number of rows of loads of other months.
    public var rows: Int
    /// The number of recordings of which nothing is left.
    var recordings: Int

    /// The numbers in a sentence.
    public var text: String {
        "removed \(Quantity.of(months, "month")), \(Quantity.of(rows, "row")) and \(Quantity.of(recordings, "recording"))."
    }
}
