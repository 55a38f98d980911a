import Events
import Traffic

/// Finds the entry of the console's traffic in which the decisions of a batch count.
///
/// A worker of the proxy counts decisions by `LiveBatch.Row`: the kind of the loads, and for second decisions also the
/// kind of the first ones. Equal rows of several workers have one entry. The rows of the console's list are others.
struct EntriesByLiveRow {
    private var entries: [LiveBatch.Row: Int] = [:]
    /// The index of one entry of each kind.
    private var entriesByKind: [LoadKindID: Int] = [:]
    /// The rows for which the traffic had no room, at most `droppedLimit`.
    private var dropped: Set<LiveBatch.Row> = []

    /// The largest number of rows without room that are remembered.
    private static let droppedLimit = 1 << 17

    /// The index of the entry of a row; nil if there is none.
    subscript(row: LiveBatch.Row) -> Int? { entries[row] }

    /// The index of one entry of a kind; nil if there is none.
    subscript(kind: LoadKindID) -> Int? { entriesByKind[kind] }

    /// Keeps the index of the entry of a row.
    mutating func note(_ row: LiveBatch.Row, at entry: Int) {
        entries[row] = entry
        entriesByKind[row.kind] = entry
    }

    /// Notes that there is no room for a row.
    mutating func drop(_ row: LiveBatch.Row) {
        if dropped.count < Self.droppedLimit { dropped.insert(row) }
    }

    /// Whether there was no room for a row.
    func isDropped(_ row: LiveBatch.Row) -> Bool { dropped.contains(row) }
}
