import Advice
import Events
import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// The traffic of a running proxy or of recordings that the console shows, with the rows of its list, the devices and
/// the latest loads.
///
/// Recordings are complete from the start. Each worker of a running proxy sends a `LiveBatch` about four times a
/// second, which `receive` adds. Loads with equal decisions count in one entry of the content, and each entry belongs
/// to a row.
public struct ConsoleTraffic {
    /// The traffic with its verdicts.
    public internal(set) var judged: JudgedTraffic
    /// The rows.
    public private(set) var table: RowTable
    /// The devices.
    public private(set) var devices = SeenDevices()
    /// The number of decisions of the running proxy that are in no row.
    public private(set) var lostDecisions = 0
    /// The number of facts about servers that were left out.
    public private(set) var lostFacts = 0
    /// The number of changes of the inputs of verdicts: kinds of loads, facts and policies.
    public private(set) var contentRevision: UInt64 = 0
    /// The inputs of judging, which change when the program reads its configuration again.
    public private(set) var judge: ConsoleJudge
    /// The judge of the traffic, for this thread.
    public private(set) var replay: Replay

    /// The latest loads.
    private(set) var recentLoads: RecentLoads
    /// The number of times that `judge` was replaced.
    private var judgeRevision: UInt64 = 0
    /// The indices of the entries, by the rows of batches (`LiveBatch.Row`).
    private var live = EntriesByLiveRow()
    /// The number of facts of a running proxy that were kept.
    private var factCount = 0
    /// The largest number of facts of a running proxy. Each has some 10 KiB.
    var factLimit = 10_000
    /// The largest number of kinds of loads of a running proxy.
    var kindLimit = ConsoleTraffic.liveKindLimit
    /// The revision of the table up to which the fixes of all rows are up to date.
    private var fixesRevision: UInt64

    /// The largest number of kinds of loads of a running proxy, as many as rows. The last tenth is kept for those that
    /// violate ATS.
    public static let liveKindLimit = RowTable.standardLimit

    /// The traffic, as reports and advice read it.
    public var content: RecordedTraffic { judged.content }

    /// Creates the traffic of a proxy that has just started.
    public init(judge: ConsoleJudge, publicSuffixes: PublicSuffixes) {
        self.init(RecordedInput(RecordedTraffic()), judge: judge, publicSuffixes: publicSuffixes)
        judged.content.entryLimit = Self.liveKindLimit
    }

    /// Creates the traffic of recordings.
    public init(
        _ input: RecordedInput, judge: ConsoleJudge, publicSuffixes: PublicSuffixes,
        rowLimit: Int = RowTable.standardLimit
    ) {
        self.init(input, judge: judge, RowTable(publicSuffixes: publicSuffixes, limit: rowLimit))
    }

    /// The traffic of recordings that were read again, in place of this one. Rows keep their identifiers.
    public func replaced(by input: RecordedInput) -> ConsoleTraffic {
        var traffic = ConsoleTraffic(input, judge: judge, RowTable(continuing: table))
        traffic.table.expireReaders(of: table)
        traffic.contentRevision = contentRevision + 1
        traffic.judgeRevision = judgeRevision
        return traffic
    }

    private init(_ input: RecordedInput, judge: ConsoleJudge, _ emptyTable: RowTable) {
        judged = JudgedTraffic(input)
        recentLoads = input.traffic.recentLoads
        self.judge = judge
        replay = judge.replay()
        table = emptyTable
        // A table that continues another one has no log of the changes before its own beginning.
        fixesRevision = emptyTable.revision
        table.beginRevision()
        for index in content.entries.indices {
            table.add(judged.judgedWithoutRepeats(at: index), probed: lastProbe(of: index))
            countDevices(of: content.entries[index])
            let decision = content.entries[index].decision
            if !recentLoads.isEmpty, let kind = decision.kind {
                live.note(LiveBatch.Row(kind, after: decision.firstKind), at: index)
            }
        }
        updateFixes()
    }

