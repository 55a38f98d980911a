import Events
import InternetNames
import Judging
import Traffic
import TransportSecurity

/// A row of the console's list: the loads of one app from one destination by one scheme under one policy, with their
/// worst verdict.
///
/// Traffic is counted in entries, each of which has the loads with equal decisions. A row has one or more entries.
public struct ConsoleRow: Sendable {
    /// The number of the row, which is its identifier for the session.
    public let number: Int
    /// The properties that the loads share.
    public let key: RowKey
    /// The registrable domain of the host, or the address.
    public let owner: String
    /// The indices of the row's entries in the traffic, in the order of their first load.
    public private(set) var entries: [Int] = []
    /// The worst verdict.
    public private(set) var verdict = ConsoleVerdict.exempt
    /// The index of the entry with the worst verdict.
    public private(set) var worst: Int?
    /// The reason for the worst verdict, as a clause; empty if there is none.
    public private(set) var reason = ""
    /// The fix for the worst verdict.
    public var fix = RowFixSummary.nothing
    /// Whether `fix` is out of date, because the worst verdict or the facts about the host have changed.
    public var needsFix = false
    /// The rules with findings in any of the entries: true for a violation, false if there are only warnings.
    public private(set) var rules: [RuleID: Bool] = [:]
    /// The versions of the app, at most `versionLimit`.
    public private(set) var versions: Set<String> = []
    /// The OS whose rules judged the worst entry; nil if nothing was judged.
    public private(set) var os: OSVersion?
    /// Whether ATS applies to the loads of the worst entry.
    public private(set) var applies = true
    /// Whether the loads are of an app that is not judged.
    public private(set) var isOtherApp = false
    /// The handshake of the worst entry; without one, that of an earlier entry.
    public private(set) var tls: ShownHandshake?
    /// The numbers that the row counts of its loads.
    public private(set) var counts = RowCounts()
    /// The value of `counts` when the program last read its configuration again; nil if the row has no load from
    /// before.
    public private(set) var beforeReload: RowCounts?
    /// The loads by their verdict.
    public private(set) var outcomes: [ConsoleVerdict: RowOutcome] = [:]
    /// The verdicts of the entries, in the order of `entries`.
    public private(set) var verdicts: [ConsoleVerdict] = []
    /// The IP addresses of the devices, at most `deviceLimit`.
    public private(set) var devices: Set<String> = []
    /// The labels of test cases, at most `LoadCounts.labelLimit`.
    public private(set) var labels: Set<String> = []
    /// The ways of the loads to their server; empty if the recording does not say.
    public private(set) var routes: Set<Route> = []
    /// The time of the first load.
    public private(set) var first: Instant
    /// The time of the last load.
    public private(set) var last: Instant
    /// The time of the server's last probe; nil if that is not known.
    public internal(set) var probed: Instant?
    /// The revision in which the row last changed.
    public var revision: UInt64 = 0

    /// The largest number of devices of a row.
    public static let deviceLimit = 256
    private static let versionLimit = 20
    /// The largest number of characters of a version.
    static let versionLength = 60

    /// The version and suite that a row shows.
    public struct ShownHandshake: Hashable, Sendable {
        /// The negotiated version; nil if it was not visible.
        public var version: TLSVersion?
        /// The name of the cipher suite; nil if it was not visible.
        public var cipher: String?
        /// The way in which the handshake was observed.
        public var source: TLSSummary.Source
    }

    init(number: Int, key: RowKey, owner: String, at time: Instant) {
        self.number = number
        self.key = key
        self.owner = owner
        (first, last) = (time, time)
    }

    /// The indices of the first entries. If the one with the worst verdict is not among them, it takes the last place.
    func entries(atMost limit: Int) -> [Int] {
        let first = Array(entries.prefix(limit))
        guard let worst, !first.contains(worst) else { return first }
        return first.dropLast() + [worst]
    }

    /// The number of loads.
    public var loads: Int { counts.loads }
    /// The number of loads that ended as if the device itself had refused the server.
    public var refusals: Int { counts.refusals }

    /// The identifier in the API.
    public var id: String { "r\(number)" }

