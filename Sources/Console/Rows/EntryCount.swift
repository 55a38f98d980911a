import Traffic

/// The numbers of an entry that are counted in its row.
struct EntryCount {
    /// The numbers of loads.
    var loads = RowLoads()
    /// The number of devices.
    var devices = 0

    /// Creates the numbers of an entry that is in no row.
    init() {}

    /// Creates the present numbers of an entry.
    init(_ entry: TrafficEntry) {
        loads = RowLoads(entry)
        devices = entry.devices.counts.count
    }
}