    /// The indices of the entries in which the decisions on a load count, the last decision first; empty if the traffic
    /// had no room for them.
    func entries(of load: RecentLoad) -> [Int] {
        guard let kind = load.kind else { return [] }
        let first = load.after.flatMap { live[LiveBatch.Row($0)] }
        return [live[LiveBatch.Row(kind, after: load.after)], first].compactMap(\.self)
    }

    /// A copy for a computation on another thread.
    var snapshot: TrafficSnapshot {
        TrafficSnapshot(
            judged: judged, rows: table.rows, judge: judge, judgeRevision: judgeRevision,
            contentRevision: contentRevision)
    }

    /// Replaces the trust store and the rules, after the program has read its configuration again. Earlier verdicts
    /// stay.
    public mutating func use(_ judge: ConsoleJudge) {
        self.judge = judge
        replay = judge.replay()
        judgeRevision += 1
        contentRevision += 1
        table.beginRevision()
        table.noteReload()
        updateFixes()
    }
}

// MARK: - Live traffic

extension ConsoleTraffic {
    /// Begins a revision without a changed row. Open pages then get the status again.
    public mutating func noteChange() {
        table.beginRevision()
    }

    /// Adds the loads that a worker of the running proxy has seen.
    public mutating func receive(_ batch: LiveBatch) {
        table.beginRevision()
        for policy in batch.policies { judged.add(policy) }
        for trust in batch.trust { judged.content.facts.add(trust) }
        if batch.changesVerdicts { contentRevision += 1 }
        receive(batch.facts)
        for service in batch.services { judged.content.services.add(service) }
        for label in batch.labels where content.namedLabels.count < RecordedTraffic.labelLimit {
            judged.content.namedLabels.insert(label)
        }
        let decisions = Dictionary(batch.kinds.map { ($0.id, $0.decision) }) { first, _ in first }
        recentLoads.add(batch.loads)
        for count in batch.counts { self.count(count, decision: decisions[count.row.kind]) }
        lostDecisions += batch.lostDecisions
        lostFacts += batch.lostFacts
        updateFixes()
    }

    /// Adds facts about servers, at most `factLimit` in all. A repetition of known facts updates their time.
    private mutating func receive(_ facts: [FactsEvent]) {
        guard !facts.isEmpty else { return }
        for event in facts {
            let isNew = !content.facts.contains(event.id)
            guard !isNew || factCount < factLimit else {
                lostFacts += 1
                continue
            }
            if isNew { factCount += 1 }
            judged.content.facts.add(event)
            if isNew { table.renewFixes(at: event.host) }
            table.note(probeOf: Authority(host: event.host, port: event.port), at: event.time)
        }
        replay.forgetAnswers()
    }

    /// Finds the entry in which the loads of a batch's row count, or appends one. Returns its index; nil if there is no
    /// room, or if the decision of the row or the first decision on its loads was lost.
    ///
    /// - Parameter sent: A decision of the row's kind; nil if the batch does not have one.
    private mutating func findOrAppendEntry(of row: LiveBatch.Row, decision sent: DecisionEvent?) -> Int? {
        if let known = live[row] { return known }
        guard !live.isDropped(row), let decision = sent ?? live[row.kind].map({ content.entries[$0].decision }) else {
            return nil
        }
        let violates = !decision.violations.isEmpty
        let limit = violates ? kindLimit : kindLimit - kindLimit / 10
        var entry = TrafficEntry(decision)
        entry.firstDecisionIndex = row.after.flatMap { live[LiveBatch.Row($0)] }
        // If there was no room for the first decision, the loads are counted here if they violate ATS.
        let isDropped = row.after.map { live.isDropped(LiveBatch.Row($0)) } ?? false
        guard content.entries.count < limit, !isDropped || violates else {
            live.drop(row)
            table.hide(JudgedEntry(recorded: entry))
            return nil
        }
        // Without an entry of the first decision, its batch was lost. The decision may be sent again.
        guard row.after == nil || entry.firstDecisionIndex != nil || isDropped else { return nil }
        if let path = decision.path?.text { entry.paths.insert(path) }
        judged.content.entries.append(entry)
        let index = content.entries.count - 1
        live.note(row, at: index)
        table.add(judged.judgedWithoutRepeats(at: index), probed: lastProbe(of: index))
        return index
    }

