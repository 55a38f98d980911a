/// The entries in which decisions with known rests were counted last, by the places of the rests in `KnownRests`.
struct CountedRests {
    private var entries: [Entry] = []

    private struct Entry {
        /// The day and the entry of a first decision; -1 for no entry.
        var day: Int32 = 0
        var entry: Int32 = -1
        /// The entry of the first decision on a load, and that of the second; -1 for none.
        var first: Int32 = -1
        var second: Int32 = -1
    }

    /// The entry of first decisions with a rest on a day; nil if it is not known.
    func entry(of rest: Int, on day: Int32) -> Int? {
        guard rest < entries.count, entries[rest].day == day, entries[rest].entry >= 0 else { return nil }
        return Int(entries[rest].entry)
    }

    /// The entry of second decisions with a rest on loads of another entry; nil if it is not known.
    func entry(of rest: Int, after first: Int) -> Int? {
        guard rest < entries.count, entries[rest].first == Int32(first) else { return nil }
        return Int(entries[rest].second)
    }

    /// Notes the entry of first decisions with a rest on a day.
    mutating func note(_ entry: Int, of rest: Int, on day: Int32) {
        makeRoom(for: rest)
        (entries[rest].day, entries[rest].entry) = (day, Int32(entry))
    }

    /// Notes the entry of second decisions with a rest on loads of another entry.
    mutating func note(_ entry: Int, of rest: Int, after first: Int) {
        makeRoom(for: rest)
        (entries[rest].first, entries[rest].second) = (Int32(first), Int32(entry))
    }

    /// Forgets all entries.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
    }

    private mutating func makeRoom(for rest: Int) {
        while entries.count <= rest { entries.append(Entry()) }
    }
}
