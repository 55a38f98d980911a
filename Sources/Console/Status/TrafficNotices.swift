import Audit

extension ConsoleTraffic {
    /// What is missing in the traffic.
    public var notices: [ProxyState.Notice] {
        var notices: [ProxyState.Notice] = []
        for source in content.sources { notices += Self.notices(on: source) }
        if lostDecisions > 0 {
            notices.append(
                ProxyState.Notice(
                    .loss, .warning,
                    "\(lostDecisions) decisions are not counted here, because there were too many kinds.",
                    remedy: "Read the recording with atsproxy view."))
        }
        if lostFacts > 0 {
            notices.append(
                ProxyState.Notice(
                    .loss, .warning,
                    "The facts about \(lostFacts) servers are not known here, because there were too many at once.",
                    remedy: "Read the recording with atsproxy view."))
        }
        if content.uncountedDecisions > 0 {
            notices.append(
                ProxyState.Notice(
                    .limit, .warning,
                    "\(content.uncountedDecisions) decisions are not counted, because at most "
                        + "\(RecordingReader.kindLimit) kinds of loads are kept.",
                    remedy: "Choose loads with --app or --host."))
        }
        if table.counts.hiddenRows > 0 {
            let count = table.counts.hiddenRows
            notices.append(
                ProxyState.Notice(
                    .limit, .note, "\(count) further destination\(count == 1 ? " is" : "s are") not shown.",
                    remedy: "Choose loads with --app or --host, or read the report, which has all of them."))
        }
        return notices
    }

    private static func notices(on source: RecordingSource) -> [ProxyState.Notice] {
        var notices: [ProxyState.Notice] = []
        if source.lostEvents > 0 {
            notices.append(
                ProxyState.Notice(
                    .loss, .warning, "\(source.name) lacks \(source.lostEvents) events that could not be written.",
                    remedy: "Record again, on a faster disk or with more room."))
        }
        if source.brokenLines > 0 {
            notices.append(
                ProxyState.Notice(
                    .unreadable, .warning, "\(source.brokenLines) lines of \(source.name) cannot be read.",
                    remedy: "Look whether another program wrote to the recording."))
        }
        if source.isDamaged {
            notices.append(
                ProxyState.Notice(
                    .unreadable, .warning, "The compressed data of \(source.name) are damaged or end too early.",
                    remedy: "Copy the recording again."))
        }
        return notices
    }
}
