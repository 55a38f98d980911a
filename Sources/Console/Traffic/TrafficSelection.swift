import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// A selection of loads for a report, a comparison or advice, by app, build, device, label and host.
public struct TrafficSelection: Sendable {
    /// The apps, builds and hosts.
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
        /// The entries none of whose loads is chosen.
        var otherEntries: [TrafficEntry] = []
    }

    /// Creates a choice of all loads.
    public init() {}

    /// Whether all loads are chosen.
    public var choosesAll: Bool { filter.choosesAll && devices.isEmpty && labels.isEmpty }

    /// The chosen part of traffic with its verdicts.
    ///
    /// An entry counts its loads by device and by label, but not their bytes and times. If devices or labels are
    /// chosen, bytes are therefore 0, and the chosen loads have the distribution over time of the whole entry. Devices
    /// and labels are counted separately. If both are chosen, the numbers are upper bounds.
    func chosen(from traffic: JudgedTraffic) -> ChosenTraffic {
        guard !choosesAll else { return ChosenTraffic(content: traffic.content, entries: traffic.all) }
        // The new indices of the chosen entries, by their index in the traffic.
        var newIndices: [Int: Int] = [:]
        var chosen: [JudgedEntry] = []
        var others: [TrafficEntry] = []
        for (index, judged) in traffic.all.enumerated() {
            let first = judged.entry.firstDecisionIndex
            let newFirst = first.flatMap { newIndices[$0] }
            // The entry of first decisions counts the loads. Second decisions are chosen only together with it.
            guard first == nil || newFirst != nil, var part = chosenPart(of: judged) else {
                others.append(judged.entry)
                continue
            }
            part.entry.firstDecisionIndex = newFirst
            newIndices[index] = chosen.count
            chosen.append(part)
        }
        var content = traffic.content
        let decisions = content.entries.map(\.decisions).reduce(0, +)
        content.leftOutDecisions += decisions - chosen.map(\.entry.decisions).reduce(0, +)
        content.entries = chosen.map(\.entry)
        for entry in others { content.forgetLosses(of: entry) }
        if filter.choosesByLoads || !devices.isEmpty || !labels.isEmpty { content.refusedQUIC.mayBeOfOthers = true }
        // A report lists labels that clients have named without any load. Under a filter of apps, hosts or devices, the
        // loads of such a label may be among those that are left out.
        let isOnlyByLabel = filter.choosesAll && devices.isEmpty
        content.namedLabels = isOnlyByLabel ? content.namedLabels.intersection(labels) : []
        return ChosenTraffic(content: content, entries: chosen, otherEntries: others)
    }

    /// The entry with only the chosen loads; nil if none of its loads is chosen.
    private func chosenPart(of judged: JudgedEntry) -> JudgedEntry? {
        guard filter.chooses(judged.entry.decision) else { return nil }
        var judged = judged
        if !devices.isEmpty {
            judged.entry.devices = judged.entry.devices.keeping(devices.contains)
            guard judged.entry.devices.total > 0 else { return nil }
            Self.reduce(&judged.entry, to: judged.entry.devices.total)
        }
        if !labels.isEmpty {
            judged.entry.labels = judged.entry.labels.keeping(labels.contains)
            guard judged.entry.labels.total > 0 else { return nil }
            Self.reduce(&judged.entry, to: judged.entry.labels.total)
        }
        return judged
    }

    /// Reduces the numbers of an entry to those of at most a number of decisions.
    private static func reduce(_ entry: inout TrafficEntry, to decisions: Int) {
        entry.decisions = min(entry.decisions, decisions)
        entry.times = entry.times.scaled(to: entry.decisions)
        entry.clientRefusals = min(entry.clientRefusals, entry.decisions)
        // Either all decisions of an entry are second ones, or none.
        entry.repeats = entry.firstDecisionIndex == nil ? 0 : entry.decisions
        (entry.bytesFromClient, entry.bytesFromServer) = (0, 0)
        (entry.repeatedBytesFromClient, entry.repeatedBytesFromServer) = (0, 0)
    }
}
