import Recording
import TransportSecurity

/// What one or several recordings hold, loads of one kind counted together.
public struct RecordedTraffic: Sendable {
    /// The recordings.
    public var sources: [RecordingSource]
    /// The loads, in the order in which their kinds first appeared.
    public var entries: [TrafficEntry]
    /// What was found out about servers; empty where nobody asked for it.
    public var facts: FactsStore
    /// How many decisions belong to kinds that came after the limit, and are in no entry.
    public var uncountedDecisions = 0
    /// Bytes of loads whose decision was not found, from clients and servers together.
    public var unattributedBytes: Int64 = 0

    /// Traffic with these parts.
    public init(
        sources: [RecordingSource] = [], entries: [TrafficEntry] = [], facts: FactsStore = FactsStore(),
        uncountedDecisions: Int = 0, unattributedBytes: Int64 = 0
    ) {
        self.sources = sources
        self.entries = entries
        self.facts = facts
        self.uncountedDecisions = uncountedDecisions
        self.unattributedBytes = unattributedBytes
    }

    /// From the first decision to the last; nil without any.
    public var period: ClosedRange<Instant>? {
        guard let first = entries.map(\.first).min(), let last = entries.map(\.last).max() else { return nil }
        return first...last
    }
}
