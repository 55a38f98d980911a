import TransportSecurity

/// How much traffic there was, and when.
public struct TrafficCount: Hashable, Sendable {
    /// How many loads.
    public var loads = 0
    /// How many bytes the clients sent.
    public var bytesFromClient: Int64 = 0
    /// How many bytes the servers sent.
    public var bytesFromServer: Int64 = 0
    /// When the first load was decided on; nil without any.
    public var first: Instant?
    /// When the last was.
    public var last: Instant?

    /// No traffic.
    public init() {}

    /// That traffic.
    public init(_ entry: TrafficEntry) {
        self.init()
        add(entry)
    }

    /// Counts more traffic.
    public mutating func add(_ entry: TrafficEntry) {
        loads += entry.loads
        bytesFromClient &+= entry.bytesFromClient
        bytesFromServer &+= entry.bytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }

    /// Counts those loads of the entry that another entry counts already.
    mutating func addRepeats(of entry: TrafficEntry) {
        guard entry.repeats > 0 else { return }
        loads += entry.repeats
        bytesFromClient &+= entry.repeatedBytesFromClient
        bytesFromServer &+= entry.repeatedBytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }

    /// Bytes both ways.
    public var bytes: Int64 { bytesFromClient &+ bytesFromServer }

    /// `12 loads, 1.2 MB, 2026-11-20 to 2026-11-21`.
    public var prose: String {
        var parts = ["\(loads) \(loads == 1 ? "load" : "loads")"]
        if bytes > 0 { parts.append(Quantity.bytes(bytes)) }
        if let first, let last {
            parts.append(first.date == last.date ? "on \(first.date)" : "\(first.date) to \(last.date)")
        }
        return parts.joined(separator: ", ")
    }
}

/// Numbers as people read them.
enum Quantity {
    /// `512 B`, `1.2 MB`; powers of 1000.
    static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = count
        for unit in ["kB", "MB", "GB", "TB", "PB"] {
            // Tenths, rounded down; integers suffice.
            if value < 1_000_000 || unit == "PB" {
                let tenths = value / 100
                return tenths >= 1000 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            value /= 1000
        }
        return "\(count) B"
    }

    /// `1 host`, `2 hosts`.
    static func of(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
