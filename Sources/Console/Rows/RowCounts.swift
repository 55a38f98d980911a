import JSONWriting
import Traffic

/// The numbers that a row counts of its loads: loads, refusals by devices, and bytes.
public struct RowCounts: Hashable, Sendable {
    /// The number of loads.
    public var loads = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var refusals = 0
    /// The number of bytes from clients in loads that ended.
    public var bytesFromClient: Int64 = 0
    /// The number of bytes from servers in loads that ended.
    public var bytesFromServer: Int64 = 0

    /// Creates the numbers of a row without loads.
    init() {}

    /// Creates the numbers of an entry.
    init(_ entry: TrafficEntry) {
        loads = entry.loads
        refusals = entry.clientRefusals
        (bytesFromClient, bytesFromServer) = (entry.bytesFromClient, entry.bytesFromServer)
    }

    /// Adds the loads of an entry that were counted after an earlier time.
    ///
    /// - Parameters:
    ///   - now: The present numbers of the entry.
    ///   - before: The numbers of the entry at the earlier time.
    mutating func add(_ now: RowCounts, since before: RowCounts) {
        loads += now.loads - before.loads
        refusals += now.refusals - before.refusals
        // Numbers of bytes come from files and may be as large as the type permits, so sums may overflow.
        bytesFromClient &+= now.bytesFromClient &- before.bytesFromClient
        bytesFromServer &+= now.bytesFromServer &- before.bytesFromServer
    }
}

extension RowCounts: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("loads", loads)
            json.member("refusedByDevice", refusals)
            json.member("bytesFromClient", max(0, bytesFromClient))
            json.member("bytesFromServer", max(0, bytesFromServer))
        }
    }
}

/// The numbers of an entry that its row has already. A row adds only the difference from these.
struct EntryCounts {
    /// The numbers of loads.
    var loads = RowCounts()
    /// The number of devices.
    var devices = 0

    /// Creates the numbers of an entry that is in no row.
    init() {}

    /// Creates the present numbers of an entry.
    init(_ entry: TrafficEntry) {
        loads = RowCounts(entry)
        devices = entry.devices.counts.count
    }
}
