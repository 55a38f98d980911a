import Documents
import Recordings

/// The reason why recordings have no load to judge, for the failure of a command.
struct NothingToJudge {
    /// The traffic that was read, which has no entries.
    let traffic: RecordedTraffic
    /// The choice of loads.
    let filter: RecordingFilter
    /// The store that was read in place of files; nil for files.
    let store: StoreQuery?
    /// The name of the first condensed recording; nil if there is none.
    let condensedName: String?

    /// The reason in one sentence, with the fix if one is known.
    var sentence: String {
        if let store { return store.sentenceWithoutLoads(chosenBy: filter) }
        guard !traffic.sources.isEmpty else {
            return "\(condensedName ?? "the recording") names no recording whose loads it counts."
        }
        if traffic.leftOutDecisions > 0 { return sentenceWithoutMatches }
        let refused = traffic.refusedQUIC.hosts.keys.map(\.description).sorted()
        if !refused.isEmpty {
            return "\(names) holds no load, only refused connections of QUIC to \(refused.listed(atMost: 3)); give the "
                + "recording of the proxy at the gateway as well."
        }
        if traffic.sources.allSatisfy(\.isCapture) { return sentenceOfCaptures }
        if let cut = traffic.sources.first(where: { $0.bytes == 0 && $0.isDamaged }) {
            return "\(cut.name) is cut off: its compressed data are damaged or end before the first line; take a whole "
                + "copy."
        }
        if traffic.sources.allSatisfy({ $0.bytes == 0 }) {
            return "\(names) is empty: no load was recorded, so there is nothing to judge."
        }
        if let broken = traffic.sources.first(where: { $0.brokenLines > 0 }), let fault = broken.faults.first {
            return "\(fault) No load is left, so there is nothing to judge."
        }
        return sentenceWithoutDecisions
    }

    private var names: String { traffic.sources.map(\.name).listed(atMost: 3) }

    /// The sentence about recordings whose loads the filter leaves out.
    private var sentenceWithoutMatches: String {
        let sentence = "no load in \(names) matches \(filter.choices.joined(separator: " and "))"
        guard !filter.apps.isEmpty || !filter.builds.isEmpty else { return "\(sentence)." }
        let apps = traffic.appNames.sorted().listed(atMost: 50)
        return sentence + (apps.isEmpty ? "; no app is named in it." : "; its apps are \(apps).")
    }

    private var sentenceOfCaptures: String {
        let parts = traffic.sources.flatMap { source in
            if case .capture(let unread) = source.content { unread.map(\.clause) } else { [String]() }
        }
        return "\(names) holds no load: no handshake of TLS and no request that went to a server was found in it"
            + (parts.isEmpty ? "." : "; \(parts.joined(separator: "; ")).")
    }

    private var sentenceWithoutDecisions: String {
        let sentence = "\(names) holds no decision of atsproxy, so there is nothing to judge; "
        if traffic.sources.contains(where: { $0.end == .cutOff || $0.isDamaged }) {
            return sentence + "the end of the file is missing: take a whole copy."
        }
        guard traffic.unattributedBytes == 0 else {
            return "\(names) holds ends of loads only; give the recordings as well in which these loads begin."
        }
        return sentence + "was the traffic sent through the proxy, and is this the file that --events named?"
    }
}

extension StoreQuery {
    /// The sentence for an answer without a load that the filter chooses.
    fileprivate func sentenceWithoutLoads(chosenBy filter: RecordingFilter) -> String {
        // The store has chosen by the other options of the filter, in their own spelling.
        let conditions = choices + filter.choices.filter { $0.hasPrefix("--host ") }
        guard !conditions.isEmpty else { return "\(name) holds no load." }
        return "\(name) holds no load that matches \(conditions.joined(separator: " and "))."
    }
}

extension RecordingFilter {
    /// The options that set the filter, in the order of the help, each with its values, such as `--app A or B`.
    fileprivate var choices: [String] {
        let options: [(name: String, values: [String])] = [
            ("--app", apps.sorted()), ("--build", builds.sorted()), ("--device", devices.sorted()),
            ("--user", users.sorted()), ("--label", labels.sorted()), ("--host", hosts.map(\.description).sorted()),
            ("--since", since.map { [$0.description] } ?? []), ("--until", until.map { [$0.description] } ?? []),
        ]
        return options.filter { !$0.values.isEmpty }.map { option in
            let values = option.values.map { $0.isEmpty ? "\"\"" : $0.visible() }
            return "\(option.name) \(values.joined(separator: " or "))"
        }
    }
}
