import Recording
import TransportSecurity

/// A part of the traffic that could not be judged, so that a report without violations is no proof.
public struct ReportGap: Hashable, Sendable {
    /// What is missing.
    public var kind: Kind
    /// The number of lines, events, loads or hosts that were not judged.
    public var count: Int
    /// The gap in one sentence.
    public var sentence: String
    /// What closes the gap, in one sentence.
    public var remedy: String

    /// Creates a gap with the given parts.
    public init(kind: Kind, count: Int, sentence: String, remedy: String) {
        (self.kind, self.count, self.sentence, self.remedy) = (kind, count, sentence, remedy)
    }

    /// The kinds of gaps, by their names in machine-readable reports.
    public enum Kind: String, CaseIterable, Sendable {
        /// A recording without content.
        case emptyRecording = "empty-recording"
        /// Lines of a recording that are no events.
        case unreadableLines = "unreadable-lines"
        /// Events that the proxy could not write.
        case lostEvents = "lost-events"
        /// Decisions beyond the limit on kinds of decisions.
        case uncountedDecisions = "uncounted-decisions"
        /// Loads that cannot be judged from what is known of their servers.
        case facts
        /// Loads whose chain ended in a root that is not known now.
        case roots
        /// Loads that were recorded under certificate revocation lists which are not known now.
        case revocationLists = "revocation-lists"
        /// Loads with too few timestamps of CT logs when they were recorded, for which the list of CT logs is too old now.
        case logList = "log-list"
        /// Loads that were judged under a policy that is not known now.
        case policy
        /// Expected hosts without a load.
        case expectedHosts = "expected-hosts"
        /// Loads, none of which reached a server or belongs to a judged app.
        case nothingJudged = "nothing-judged"
        /// A run without any load.
        case noLoads = "no-loads"
    }
}

extension RecordingSource {
    /// What could not be read, is missing or was left out, each in one sentence.
    public var faults: [String] {
        var sentences = (ReportGap.emptyGaps(in: self) + ReportGap.gaps(in: self)).map(\.sentence)
        if unknownEvents > 0 {
            let names = unknownEventNames.keys.sorted().listed(3)
            sentences.append(
                "\(name): \(Quantity.of(unknownEvents, "event")) of a kind that this version does not know "
                    + "(\(names)) \(unknownEvents == 1 ? "was" : "were") left out.")
        }
        return sentences
    }
}

extension ReportGap {
    /// The gaps in traffic with its verdicts, most important first.
    static func gaps(
        in traffic: RecordedTraffic, _ entries: [JudgedEntry], _ coverage: Coverage, _ total: TrafficCount,
        expecting hosts: ExpectedHosts
    ) -> [ReportGap] {
        loadGaps(entries, coverage, total) + (traffic.entries.isEmpty ? [] : traffic.sources.flatMap(emptyGaps))
            + traffic.sources.flatMap(gaps) + limitGaps(traffic) + gaps(coverage.missingHosts, of: hosts)
    }

    private static func nothingJudged(_ coverage: Coverage, _ total: TrafficCount) -> ReportGap {
        if let failure = coverage.parentFailure, coverage.parentFailedLoads == total.loads {
            return ReportGap(
                kind: .nothingJudged, count: total.loads, sentence: "No load was judged: the parent proxy failed.",
                remedy: failure)
        }
        let parents = coverage.parentFailedLoads
        let atParents = parents > 0 ? ", \(parents) of these at a parent proxy" : ""
        return ReportGap(
            kind: .nothingJudged, count: total.loads,
            sentence: "No load was judged: \(coverage.failedLoads) failed for reasons of the network\(atParents), and "
                + "\(coverage.otherAppLoads) belong to apps that are not judged.",
            remedy: "Check the name that --app has, and whether the servers can be reached from the proxy.")
    }

