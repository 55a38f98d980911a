import Documents
import Recordings
import TransportSecurity

/// The gaps in recordings themselves: lines that could not be read, and parts that are damaged, missing or lost.
extension RecordingSource {
    /// The parts that could not be read, are missing or were left out, each in one sentence.
    public var faults: [String] {
        var sentences = ReportGap.gaps(in: self).map(\.sentence)
        if let empty = ReportGap.emptyGap(in: self) { sentences.insert(empty.sentence, at: 0) }
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
        // Without any load, the report has another gap that says so.
        (traffic.entries.isEmpty ? [] : traffic.sources.compactMap(emptyGap))
            + traffic.sources.flatMap(gaps) + segmentGaps(in: traffic.sources) + trafficGaps(traffic)
            + gaps(missing, of: hosts)
    }

    /// The gap of a recording without content; nil for any other.
    fileprivate static func emptyGap(in source: RecordingSource) -> ReportGap? {
        // A recording that ends within its first line, or whose compressed data are damaged, has a gap of its own.
        guard source.events == 0, source.end != .cutOff, !source.isDamaged, !source.isCapture else { return nil }
        return ReportGap(
            kind: .emptyRecording, count: 1, sentence: "\(source.name) is empty: no load was recorded in it.",
            fix: "Record again, or leave it out.")
    }

    /// The gaps of a recording: lines that could not be read, damaged or missing parts, and events that were lost.
    fileprivate static func gaps(in source: RecordingSource) -> [ReportGap] {
        let damages = [unreadableLineGap(in: source), damageGap(in: source)].compactMap(\.self)
        return damages + contentGaps(in: source) + [lossGap(in: source)].compactMap(\.self)
    }

    private static func unreadableLineGap(in source: RecordingSource) -> ReportGap? {
        // If compressed data are damaged, the cut line at their end is a part of that gap.
        let count = source.brokenLines + (source.end == .cutOff && !source.isDamaged ? 1 : 0)
        guard count > 0 else { return nil }
        return ReportGap(
            kind: .unreadableLines, count: count,
            sentence: "\(source.name): \(Quantity.of(count, "line")) could not be read "
                + "(\(unreadableLinesProse(in: source))).",
            fix: "Repair or remove these lines, or record again.")
    }

    /// The numbers of the lines that could not be read, such as `lines 3, 7 and 2 more, and the last one, which was cut
    /// off`.
    private static func unreadableLinesProse(in source: RecordingSource) -> String {
        guard source.brokenLines > 0 else { return "the last one, which is still being written or was cut off" }
        return lineNumbers(source.firstBrokenLines, of: source.brokenLines)
            + (source.end == .cutOff ? ", and the last one, which was cut off" : "")
    }

    private static func damageGap(in source: RecordingSource) -> ReportGap? {
        guard source.isDamaged else { return nil }
        return ReportGap(
            kind: .unreadableLines, count: 1,
            sentence: "\(source.name): the compressed data are damaged or end too early; what follows is missing.",
            fix: "Decompress the file with another tool, or take a whole copy.")
    }

    /// The gaps that only captured traffic and condensed recordings have.
    private static func contentGaps(in source: RecordingSource) -> [ReportGap] {
        switch source.content {
        case .recording:
            return []
        case .capture(let unreadParts):
            return unreadParts.map { part in
                ReportGap(
                    kind: .unreadCapture, count: part.count, sentence: "\(source.name): \(part.clause).", fix: part.fix)
            }
        case .condensed(let isIncomplete, let followingLines):
            var gaps: [ReportGap] = []
            if isIncomplete, !source.isDamaged, source.end != .cutOff {
                gaps.append(
                    ReportGap(
                        kind: .unreadableLines, count: 1,
                        sentence: "\(source.name): the condensed recording is not whole: its last line is missing, or "
                            + "counts other lines.",
                        fix: "Condense the recordings again, or take a whole copy."))
            }
            if followingLines > 0 {
                gaps.append(
                    ReportGap(
                        kind: .unreadableLines, count: followingLines,
                        sentence:
                            "\(source.name): \(Quantity.of(followingLines, "line")) behind the end of the condensed "
                            + "recording \(followingLines == 1 ? "was" : "were") not read.",
                        fix: "Give each condensed recording as a file of its own, or join them with atsproxy condense.")
                )
            }
            return gaps
        }
    }

    private static func lossGap(in source: RecordingSource) -> ReportGap? {
        let lost = Int(clamping: source.lostEvents)
        guard lost > 0 else { return nil }
        return ReportGap(
            kind: .lostEvents, count: lost,
            sentence: "\(source.name): the proxy could not write \(Quantity.of(lost, "event")).",
            fix: "Record again, to a disk with space that is fast enough.")
    }

    /// The gap of segments that are missing between others.
    private static func segmentGaps(in sources: [RecordingSource]) -> [ReportGap] {
        let names = RecordingSource.followingMissingSegments(in: sources).map(\.name).sorted()
        guard !names.isEmpty else { return [] }
        return [
            ReportGap(
                kind: .missingSegments, count: names.count,
                sentence: "Segments are missing that the proxy wrote just before \(names.listed(atMost: 3)).",
                fix: "Give these segments as well; their loads were not judged.")
        ]
    }

    /// The gaps of all recordings together: numbers beyond limits, and loads of which a part is missing.
    private static func trafficGaps(_ traffic: RecordedTraffic) -> [ReportGap] {
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
