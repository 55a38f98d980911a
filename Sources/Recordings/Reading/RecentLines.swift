import Events

/// The hashes of the last lines about loads of a recording, by which a repeated line is recognized.
///
/// Log shippers deliver lines at least once. After a failure, they send the lines again whose receipt was not
/// confirmed. At least `limit` lines are remembered. Collisions of seeded 64-bit hashes are too rare to be handled.
struct RecentLines {
    private var recent: Set<Int> = []
    /// The lines before those, which are forgotten when `recent` is full.
    private var older: Set<Int> = []
    private let limit: Int

    init(limit: Int = 1 << 13) {
        self.limit = limit
    }

    /// Whether the line with a hash is among the last ones.
    func contains(_ hash: Int) -> Bool { recent.contains(hash) || older.contains(hash) }

    /// Remembers the hash of a line.
    mutating func insert(_ hash: Int) {
        recent.insert(hash)
        if recent.count >= limit { (recent, older) = ([], recent) }
    }
}

extension ScannedLine {
    /// A hash of the members that distinguish the line from all other lines about loads. Spellings of the same JSON
    /// members have the same hash.
    var identity: Int {
        var hasher = Hasher()
        hasher.combine(event)
        hasher.combine(id)
        hasher.combine(time)
        hasher.combine(kind)
        hasher.combine(firstKind)
        // The kind stands for the other members. Lines of earlier versions have no kind.
        if !hasKind { hasher.combine(membersHash) }
        return hasher.finalize()
    }
}
