import Documents
import Recordings
import TransportSecurity

/// A part of the traffic that could not be judged. A report without violations does not prove anything about it.
public struct ReportGap: Hashable, Sendable {
    /// The kind of gap.
    public var kind: Kind
    /// The number of lines, events, loads or hosts that were not judged.
    public var count: Int
    /// The gap in one sentence.
    public var sentence: String
    /// The action that closes the gap, in one sentence.
    public var fix: String

    /// Creates a gap with the given parts.
    public init(kind: Kind, count: Int, sentence: String, fix: String) {
        (self.kind, self.count, self.sentence, self.fix) = (kind, count, sentence, fix)
    }

    /// The kinds of gaps, by their names in machine-readable reports.
    public enum Kind: String, CaseIterable, Sendable {
        /// A recording without content.
        case emptyRecording = "empty-recording"
        /// Lines of a recording without an event.
        case unreadableLines = "unreadable-lines"
        /// Parts of captured traffic that could not be read.
        case unreadCapture = "unread-capture"
        /// Events that the proxy could not write.
        case lostEvents = "lost-events"
        /// Decisions beyond the limit on kinds of decisions.
        case uncountedDecisions = "uncounted-decisions"
        /// Loads that cannot be judged from the facts about their servers.
        case facts
        /// Loads whose chain ended in a root that is not known now.
        case roots
        /// Loads that were recorded under certificate revocation lists which are not known now.
        case revocationLists = "revocation-lists"
        /// Loads with too few timestamps of CT logs when they were recorded, for which the list of CT logs is too old
        /// now.
        case logList = "log-list"
        /// Loads that were judged under a policy that is not known now.
        case policy
        /// Expected hosts without a load.
        case expectedHosts = "expected-hosts"
        /// Hosts whose QUIC a gateway refused, without a load over TCP.
        case refusedQUIC = "refused-quic"
        /// Failures in the log of a device that no verdict explains.
        case deviceLog = "device-log"
        /// Findings or hosts of the baseline that the recording does not exercise.
        case baseline
        /// Loads, none of which reached a server or belongs to a judged app.
        case nothingJudged = "nothing-judged"
        /// A run without any load.
        case noLoads = "no-loads"
        /// Loads failed for reasons of the network or of the request, and were not judged.
        case failedLoads = "failed-loads"
        /// Loads were blocked when they were recorded, and nothing tells how they would have gone on.
        case blockedLoads = "blocked-loads"
        /// Handshakes in tunnels did not complete, or devices refused their servers.
        case unfinishedHandshakes = "unfinished-handshakes"
        /// Tunnels hide their server or their content.
        case hiddenTunnels = "hidden-tunnels"
        /// Loads are not judged because their clients say that they are browsers.
        case clientClaims = "client-claims"
        /// The end of loads was recorded, and no decision on them.
        case missingDecisions = "missing-decisions"
        /// The beginning of loads was recorded, and not their end.
        case missingEnds = "missing-ends"
    }
}

extension RecordingSource {
    /// The parts that could not be read, are missing or were left out, each in one sentence.
    public var faults: [String] {
        var sentences = (ReportGap.emptyGaps(in: self) + ReportGap.gaps(in: self)).map(\.sentence)
        if unknownEvents > 0 {
            let names = unknownEventNames.keys.sorted().listed(atMost: 3)
            sentences.append(
                "\(name): \(Quantity.of(unknownEvents, "event")) of a kind that this version does not know "
                    + "(\(names)) \(unknownEvents == 1 ? "was" : "were") left out.")
        }
        return sentences
    }
}

extension ReportGap {
    /// The gaps in traffic besides those of its loads, most important first.
    static func gaps(
        in traffic: RecordedTraffic, missing: MissingHosts, expecting hosts: ExpectedHosts
    ) -> [ReportGap] {
        (traffic.entries.isEmpty ? [] : traffic.sources.flatMap(emptyGaps))
            + traffic.sources.flatMap(gaps) + limitGaps(traffic) + gaps(missing, of: hosts)
    }

    fileprivate static func emptyGaps(in source: RecordingSource) -> [ReportGap] {
        // A recording that ends within its first line has a gap of its own.
        guard source.events == 0, source.end != .cutOff, !source.isCapture else { return [] }
        return [
            ReportGap(
                kind: .emptyRecording, count: 1, sentence: "\(source.name) is empty: no load was recorded in it.",
                fix: "Record again, or leave it out.")
        ]
    }

