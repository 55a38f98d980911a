import Documents
import JSONWriting
import Traffic
import TransportSecurity

/// An amount of traffic and its period. Sums of bytes wrap around on overflow, because a file may state any number.
public struct TrafficCount: Hashable, Sendable {
    /// The number of loads.
    public var loads = 0
    /// The number of bytes from clients.
    public var bytesFromClient: Int64 = 0
    /// The number of bytes from servers.
    public var bytesFromServer: Int64 = 0
    /// The time of the first decision; nil if there is none.
    public var first: Instant?
    /// The time of the last decision; nil if there is none.
    public var last: Instant?

    /// Creates an empty count.
    public init() {}

    /// Adds another count.
    mutating func add(_ other: TrafficCount) {
        loads += other.loads
        bytesFromClient &+= other.bytesFromClient
        bytesFromServer &+= other.bytesFromServer
        first = [first, other.first].compactMap(\.self).min()
        last = [last, other.last].compactMap(\.self).max()
    }

    /// The days from the first decision to the last, such as `2026-11-20 to 2026-11-21`; empty if there is none.
    var days: String {
        guard let first, let last else { return "" }
        return first.date == last.date ? first.date : "\(first.date) to \(last.date)"
    }

    /// The number of bytes in both directions.
    public var bytes: Int64 { bytesFromClient &+ bytesFromServer }

    /// The count in words, such as `12 loads, 1.2 MB, 2026-11-20 to 2026-11-21`.
    public var prose: String {
        var parts = [Quantity.of(loads, "load")]
        if bytes > 0 { parts.append(Quantity.bytes(bytes)) }
        if let first, let last { parts.append(first.date == last.date ? "on \(days)" : days) }
        return parts.joined(separator: ", ")
    }

    /// Creates the count of the loads of an entry.
    public init(_ entry: TrafficEntry) {
        self.init()
        add(entry)
    }

    /// Adds the loads of an entry.
    public mutating func add(_ entry: TrafficEntry) {
        loads += entry.loads
        bytesFromClient &+= entry.bytesFromClient
        bytesFromServer &+= entry.bytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }

    /// Adds the second decisions of an entry. Another entry, that of the first decisions, counts their loads.
    mutating func addRepeats(of entry: TrafficEntry) {
        guard entry.repeats > 0 else { return }
        loads += entry.repeats
        bytesFromClient &+= entry.repeatedBytesFromClient
        bytesFromServer &+= entry.repeatedBytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }
}

/// The traffic with a finding. The proxy may decide on a load twice: first on its request, and again on its tunnel or
/// its failure. The finding may be one of either decision, or of both.
package struct AffectedTraffic {
    /// The loads with the finding in their first decision.
    private var firstDecisions = TrafficCount()
    /// The loads with the finding in their second decision.
    private var secondDecisions = TrafficCount()

    /// Creates a count without loads.
    package init() {}

    /// Adds the loads of an entry.
    package mutating func add(_ entry: TrafficEntry) {
        if entry.loads > 0 { firstDecisions.add(entry) }
        secondDecisions.addRepeats(of: entry)
    }

    /// The total. A finding of both decisions usually concerns the same loads, so the larger count is used.
    package var total: TrafficCount {
        var total = secondDecisions.loads > firstDecisions.loads ? secondDecisions : firstDecisions
        let dates = [firstDecisions, secondDecisions].flatMap { [$0.first, $0.last] }.compactMap(\.self)
        (total.first, total.last) = (dates.min(), dates.max())
        return total
    }
}

extension TrafficCount: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("loads", loads)
            json.member("bytesFromClient", bytesFromClient)
            json.member("bytesFromServer", bytesFromServer)
            json.member("first", first)
            json.member("last", last)
        }
    }
}