    private static func loadGaps(
        _ entries: [JudgedEntry], _ coverage: Coverage, _ total: TrafficCount
    ) -> [ReportGap] {
        guard total.loads > 0 else {
            return [
                ReportGap(
                    kind: .noLoads, count: 0, sentence: "No load was recorded.",
                    remedy: "Make sure that what is tested uses the proxy.")
            ]
        }
        guard coverage.failedLoads + coverage.otherAppLoads < total.loads else {
            return [
                nothingJudged(coverage, total)
            ]
        }
        let missing: [(Kind, (JudgedEntry) -> Bool, String, String)] = [
            (
                .facts, { $0.isUndetermined && !$0.lacksRoot && !$0.lacksRevocationList && !$0.lacksLogList },
                "could not be judged from what was recorded of the server",
                "Try the server with atsproxy check, or record again with --examine full."
            ),
            (
                .roots, { $0.lacksRoot },
                "had a chain that ended in a root which was given when it was recorded, and is not known now",
                "Give the root again with --ca-file or --roots."
            ),
            (
                .revocationLists, { $0.lacksRevocationList },
                "were recorded under a certificate revocation list, and none was given now", "Give it again with --crl."
            ),
            (
                .logList, { $0.lacksLogList },
                "had too few timestamps of CT logs when recorded, and the list of CT logs is too old to tell now",
                "Fetch a newer list with atsproxy data update, or give one with --ct-log-list."
            ),
            (
                .policy, { $0.lacksPolicy },
                "were not judged anew and keep their recorded verdict, since the recording does not contain their policy",
                "Give the policy again with --policy."
            ),
        ]
        return missing.compactMap { kind, isConcerned, sentence, remedy in
            let concerned = entries.filter { isConcerned($0) && $0.entry.loads > 0 }
            let loads = concerned.reduce(0) { $0 + $1.entry.loads }
            guard loads > 0 else { return nil }
            let hosts = Set(concerned.compactMap(\.entry.decision.host?.description)).sorted().listed(3)
            return ReportGap(
                kind: kind, count: loads,
                sentence: "\(Quantity.of(loads, "load")) \(hosts.isEmpty ? "" : "of \(hosts) ")\(sentence).",
                remedy: remedy)
        }
    }

    fileprivate static func emptyGaps(in source: RecordingSource) -> [ReportGap] {
        // The beginning of a line is something, and a gap of its own.
        guard source.events == 0, !source.isCutOff else { return [] }
        return [
            ReportGap(
                kind: .emptyRecording, count: 1, sentence: "\(source.name) is empty: no load was recorded in it.",
                remedy: "Record again, or leave it out.")
        ]
    }

    fileprivate static func gaps(in source: RecordingSource) -> [ReportGap] {
        var gaps: [ReportGap] = []
        // The cut end of compressed data is one gap with them.
        let unreadable = source.brokenLines + (source.isCutOff && !source.isDamaged ? 1 : 0)
        if unreadable > 0 {
            let lines = source.firstBrokenLines.map(String.init).listed(.max, of: source.brokenLines)
            let place =
                source.brokenLines == 0
                ? "the last one, which is still being written or was cut off"
                : "\(source.brokenLines == 1 ? "line" : "lines") \(lines)\(source.isCutOff ? ", and the last one, which was cut off" : "")"
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: unreadable,
                    sentence: "\(source.name): \(Quantity.of(unreadable, "line")) could not be read (\(place)).",
                    remedy: "Repair or remove these lines, or record again."))
        }
        if source.isDamaged {
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: 1,
                    sentence:
                        "\(source.name): the compressed data are damaged or end too early; what follows is missing.",
                    remedy: "Decompress the file with another tool, or take a whole copy."))
        }
        if source.isIncomplete, !source.isDamaged, !source.isCutOff {
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: 1,
                    sentence:
                        "\(source.name): the condensed recording is not whole: its last line is missing, or counts other lines.",
                    remedy: "Condense the recordings again, or take a whole copy."))
        }
        if source.followingLines > 0 {
            let lines = source.followingLines
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: lines,
                    sentence:
                        "\(source.name): \(Quantity.of(lines, "line")) behind the end of the condensed recording \(lines == 1 ? "was" : "were") not read.",
                    remedy: "Give each condensed recording as a file of its own, or join them with atsproxy condense."))
        }
        if source.lostEvents > 0 {
            gaps.append(
                ReportGap(
                    kind: .lostEvents, count: Int(clamping: source.lostEvents),
                    sentence:
                        "\(source.name): the proxy could not write \(Quantity.of(Int(clamping: source.lostEvents), "event")).",
                    remedy: "Record again, to a disk with space that is fast enough."))
        }
        return gaps
    }

    private static func limitGaps(_ traffic: RecordedTraffic) -> [ReportGap] {
        var gaps: [ReportGap] = []
        if traffic.uncountedDecisions > 0 {
            gaps.append(
                ReportGap(
                    kind: .uncountedDecisions, count: traffic.uncountedDecisions,
                    sentence:
                        "\(Quantity.of(traffic.uncountedDecisions, "decision")) could not be counted, because at most "
                        + "\(Quantity.grouped(traffic.entryLimit)) kinds of loads are kept.",
                    remedy:
                        "Report on fewer recordings at a time, or on a part, as with --since or --app; what was seen "
                        + "live, record with --events PATH."))
        }
        if traffic.facts.omitted > 0 {
            gaps.append(
                ReportGap(
                    kind: .facts, count: traffic.facts.omitted,
                    sentence: "\(traffic.facts.omitted) facts about servers are more than \(FactsStore.limit) and were "
                        + "not kept.",
                    remedy: "Report on fewer recordings at a time."))
        }
        return gaps
    }
}
