/// The last lines about loads of a recording, by their hashes, so that a line which a log shipper delivers twice counts once.
///
/// Shippers deliver at least once: after a failure they send the lines again whose receipt was not confirmed. At least `limit` lines
/// are remembered. Seeded 64-bit hashes collide so rarely that it need not be handled.
struct RecentLines {
    private var recent: Set<UInt64> = []
    private var older: Set<UInt64> = []
    private let limit: Int

    init(limit: Int = 1 << 13) {
        self.limit = limit
    }

    /// Notes a line. Returns false if it is among the last ones.
    mutating func insert(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let hash = UnsafeRawBufferPointer(line).fastHash
        guard !older.contains(hash), recent.insert(hash).inserted else { return false }
        if recent.count >= limit { (recent, older) = ([], recent) }
        return true
    }
}
