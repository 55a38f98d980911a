import TransportSecurity

/// An amount of traffic and its period.
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

    /// Creates the count of an entry.
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

    /// Adds the second decisions of an entry, whose loads other entries count.
    mutating func addRepeats(of entry: TrafficEntry) {
        guard entry.repeats > 0 else { return }
        loads += entry.repeats
        bytesFromClient &+= entry.repeatedBytesFromClient
        bytesFromServer &+= entry.repeatedBytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }

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
        if let first, let last {
            parts.append(first.date == last.date ? "on \(first.date)" : "\(first.date) to \(last.date)")
        }
        return parts.joined(separator: ", ")
    }
}

/// Numbers in the form for readers.
public enum Quantity {
    /// The number of bytes with a unit, such as `512 B` or `1.2 MB`, in powers of 1000.
    public static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = count
        for unit in ["kB", "MB", "GB", "TB", "PB"] {
            // The value is given in tenths, rounded down.
            if value < 1_000_000 || unit == "PB" {
                let tenths = value / 100
                return tenths >= 1000 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            value /= 1000
        }
        return "\(count) B"
    }

    /// The number in groups of three digits, such as `11,000`.
    public static func grouped(_ count: Int) -> String {
        var text = ""
        for (place, digit) in String(count.magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// The number in groups of three digits with its noun, such as `1 host` or `11,000 loads`.
    public static func of(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension Instant {
    /// The date and the time to the minute, such as `2026-11-20 22:54`.
    var minute: String { String(description.prefix(16)).replacing("T", with: " ") }
}
