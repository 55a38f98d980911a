/// The number of wrong passwords by a key, within a period. A key that reaches the limit is locked for the next period.
///
/// At most `capacity` keys are remembered; the oldest is forgotten first.
struct FailureCounts<Key: Hashable & Sendable>: Sendable {
    private var entries: [Key: Entry] = [:]

    private struct Entry {
        var count: Int
        /// The time at which the failures are forgotten, in milliseconds of `WallClock.elapsedMilliseconds`.
        var end: Int64
    }

    /// The milliseconds for which a key is still locked; nil if it is not.
    func lock(of key: Key, limit: Int, at milliseconds: Int64) -> Int64? {
        guard let entry = entries[key], entry.end > milliseconds, entry.count >= limit else { return nil }
        return entry.end - milliseconds
    }

    /// Counts a failure. Returns true if this failure reaches the limit.
    mutating func add(_ key: Key, limit: Int, at milliseconds: Int64) -> Bool {
        var entry = entries[key] ?? Entry(count: 0, end: 0)
        if entry.end <= milliseconds { entry = Entry(count: 0, end: milliseconds + FailureLimits.period) }
        entry.count += 1
        let isTooOften = entry.count == limit
        if isTooOften { entry.end = milliseconds + FailureLimits.period }
        if entries[key] == nil, entries.count >= FailureLimits.capacity { makeRoom(at: milliseconds) }
        entries[key] = entry
        return isTooOften
    }

    /// Removes expired failures. If there are none and the record is full, removes those that would expire first.
    private mutating func makeRoom(at milliseconds: Int64) {
        entries = entries.filter { $0.value.end > milliseconds }
        guard entries.count >= FailureLimits.capacity,
            let first = entries.min(by: { $0.value.end < $1.value.end })?.key
        else { return }
        entries[first] = nil
    }
}
