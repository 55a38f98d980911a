import Events

/// The last lines about loads of a recording, by hashes. A line which a log shipper delivers twice counts once.
///
/// Shippers deliver at least once: after a failure they send the lines again whose receipt was not confirmed. At least
/// `limit` lines are remembered. Seeded 64-bit hashes collide so rarely that it need not be handled.
struct RecentLines {
    private var recent: Set<Int> = []
    private var older: Set<Int> = []
    private let limit: Int

    init(limit: Int = 1 << 13) {
        self.limit = limit
    }

    /// Whether a line is among the last ones.
    func contains(_ line: Int) -> Bool { recent.contains(line) || older.contains(line) }

    /// Notes a line.
    mutating func insert(_ line: Int) {
        recent.insert(line)
        if recent.count >= limit { (recent, older) = ([], recent) }
    }
}

extension ScannedLine {
    /// A hash of the members that tell the line from all other lines about loads, whatever its spelling.
    var identity: Int {
        var hasher = Hasher()
        hasher.combine(event)
        hasher.combine(id)
        hasher.combine(time)
        hasher.combine(kind)
        hasher.combine(after)
        if !namesRow { hasher.combine(membersHash) }
        return hasher.finalize()
    }
}