    /// The severity, by which the page lists rows, worst first: that of the verdict, but at least 4 if a device refused
    /// the server.
    public var severity: Int {
        refusals > 0 ? max(verdict.severity, ConsoleVerdict.refusedByDeviceSeverity) : verdict.severity
    }

    /// The verdict in words. Where a device refused the server and the verdict is better, the words say the refusal.
    public var word: String {
        isWorseOnDevice ? "Refused by device" : verdict.word
    }

    /// The reason for `word`, as a clause; empty if there is none.
    public var shownReason: String {
        guard isWorseOnDevice else { return reason }
        return "a device refused \(refusals) of \(loads) loads" + (reason.isEmpty ? "" : "; \(reason)")
    }

    /// Whether the refusals by devices are worse than the verdict.
    private var isWorseOnDevice: Bool { severity == ConsoleVerdict.refusedByDeviceSeverity }
}

extension ConsoleRow {
    /// Adds an entry, whose findings do not repeat those of the first decisions on the same loads.
    mutating func add(_ judged: JudgedEntry, at index: Int) {
        let entry = judged.entry
        entries.append(index)
        if let route = entry.decision.route { routes.insert(route) }
        for finding in judged.warnings where rules[finding.rule] == nil { rules[finding.rule] = false }
        for finding in judged.violations { rules[finding.rule] = true }
        if let version = entry.decision.app?.version, versions.count < Self.versionLimit {
            versions.insert(String(version.prefix(Self.versionLength)))
        }
        let shown = entry.decision.tls.flatMap { tls in
            tls.version.map { ShownHandshake(version: $0, cipher: tls.cipher, source: tls.source) }
        }
        let verdict = ConsoleVerdict(judged)
        verdicts.append(verdict)
        outcomes[verdict, default: RowOutcome(judged, verdict: verdict)].add(judged)
        if worst == nil || verdict > self.verdict {
            self.verdict = verdict
            worst = index
            reason = RowReason.text(of: judged)
            os = judged.policy?.os
            applies = judged.policy?.applies ?? true
            isOtherApp = judged.policy?.reason == .otherApp
            needsFix = true
            tls = shown ?? tls
        } else if tls == nil {
            tls = shown
        }
    }

    /// Uses new verdicts on all entries of the row, after further decisions have shown whether the app accepts the
    /// server.
    ///
    /// - Parameter judged: Returns the entry at an index with its verdict.
    mutating func judgeAgain(_ judged: (Int) -> JudgedEntry) {
        let indices = entries
        (entries, verdict, worst, reason, rules, tls) = ([], .exempt, nil, "", [:], nil)
        (verdicts, outcomes) = ([], [:])
        for index in indices { add(judged(index), at: index) }
        needsFix = true
    }

    /// Counts further loads of the entry at an index.
    ///
    /// - Parameter before: The counts of the entry that are in this row already.
    mutating func count(_ entry: TrafficEntry, at index: Int, since before: EntryCounts) {
        if refusals == 0, entry.clientRefusals > before.loads.refusals, !verdict.isFailure { needsFix = true }
        counts.add(RowCounts(entry), since: before.loads)
        if let position = position(ofEntry: index) { outcomes[verdicts[position]]?.extend(to: entry.last) }
        first = min(first, entry.first)
        last = max(last, entry.last)
        // Second decisions have the devices and labels of the first decisions on the same loads.
        guard entry.firstDecisionIndex == nil else { return }
        if entry.devices.counts.count != before.devices { addDevices(of: entry) }
        for label in entry.labels.counts.keys where labels.count < LoadCounts.labelLimit { labels.insert(label) }
    }

    /// Keeps the present counts, because the program has read its configuration again.
    mutating func noteReload() {
        beforeReload = counts
    }

    /// The position in `entries` of the entry with an index; nil if the entry belongs to another row. The search is
    /// binary, because `entries` is sorted.
    private func position(ofEntry index: Int) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low] == index ? low : nil
    }

    private mutating func addDevices(of entry: TrafficEntry) {
        for device in entry.devices.counts.keys where devices.count < Self.deviceLimit { devices.insert(device) }
    }
}
