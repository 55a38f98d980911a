import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// A selection of loads for a report, out of traffic that was counted by kind.
public struct TrafficSelection: Sendable {
    /// The apps and hosts.
    public var filter = RecordingFilter()
    /// The IP addresses of devices; empty for all.
    public var devices: Set<String> = []
    /// The labels of test cases; empty for all.
    public var labels: Set<String> = []

    /// The chosen part of traffic.
    struct ChosenTraffic {
        /// The traffic with only the chosen entries.
        var content: RecordedTraffic
        /// The chosen entries with their verdicts, in the order of those of `content`.
        var entries: [JudgedEntry]
    }

    /// Creates a choice of all loads.
    public init() {}

    /// Whether all loads are chosen.
    public var choosesAll: Bool { filter.choosesAll && devices.isEmpty && labels.isEmpty }

    /// The chosen part of traffic with its verdicts.
    ///
    /// The loads of a kind are counted by device and by label, but their bytes and times are not. If devices or labels
    /// are chosen, bytes are therefore 0, and the chosen loads have the distribution over time of their whole kind.
    /// Devices and labels are counted separately. If both are chosen, the numbers are upper bounds.
    func chosen(from traffic: JudgedTraffic) -> ChosenTraffic {
        guard !choosesAll else { return ChosenTraffic(content: traffic.content, entries: traffic.all) }
        var indices: [Int: Int] = [:]
        var kept: [JudgedEntry] = []
        for (index, judged) in traffic.all.enumerated() {
            guard var chosen = chosen(judged) else { continue }
            if let first = judged.entry.firstDecisionIndex {
                guard let newIndex = indices[first] else { continue }
                chosen.entry.firstDecisionIndex = newIndex
            }
            indices[index] = kept.count
            kept.append(chosen)
        }
        var content = traffic.content
        content.leftOutDecisions +=
            content.entries.reduce(0) { $0 + $1.decisions } - kept.reduce(0) { $0 + $1.entry.decisions }
        content.entries = kept.map(\.entry)
        // A test case may have loads only among those that are left out, so it cannot be said to have none.
        content.namedLabels =
            filter.choosesAll && devices.isEmpty ? content.namedLabels.intersection(labels) : []
        return ChosenTraffic(content: content, entries: kept)
    }

    private func chosen(_ judged: JudgedEntry) -> JudgedEntry? {
        guard filter.chooses(judged.entry.decision) else { return nil }
        var judged = judged
        if !devices.isEmpty {
            judged.entry.devices = judged.entry.devices.keeping(devices.contains)
            guard reduce(&judged.entry, to: judged.entry.devices.total) else { return nil }
        }
        if !labels.isEmpty {
            judged.entry.labels = judged.entry.labels.keeping(labels.contains)
            guard reduce(&judged.entry, to: judged.entry.labels.total) else { return nil }
        }
        return judged
    }

    /// Reduces an entry to a number of decisions. Returns false if none is left.
    private func reduce(_ entry: inout TrafficEntry, to decisions: Int) -> Bool {
        guard decisions > 0 else { return false }
        entry.decisions = min(entry.decisions, decisions)
        entry.times = entry.times.scaled(to: entry.decisions)
        entry.clientRefusals = min(entry.clientRefusals, entry.decisions)
        entry.repeats = entry.firstDecisionIndex == nil ? 0 : entry.decisions
        (entry.bytesFromClient, entry.bytesFromServer) = (0, 0)
        (entry.repeatedBytesFromClient, entry.repeatedBytesFromServer) = (0, 0)
        return true
    }
}
