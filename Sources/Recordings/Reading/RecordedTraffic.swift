import Events
import Traffic
import TransportSecurity

/// The content of one or several recordings, with equal loads counted together.
///
/// A `RecordingReader` makes this value, and reports are made from it. Its `entries` are the finished rows of a
/// `Traffic`. The other members are events that are not about loads, and numbers of lines that were not counted.
public struct RecordedTraffic: Sendable {
    /// The recordings.
    public var sources: [RecordingSource]
    /// The entries, in the order of their first occurrence.
    public var entries: [TrafficEntry]
    /// The facts about servers; empty unless they were requested.
    public var facts: FactsStore
    /// The number of decisions that are in no entry because of the limit on entries.
    public var uncountedDecisions = 0
    /// The limit on entries.
    public var entryLimit = RecordedTraffic.standardEntryLimit
    /// The bytes of loads without a decision, in both directions together.
    public var unattributedBytes: Int64 = 0
    /// The number of loads without a decision: only their end was recorded.
    public var undecidedLoads = 0
    /// The number of loads that were allowed and whose end was not recorded.
    public var unendedLoads = 0
    /// The number of decisions that a filter left out.
    public var leftOutDecisions = 0
    /// The time from the first to the last decision in the recordings, including those that a filter left out; nil if
    /// the traffic is not read from recordings.
    public var recordedPeriod: ClosedRange<Instant>?
    /// Whether a filter chooses a part of a day of a condensed recording. Such a recording has counts by day only.
    public var cutsDay = false
    /// Whether a filter chooses days of a condensed recording that counts all days together.
    public var lacksDays = false
    /// The names of apps in the recordings, including those that a filter left out; at most 1000.
    public var appNames: Set<String> = []
    /// The test cases that were named, with loads or without, at most `labelLimit`.
    public var namedLabels: Set<String> = []
    /// The recorded policies, by identifier; empty unless facts were requested.
    public var policies: [String: PolicyEvent] = [:]

    /// The offers of destinations in their DNS records of the type `HTTPS`.
    public var services = ServiceStore()
    /// The connections of QUIC that a gateway refused.
    public var refusedQUIC = RefusedQUIC()
    /// The latest loads; empty unless facts were requested. Condensed recordings have no single loads.
    public var recentLoads = RecentLoads()

    /// The largest number of entries of recordings.
    public static let standardEntryLimit = 200_000
    /// The largest number of test cases in a report.
    public static let labelLimit = RecordedStatements.labelLimit

    /// Creates traffic with these parts and without any other.
    public init(
        sources: [RecordingSource] = [], entries: [TrafficEntry] = [], facts: FactsStore = FactsStore(),
        policies: [String: PolicyEvent] = [:]
    ) {
        (self.sources, self.entries, self.facts, self.policies) = (sources, entries, facts, policies)
    }

    /// The traffic with only the chosen entries. If the entry that another one follows is not chosen, the link is
    /// removed. Lines that are missing of loads in other entries do not count.
    public func keeping(_ isKept: (TrafficEntry) -> Bool) -> RecordedTraffic {
        var kept = self
        kept.entries = []
        // All loads of a test case may be left out, and its name would be misleading.
        kept.namedLabels = []
        kept.refusedQUIC.mayBeOfOthers = true
        var newIndices: [Int: Int] = [:]
        for (index, entry) in entries.enumerated() {
            guard isKept(entry) else {
                kept.forgetLosses(of: entry)
                continue
            }
            var entry = entry
            entry.firstDecisionIndex = entry.firstDecisionIndex.flatMap { newIndices[$0] }
            newIndices[index] = kept.entries.count
            kept.entries.append(entry)
        }
        return kept
    }

    /// Subtracts the loads of an entry that is left out from the numbers of loads of which lines are missing.
    public mutating func forgetLosses(of entry: TrafficEntry) {
        undecidedLoads -= entry.missingDecisions
        unendedLoads -= entry.missingEnds
    }

    /// Whether loads were read from captured traffic. Captured loads have no recorded verdicts.
    public var hasCaptures: Bool { sources.contains(where: \.isCapture) }

    /// The time from the first decision to the last; nil if there is none.
    public var period: ClosedRange<Instant>? {
        guard let first = entries.map(\.first).min(), let last = entries.map(\.last).max() else { return nil }
        return first...last
    }
}
