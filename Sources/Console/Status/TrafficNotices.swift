import Documents
import Recordings

/// The console's notices on gaps in the traffic that it shows. Each has the action that closes the gap.
struct TrafficNotices {
    private let traffic: ConsoleTraffic
    private let source: Source

    /// The source of the traffic.
    enum Source {
        /// Recordings that the console has read.
        case recordings
        /// A running proxy that writes a recording.
        case recordedProxy
        /// A running proxy that writes no recording.
        case unrecordedProxy
    }

    init(of traffic: ConsoleTraffic, source: Source) {
        self.traffic = traffic
        self.source = source
    }

    /// The notices on recordings, then those on loads and facts that are not counted.
    var onTraffic: [ProxyState.Notice] {
        let onCounts = [lostDecisions, lostFacts, uncountedDecisions, hiddenRows].compactMap(\.self)
        return traffic.content.sources.flatMap(Self.notices) + onCounts
    }

    private var lostDecisions: ProxyState.Notice? {
        guard traffic.lostDecisions > 0 else { return nil }
        return ProxyState.Notice(
            .loss, .warning,
            "\(Quantity.of(traffic.lostDecisions, "decision")) could not be counted here, because there were too many "
                + "kinds at once.", fix: readingFix)
    }

    private var lostFacts: ProxyState.Notice? {
        let facts = traffic.lostFacts + traffic.content.facts.omitted
        guard facts > 0 else { return nil }
        return ProxyState.Notice(
            .loss, .warning,
            "\(Quantity.of(facts, "fact")) about servers could not be kept here, because there were too many.",
            fix: readingFix)
    }

    private var uncountedDecisions: ProxyState.Notice? {
        let content = traffic.content
        guard content.uncountedDecisions > 0 else { return nil }
        return ProxyState.Notice(
            .limit, .warning,
            "\(Quantity.of(content.uncountedDecisions, "decision")) could not be counted, because at most "
                + "\(Quantity.grouped(content.entryLimit)) kinds of loads are kept\(reserve).",
            fix: readingFix)
    }

    /// The reserve of `ConsoleTraffic.kindLimit`. Recordings are read without one.
    private var reserve: String {
        switch source {
        case .recordings: return ""
        case .recordedProxy, .unrecordedProxy: return ", the last tenth for those that violate ATS"
        }
    }

    private var hiddenRows: ProxyState.Notice? {
        let hidden = traffic.table.counts.hiddenRows
        let failures = traffic.table.counts.hiddenFailures
        var clauses: [String] = []
        if hidden > 0 {
            let destinations = Quantity.of(hidden, "further destination")
            clauses.append("\(destinations) \(hidden == 1 ? "is" : "are") not shown, and numbers of rows lack them")
        }
        // A row that is shown may lack failing loads as well, for which the traffic had no room.
        if failures > 0 {
            clauses.append("\(Quantity.of(failures, "destination")) would fail in loads that no row shows")
        }
        guard !clauses.isEmpty else { return nil }
        return ProxyState.Notice(.limit, .warning, clauses.joined(separator: "; ") + ".", fix: hiddenRowsFix)
    }

    private var hiddenRowsFix: String {
        switch source {
        case .recordings: return "Choose loads with --app or --host, or download the report, which has all of them."
        case .recordedProxy, .unrecordedProxy: return readingFix
        }
    }

    /// The notice that unused exceptions were not looked for. `onTraffic` does not have it, because it depends on a
    /// search.
    var notSearched: ProxyState.Notice {
        ProxyState.Notice(
            .limit, .note,
            "Exceptions that no load needed are not looked for here above \(UnusedExceptionSearch.entryLimit) "
                + "kinds of loads or \(UnusedExceptionSearch.policyLimit) policies.",
            fix: "Download the advice, which names them.")
    }

    /// The action with which a person sees all loads.
    private var readingFix: String {
        switch source {
        case .recordings: return "Choose loads with --app or --host."
        case .recordedProxy: return "Read the recording with atsproxy view, and choose loads with --app or --host."
        case .unrecordedProxy:
            return "Start atsproxy serve with --events events.jsonl, and read the recording with atsproxy view."
        }
    }

    private static func notices(on source: RecordingSource) -> [ProxyState.Notice] {
        var notices: [ProxyState.Notice] = []
        if source.lostEvents > 0 {
            let events = Quantity.of(Int(clamping: source.lostEvents), "event")
            notices.append(
                ProxyState.Notice(
                    .loss, .warning, "\(source.name) lacks \(events) that could not be written.",
                    fix: "Record again, on a faster disk or with more room."))
        }
        if source.brokenLines > 0 {
            notices.append(
                ProxyState.Notice(
                    .unreadable, .warning,
                    "\(Quantity.of(source.brokenLines, "line")) of \(source.name) cannot be read.",
                    fix: "Look whether another program wrote to the recording."))
        }
        if source.isDamaged {
            notices.append(
                ProxyState.Notice(
                    .unreadable, .warning, "The compressed data of \(source.name) are damaged or end too early.",
                    fix: "Copy the recording again."))
        }
        if source.isIncomplete, !source.isDamaged {
            notices.append(
                ProxyState.Notice(
                    .unreadable, .warning, "Lines of the condensed recording \(source.name) are missing.",
                    fix: "Copy the recording again."))
        }
        return notices
    }
}
