import Events
import Traffic

/// The entries of the traffic, by the rows in the batches of workers. Equal rows of several workers have one entry.
struct EntriesByLiveRow {
    private var entries: [LiveBatch.Row: Int] = [:]
    /// An entry of each kind.
    private var entriesByKind: [LoadKindID: Int] = [:]
    /// The rows for which there was no room, at most `droppedLimit`.
    private var dropped: Set<LiveBatch.Row> = []

    /// The largest number of rows without room that are remembered.
    private static let droppedLimit = 1 << 17

    /// The entry of a row; nil if there is none.
    subscript(row: LiveBatch.Row) -> Int? { entries[row] }

    /// An entry of a kind; nil if there is none.
    subscript(kind: LoadKindID) -> Int? { entriesByKind[kind] }

    /// Keeps the entry of a row.
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
