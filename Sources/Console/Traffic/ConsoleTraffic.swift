import Audit
import InternetNames
import Recording
import TransportSecurity

/// The traffic that the console shows, and its rows: of a running proxy or of recordings.
public struct ConsoleTraffic {
    /// The traffic, as reports and advice read it.
    public private(set) var content: RecordedTraffic
    /// The rows.
    public private(set) var table: RowTable
    /// The devices.
    public private(set) var devices = SeenDevices()
    /// The policy and OS under which the traffic was judged anew, in words; nil if it was not.
    public let anew: (policy: String, os: String)?
    /// The policy that was given in place of the recorded ones; nil if none was.
    public let given: PolicyScope?
    /// What was given in place of parts of the recorded policies.
    public let overrides: RecordedPolicies.Overrides
    /// The number of decisions of the running proxy that are in no row.
    public private(set) var lostDecisions = 0
    /// The number of facts about servers that were left out.
    public private(set) var lostFacts = 0
    /// The number of changes of what verdicts depend on: kinds of loads, facts and policies.
    public private(set) var contentRevision: UInt64 = 0
    /// The judge of the traffic.
    public let replay: Replay

    private let verdicts: [JudgedEntry]?
    private var policies: PolicyChoice
    private var live = LiveKinds()
    /// The number of facts that a running proxy has found.
    private var factCount = 0
    /// The largest number of facts of a running proxy. Each has some 10 KiB.
    var factLimit = 10_000
    /// The revision up to which all rows have their remedies.
    private var remediesRevision: UInt64

    /// The largest number of kinds of loads of a running proxy, as many as rows.
    public static let liveKindLimit = RowTable.standardLimit

    /// Creates the traffic of a proxy that has just started.
    public init(judge: ConsoleJudge, publicSuffixes: PublicSuffixes) {
        self.init(RecordedInput(RecordedTraffic()), judge: judge, publicSuffixes: publicSuffixes)
    }

    /// Creates the traffic of recordings.
    public init(
        _ input: RecordedInput, judge: ConsoleJudge, publicSuffixes: PublicSuffixes,
        rowLimit: Int = RowTable.standardLimit
    ) {
        self.init(input, judge: judge, RowTable(publicSuffixes: publicSuffixes, limit: rowLimit))
    }

    /// The traffic of recordings that were read again. Rows keep their identifiers.
    public func replaced(by input: RecordedInput, judge: ConsoleJudge) -> ConsoleTraffic {
        var traffic = ConsoleTraffic(input, judge: judge, RowTable(continuing: table))
        traffic.table.expireReaders(of: table)
        return traffic
    }

    private init(_ input: RecordedInput, judge: ConsoleJudge, _ emptyTable: RowTable) {
        content = input.traffic
        anew = input.anew
        given = input.given
        verdicts = input.verdicts
        overrides = input.overrides
        policies = PolicyChoice(
            given: input.given, recorded: RecordedPolicies(input.traffic.policies, input.overrides))
        replay = judge.replay()
        table = emptyTable
        // A table that continues another one knows no changes before its own beginning.
        remediesRevision = emptyTable.revision
        table.beginRevision()
        for index in content.entries.indices {
            table.add(folded(index))
            countDevices(of: content.entries[index])
        }
        updateRemedies()
    }
}

// MARK: - Verdicts

extension ConsoleTraffic {
    /// The entry at an index with its verdict.
    public func judged(_ index: Int) -> JudgedEntry {
        guard let verdicts else { return JudgedEntry(recorded: content.entries[index]).waiving(overrides.waivers) }
        return verdicts[index]
    }

    /// The entry at an index with its verdict, without findings that repeat those of the first decision on its loads.
    public func folded(_ index: Int) -> JudgedEntry {
        let judged = judged(index)
        guard let first = judged.entry.follows else { return judged }
        return judged.withoutProblems(of: self.judged(first))
    }

    /// All entries with their verdicts.
    public var allJudged: [JudgedEntry] { verdicts ?? content.entries.indices.map(judged) }

