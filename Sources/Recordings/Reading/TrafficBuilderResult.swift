import Events
import Traffic

/// The result of a builder, for reports.
extension TrafficBuilder {
    /// The traffic that was added so far. The earliest kinds of loads come first.
    func traffic(in sources: [RecordingSource]) -> RecordedTraffic {
        var whole = self
        whole.finish()
        whole.decodeEarliest()
        whole.renameRows()
        return whole.finishedTraffic(in: sources)
    }

    /// The traffic of a builder that was finished.
    private func finishedTraffic(in sources: [RecordingSource]) -> RecordedTraffic {
        let chosen = traffic.entries(filter.chooses)
        let losses = traffic.losses(filter.chooses)
        var result = RecordedTraffic(
            sources: sources, entries: chosen.entries, facts: statements.facts, policies: statements.policies)
        result.uncountedDecisions = traffic.uncountedDecisions + chosen.unknownDecisions
        result.leftOutDecisions = leftOutDecisions + chosen.leftOutDecisions
        result.unattributedBytes = losses.unattributedBytes
        result.undecidedLoads = losses.undecided
        result.unendedLoads = losses.unended
        result.appNames = appNames
        result.services = statements.services
        for index in result.entries.indices {
            result.entries[index].lacksFacts = lacksFacts(result.entries[index])
            let decision = result.entries[index].decision
            guard decision.firstKind == nil, let kind = decision.kind, let lost = losses.byKind[kind] else { continue }
            (result.entries[index].missingDecisions, result.entries[index].missingEnds) = (lost.undecided, lost.unended)
        }
        result.recordedPeriod = recordedPeriod
        result.refusedQUIC = refusedQUIC
        result.recentLoads = recentLoads ?? RecentLoads()
        result.namedLabels = chosenLabels
        (result.cutsDay, result.lacksDays) = (cutsDay, lacksDays)
        return result
    }

    /// The names of apps, including those whose loads the filter leaves out.
    private var appNames: Set<String> {
        Set(traffic.kinds.decisions.lazy.compactMap { $0.app?.name }.prefix(Self.nameLimit))
    }

    /// The names of the chosen test cases. There are none if the filter has other conditions, because all loads of a
    /// test case may then be left out.
    private var chosenLabels: Set<String> {
        var otherConditions = filter
        otherConditions.labels = []
        guard otherConditions.choosesAll else { return [] }
        return filter.labels.isEmpty ? statements.labels : statements.labels.intersection(filter.labels)
    }

    /// Whether the decision refers to facts that the recordings lack. A decision without a client or a route does not
    /// count, because a proxy of this version has not written it, or not completely.
    private func lacksFacts(_ entry: TrafficEntry) -> Bool {
        guard let id = entry.decision.facts, entry.decision.route != nil, entry.devices.total > 0 else { return false }
        return statements.lacksFacts(id)
    }

    /// The largest number of apps whose names are kept for messages.
    private static let nameLimit = 1000
}
