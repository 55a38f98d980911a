import Events
import Traffic
import TransportSecurity

/// The loads of lines that name no row, as recordings of earlier versions have them: joined by identifier.
///
/// The last `limit` to `2 * limit` loads are remembered. Of a load that is forgotten, a further decision without a first one
/// counts as a load of its own, and an end without a decision as that of a load without one.
struct JoinedLoads {
    private var recent: [LoadID: Load] = [:]
    private var older: [LoadID: Load] = [:]
    private let limit: Int

    /// The lines of a load that were read.
    struct Load {
        /// The row of its first decision; nil before that was read.
        var first: LoadRow?
        /// The row of its last further decision.
        var further: LoadRow?
        /// A decision about what was seen in its tunnel, read before the first one.
        var waiting: (row: LoadRow, counts: LoadCounts)?
        /// Its end, read before its decision.
        var end: End?
        /// Whether its end was counted.
        var hasEnded = false
        /// Whether a filter leaves it out.
        var isLeftOut = false
    }

    /// The end of a load.
    struct End {
        /// The row that counts the end if no decision is read.
        var row: LoadRow
        var end: EndedLoad
        /// Whether the load began before the recording that has its end.
        var isEarly: Bool
    }

    init(limit: Int = 1 << 16) {
        self.limit = limit
    }

    /// The lines of a load that were read; nil if none was, or the load was forgotten.
    subscript(id: LoadID) -> Load? { recent[id] ?? older[id] }

    /// Keeps the lines of a load. Returns loads that are forgotten for it.
    mutating func note(_ load: Load, of id: LoadID) -> [LoadID: Load] {
        older[id] = nil
        recent[id] = load
        guard recent.count >= limit else { return [:] }
        defer { (recent, older) = ([:], recent) }
        return older
    }

    /// Forgets all loads, and returns them.
    mutating func takeAll() -> [LoadID: Load] {
        defer { (recent, older) = ([:], [:]) }
        return recent.merging(older) { recent, _ in recent }
    }
}