    /// The gaps that only captured traffic and condensed recordings have.
    private static func contentGaps(in source: RecordingSource) -> [ReportGap] {
        var gaps: [ReportGap] = []
        switch source.content {
        case .recording: break
        case .capture(let unreadParts):
            for part in unreadParts {
                gaps.append(
                    ReportGap(
                        kind: .unreadCapture, count: part.count, sentence: "\(source.name): \(part.clause).",
                        fix: part.fix))
            }
        case .condensed(let isIncomplete, let lines):
            if isIncomplete, !source.isDamaged, source.end != .cutOff {
                gaps.append(
                    ReportGap(
                        kind: .unreadableLines, count: 1,
                        sentence:
                            "\(source.name): the condensed recording is not whole: its last line is missing, or counts "
                            + "other lines.",
                        fix: "Condense the recordings again, or take a whole copy."))
            }
            if lines > 0 {
                gaps.append(
                    ReportGap(
                        kind: .unreadableLines, count: lines,
                        sentence:
                            "\(source.name): \(Quantity.of(lines, "line")) behind the end of the condensed recording \(lines == 1 ? "was" : "were") not read.",
                        fix: "Give each condensed recording as a file of its own, or join them with atsproxy condense.")
                )
            }
        }
        return gaps
    }

    /// The gaps of a recording: lines that could not be read, damaged or missing parts, and events that were lost.
    fileprivate static func gaps(in source: RecordingSource) -> [ReportGap] {
        lineGaps(in: source) + damageGaps(in: source) + contentGaps(in: source) + lossGaps(in: source)
    }

    private static func lineGaps(in source: RecordingSource) -> [ReportGap] {
        var gaps: [ReportGap] = []
        // If compressed data are damaged, the cut line at their end is a part of that gap.
        let unreadable = source.brokenLines + (source.end == .cutOff && !source.isDamaged ? 1 : 0)
        if unreadable > 0 {
            let lines = source.firstBrokenLines.map(String.init).listed(atMost: .max, of: source.brokenLines)
            let linesProse =
                source.brokenLines == 0
                ? "the last one, which is still being written or was cut off"
                : "\(source.brokenLines == 1 ? "line" : "lines") \(lines)\(source.end == .cutOff ? ", and the last one, which was cut off" : "")"
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: unreadable,
                    sentence: "\(source.name): \(Quantity.of(unreadable, "line")) could not be read (\(linesProse)).",
                    fix: "Repair or remove these lines, or record again."))
        }
        return gaps
    }

    private static func damageGaps(in source: RecordingSource) -> [ReportGap] {
        var gaps: [ReportGap] = []
        if source.isDamaged {
            gaps.append(
                ReportGap(
                    kind: .unreadableLines, count: 1,
                    sentence:
                        "\(source.name): the compressed data are damaged or end too early; what follows is missing.",
                    fix: "Decompress the file with another tool, or take a whole copy."))
        }
        return gaps
    }

    private static func lossGaps(in source: RecordingSource) -> [ReportGap] {
        let lost = Int(clamping: source.lostEvents)
        guard lost > 0 else { return [] }
        return [
            ReportGap(
                kind: .lostEvents, count: lost,
                sentence: "\(source.name): the proxy could not write \(Quantity.of(lost, "event")).",
                fix: "Record again, to a disk with space that is fast enough.")
        ]
    }

    /// The gap that refused connections of QUIC show: hosts of which no load came over TCP.
    static func gaps(_ refused: RefusedHosts) -> [ReportGap] {
        guard !refused.notLoaded.isEmpty else { return [] }
        let names = refused.notLoaded.map(\.description).sorted()
        return [
            ReportGap(
                kind: .refusedQUIC, count: names.count,
                sentence: "A gateway refused QUIC to \(Quantity.of(names.count, "host")) of which no load over TCP was "
                    + "recorded: \(names.listed(atMost: 5)).",
                fix: "Let the app load from \(names.count == 1 ? "this host" : "these hosts") again while the proxy "
                    + "records, or ask the servers with atsproxy check.")
        ]
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
                    fix:
                        "Report on fewer recordings at a time, or on a part, as with --since or --app; what was seen "
                        + "live, record with --events events.jsonl."))
        }
        if traffic.undecidedLoads > 0 {
            gaps.append(
                ReportGap(
                    kind: .missingDecisions, count: traffic.undecidedLoads,
                    sentence:
                        "The end of \(Quantity.of(traffic.undecidedLoads, "load")) was recorded, and no decision on "
                        + "\(traffic.undecidedLoads == 1 ? "it" : "them").",
                    fix: "Give the recordings in which these loads begin as well, or record again."))
        }
        if traffic.unendedLoads > 0 {
            let isOne = traffic.unendedLoads == 1
            gaps.append(
                ReportGap(
                    kind: .missingEnds, count: traffic.unendedLoads,
                    sentence: "The end of \(Quantity.of(traffic.unendedLoads, "load")) was not recorded: "
                        + "\(isOne ? "it is" : "they are") still open, or the recording was cut off.",
                    fix: "Stop the proxy and report again, give the recordings in which "
                        + "\(isOne ? "it ends" : "they end") as well, or record again."))
        }
        if traffic.facts.omitted > 0 {
            gaps.append(
                ReportGap(
                    kind: .facts, count: traffic.facts.omitted,
                    sentence: "\(traffic.facts.omitted) facts about servers are more than \(FactsStore.limit) and were "
                        + "not kept.",
                    fix: "Report on fewer recordings at a time."))
        }
        return gaps
    }
}
