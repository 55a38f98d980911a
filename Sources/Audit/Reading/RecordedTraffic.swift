import Recording
import TransportSecurity

/// The content of one or several recordings, with equal loads counted together.
public struct RecordedTraffic: Sendable {
    /// The recordings.
    public var sources: [RecordingSource]
    /// The entries, in the order of their first occurrence.
    public var entries: [TrafficEntry]
    /// The facts about servers; empty unless they were requested.
    public var facts: FactsStore
    /// The number of decisions that are in no entry because of the limit on entries.
    public var uncountedDecisions = 0
    /// The bytes of loads without a decision, in both directions together.
    public var unattributedBytes: Int64 = 0

    /// Creates traffic with the given parts.
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

    /// The time from the first decision to the last; nil if there is none.
    public var period: ClosedRange<Instant>? {
        guard let first = entries.map(\.first).min(), let last = entries.map(\.last).max() else { return nil }
        return first...last
    }
}