    /// The time of the last probe of an entry's server; nil if that is not known.
    private func lastProbe(of index: Int) -> Instant? {
        let decision = content.entries[index].decision
        guard let host = decision.host, let port = decision.port else { return nil }
        return content.facts.latestTime(of: Authority(host: host, port: port))
    }

    /// Counts the loads of a batch's row in their entry.
    ///
    /// - Parameter decision: A decision of the row's kind; nil if the batch does not have one.
    private mutating func count(_ count: LiveBatch.Count, decision: DecisionEvent?) {
        guard let index = findOrAppendEntry(of: count.row, decision: decision) else {
            judged.content.uncountedDecisions += count.decisions
            return
        }
        judged.content.entries[index].count(count)
        table.count(content.entries[index], at: index)
        if let first = content.entries[index].firstDecisionIndex {
            judged.content.entries[first].countEnds(of: count)
            table.count(content.entries[first], at: first)
            return noteSecondDecisions(count.decisions, like: content.entries[index].decision, on: first)
        }
        // An app that accepted its server for earlier loads may not have done so for these.
        if content.entries[index].acceptedLoads > 0 {
            table.judgeAgain(rowOf: index) { [judged] in judged.judgedWithoutRepeats(at: $0) }
        }
        let app = judged.judged(at: index).appName
        for device in count.devices {
            devices.count(
                device.decisions, at: device.address.description, user: device.user, app: app, from: count.first,
                to: count.last)
        }
    }

    /// Notes that second decisions, all like one, were made on a number of loads of the entry at an index.
    private mutating func noteSecondDecisions(_ loads: Int, like second: DecisionEvent, on first: Int) {
        guard loads > 0 else { return }
        let before = content.entries[first].isAccepted
        judged.content.entries[first].note(second, on: loads)
        guard content.entries[first].isAccepted != before else { return }
        table.judgeAgain(rowOf: first) { [judged] in judged.judgedWithoutRepeats(at: $0) }
    }

    /// Counts the devices of a recorded entry. The user is known only if the entry has one user and one device.
    private mutating func countDevices(of entry: TrafficEntry) {
        guard entry.firstDecisionIndex == nil else { return }
        let app = JudgedEntry(recorded: entry).appName
        let user = entry.users.texts.count == 1 && entry.devices.counts.count == 1 ? entry.users.texts.first : nil
        for (address, loads) in entry.devices.counts {
            devices.count(loads, at: address, user: user, app: app, from: entry.first, to: entry.last)
        }
    }
}

// MARK: - Fixes

extension ConsoleTraffic {
    /// Updates the fixes of the rows that have changed and need it.
    private mutating func updateFixes() {
        guard let indices = table.changes(since: fixesRevision) else {
            preconditionFailure("The table does not know its own revisions.")
        }
        for index in indices where table.rows[index].needsFix {
            table.setFix(fix(for: table.rows[index]), ofRow: index)
        }
        fixesRevision = table.revision
    }

    /// The fix for the worst verdict of a row, or for the refusals by devices if nothing is violated.
    private mutating func fix(for row: ConsoleRow) -> RowFixSummary {
        guard let worst = row.worst else { return .nothing }
        let judged = self.judged.judgedWithoutRepeats(at: worst)
        let entry = judged.entry
        var https: HTTPSAnswer?
        if RowFixSummary.dependsOnHTTPS(judged), let host = entry.decision.host,
            let appliedPolicy = self.judged.appliedPolicy(for: entry)
        {
            https = replay.httpsAnswer(of: host, like: entry, in: content.facts, under: appliedPolicy)
        }
        let fix = RowFixSummary(for: judged, https: https)
        return fix == .nothing && row.refusals > 0 ? .refusal : fix
    }
}

extension LiveBatch {
    /// Whether the batch has anything that verdicts depend on.
    fileprivate var changesVerdicts: Bool {
        !(policies.isEmpty && trust.isEmpty && facts.isEmpty && kinds.isEmpty)
    }
}