    /// The scope of the policy that the loads of an entry are judged under; nil if it is not known.
    public mutating func scope(for entry: TrafficEntry) -> PolicyScope? { policies.scope(for: entry) }
}

// MARK: - Live traffic

extension ConsoleTraffic {
    /// Begins a revision without a changed row, after which readers ask for the status.
    public mutating func noteChange() {
        table.beginRevision()
    }

    /// Takes what a worker of the running proxy has seen.
    public mutating func receive(_ batch: LiveBatch) {
        table.beginRevision()
        for policy in batch.policies {
            content.policies[policy.id] = policy
            policies.add(policy)
        }
        if !(batch.policies.isEmpty && batch.facts.isEmpty && batch.kinds.isEmpty) { contentRevision += 1 }
        receive(batch.facts)
        for kind in batch.kinds { add(kind) }
        for count in batch.counts { self.count(count) }
        live.forgetKinds(after: batch)
        lostDecisions += batch.lostDecisions
        lostFacts += batch.lostFacts
        updateRemedies()
    }

    private mutating func receive(_ facts: [FactsEvent]) {
        guard !facts.isEmpty else { return }
        for event in facts {
            let isNew = !content.facts.contains(event.id)
            guard !isNew || factCount < factLimit else {
                lostFacts += 1
                continue
            }
            if isNew { factCount += 1 }
            content.facts.add(event)
            if isNew { table.renewRemedies(at: event.host) }
        }
        replay.forgetAnswers()
    }

    private mutating func add(_ kind: LiveBatch.Kind) {
        let isKnown = live.find(kind)
        guard !isKnown, content.entries.count < Self.liveKindLimit else { return }
        var entry = TrafficEntry(kind.decision)
        entry.decision.serverFacts = nil
        if let first = kind.follows {
            // Without the first decision, these loads would be counted as further ones.
            guard let known = live[first] else { return }
            entry.follows = known
        }
        content.entries.append(entry)
        live.note(kind, at: content.entries.count - 1)
        table.add(folded(content.entries.count - 1))
    }

    private mutating func count(_ count: LiveBatch.Count) {
        guard let index = live[count.kind] else {
            content.uncountedDecisions += count.decisions
            return
        }
        content.entries[index].count(count)
        table.count(content.entries[index], at: index)
        guard content.entries[index].follows == nil else { return }
        let app = content.entries[index].decision.app?.name ?? AppSummary.unknownName
        for device in count.devices {
            devices.count(
                device.decisions, at: device.address.description, user: device.user, app: app, from: count.first,
                to: count.last)
        }
    }

    private mutating func countDevices(of entry: TrafficEntry) {
        guard entry.follows == nil else { return }
        let app = entry.decision.app?.name ?? AppSummary.unknownName
        let user = entry.users.count == 1 && entry.devices.count == 1 ? entry.users.first : nil
        for (address, loads) in entry.devices {
            devices.count(loads, at: address, user: user, app: app, from: entry.first, to: entry.last)
        }
    }
}

// MARK: - Remedies

extension ConsoleTraffic {
    /// Makes the remedies of the rows whose worst verdict has changed.
    private mutating func updateRemedies() {
        guard let places = table.changes(since: remediesRevision) else {
            preconditionFailure("The table does not know its own revisions.")
        }
        for place in places where table.rows[place].needsRemedy {
            table.setRemedy(remedy(for: table.rows[place]), ofRow: place)
        }
        remediesRevision = table.revision
    }

    private mutating func remedy(for row: ConsoleRow) -> RowRemedy {
        guard let worst = row.worst else { return .nothing }
        let judged = folded(worst)
        let entry = judged.entry
        var https: HTTPSAnswer?
        if RowRemedy.dependsOnHTTPS(judged), let host = entry.decision.host, let scope = scope(for: entry) {
            https = replay.httpsAnswer(of: host, like: entry, content.facts, under: scope)
        }
        let remedy = RowRemedy(for: judged, https: https)
        return remedy == .nothing && row.refusals > 0 ? .refusal : remedy
    }
}
