import JSONWriting
import Recording
import TransportSecurity

/// Collects the lines of recordings into entries of equal loads.
///
/// The result depends on the order of the lines and of the recordings only where a limit is reached. Loads that have ended are
/// remembered for some `RecentLoads.limit` loads, and open ones as long as there are not nearly as many of these. Log shippers may
/// change the order of some hundred lines. While condensing, four more cases count as loads of their own:
///
/// - a decision in a later recording than the first decision and the end; a proxy writes the end last, unless it comes
///   first
/// - the failure of a load that was let pass, if the load was forgotten before
/// - the same decision in two recordings
/// - the same decision twice in one recording, with more than some 8,000 kinds of loads in between
struct TrafficBuilder {
    let filter: RecordingFilter
    var line: ScannedLine
    var kinds: LoadKinds
    /// Whether the filter leaves out the loads of each kind.
    var isKindLeftOut: [Bool] = []
    /// The numbers of loads of each entry.
    var counts: [LoadCounts] = []
    /// What each entry counts.
    var rows: [LoadRow] = []
    /// The index of the entry of each row.
    var indices: [LoadRow: Int] = [:]
    /// The entry of each kind that was counted last, since loads of one kind often come together.
    var latestEntries: [Int] = []
    /// The entries of decisions with known rests.
    var countedRests = CountedRests()
    var recent = RecentLoads()
    var period = ReadPeriod()
    /// The content of events that were read. The same event is recorded again and again.
    private var knownEvents: Set<Int> = []
    var facts = FactsStore()
    private var policies: [String: PolicyEvent] = [:]
    private var services = ServiceStore()
    private var appNames: Set<String> = []
    private var namedLabels: Set<String> = []
    var uncountedDecisions = 0
    var leftOutDecisions = 0
    var unattributedBytes: Int64 = 0
    /// The number of loads of which only the end was read, among those that were forgotten.
    var undecidedLoads = 0
    /// The number of loads of which only the beginning was read, among those that were forgotten.
    var unendedLoads = 0
    /// The identifiers of facts, if the facts themselves are not kept.
    private var factsIDs: Set<String> = []
    private var recordedPeriod: ClosedRange<Instant>?
    /// What is kept for a condensed recording; nil if entries are wanted.
    var condensing: CondensingState?
    /// Decisions whose first decision, if there is one, is in the recording that is being read. A log shipper may have changed
    /// the order of a few lines.
    var waitingHere = WaitingDecisions(countLimit: 1024, sizeLimit: 2 << 20)
    /// Decisions whose first decision may be in another recording.
    var waitingElsewhere = WaitingDecisions(countLimit: 4096, sizeLimit: 8 << 20)
    /// Ends of loads in condensed recordings whose decisions were not read. At most `RecentLoads.limit` are kept.
    var waitingEnds: [OpenLoadEnd] = []
    /// Decisions that have stopped waiting, and are counted after the line that is being read.
    var settled: [Settled] = []
    /// The decision that has stopped waiting and is being counted; nil while another line is counted.
    var settling: Settled?
    /// The time after which everything in the recording was read and is remembered; nil before its first event, and in a
    /// condensed recording.
    var completeSince: Instant?
    /// The latest time of an event of the recording.
    var latestTime: Instant?
    /// Whether the filter chooses only a part of a day of a condensed recording, which does not keep single loads.
    var cutsDay = false
    /// Whether the filter chooses days of a condensed recording that counts all days together.
    var lacksDays = false

    /// The largest number of entries, and of kinds of decisions.
    static let kindLimit = RecordedTraffic.standardEntryLimit

    /// The largest number of entries, and of kinds of decisions, here.
    var entryLimit: Int { condensing == nil ? Self.kindLimit : CondensingState.entryLimit }

    /// The largest number of policies.
    private static let policyLimit = 1000

    /// The largest number of apps whose names are kept for messages.
    private static let nameLimit = 1000

    init(
        keepingFacts: Bool, filter: RecordingFilter, remembersLines: Bool = true, decode: @escaping LoadKinds.Decoder
    ) {
        self.filter = filter
        line = ScannedLine(
            distinguishesFacts: keepingFacts, knownEndings: remembersLines ? KnownEndings() : nil)
        kinds = LoadKinds(distinguishesFacts: keepingFacts, remembersParts: remembersLines, decode: decode)
    }

    /// Creates a builder that condenses recordings.
    init(
        condensingBy digest: @escaping ([UInt8]) -> [UInt8], remembersLines: Bool = true,
        decode: @escaping LoadKinds.Decoder
    ) {
        filter = RecordingFilter()
        line = ScannedLine(distinguishesFacts: true, knownEndings: remembersLines ? KnownEndings() : nil)
        kinds = LoadKinds(distinguishesFacts: true, remembersParts: remembersLines, decode: decode, digest: digest)
        condensing = CondensingState()
    }

    /// What a line was, as far as the recording's own numbers need it.
    enum Added {
        /// The decision on a load at a time, or its end, which has none here.
        case load(LoadID, Instant?)
        /// The beginning of a segment.
        case segment(SegmentEvent)
        /// Another event of this program.
        case event
        /// A number of events that the line reports as lost.
        case lost(Int64)
        /// An event that this version does not know, by its name.
        case unknown(String)
    }

    /// Adds a line. Throws an error if the line is no event.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) throws -> Added {
        try line.read(text)
        switch line.event {
        case .decision:
            let added = Added.load(line.id, line.time)
            try countDecision(text)
            if settling == nil { countSettled() }
            return added
        case .closed:
            let added = Added.load(line.id, nil)
            count(
                OpenLoadEnd(
                    load: line.id, fromClient: line.bytesFromClient, fromServer: line.bytesFromServer,
                    hasClientRefusal: line.hasClientRefusal))
            countSettled()
            return added
        case .facts, .policy, .trust, .service, .label: try keepStatement(text)
        case .segment:
            guard case .segment(let event) = try kinds.decodeWhole(text) else { return .event }
            period.note(event.time)
            return .segment(event)
        case .lost: return .lost(line.count)
        case .other: return .unknown(String(decoding: line.unknownName, as: UTF8.self))
        }
        return .event
    }

    /// The traffic that was added so far. The earliest kinds of loads come first.
    func traffic(in sources: [RecordingSource]) -> RecordedTraffic {
        var traffic = RecordedTraffic(
            sources: sources, entries: sortedEntries, facts: facts, uncountedDecisions: uncountedDecisions,
            unattributedBytes: unattributedBytes &+ recent.unattributedBytes,
            undecidedLoads: undecidedLoads + recent.undecidedLoads(in: period), leftOutDecisions: leftOutDecisions,
            appNames: appNames, policies: policies, services: services)
        traffic.recordedPeriod = recordedPeriod
        traffic.unendedLoads = unendedLoads + recent.unendedLoads
        traffic.namedLabels = namedLabels
        traffic.cutsDay = cutsDay
        traffic.lacksDays = lacksDays
        return traffic
    }

    /// The index of the entry that counts a row; nil if the row is new and there are too many.
    mutating func entry(of row: LoadRow, at time: Instant) -> Int? {
        let latest = latestEntries[row.kind]
        if latest >= 0, rows[latest] == row { return latest }
        let index: Int
        if let known = indices[row] {
            index = known
        } else {
            guard counts.count < entryLimit else { return nil }
            index = counts.count
            counts.append(LoadCounts(at: time))
            rows.append(row)
            indices[row] = index
        }
        latestEntries[row.kind] = index
        return index
    }

    /// Prepares what is kept for each kind.
    mutating func noteKinds() {
        while latestEntries.count < kinds.count {
            let decision = kinds[latestEntries.count].decision
            isKindLeftOut.append(!filter.chooses(decision))
            if appNames.count < Self.nameLimit, let name = decision.app?.name { appNames.insert(name) }
            latestEntries.append(-1)
        }
    }

    /// Extends the recorded period.
    mutating func countPeriod(_ first: Instant, _ last: Instant) {
        let period = recordedPeriod ?? first...last
        recordedPeriod = min(period.lowerBound, first)...max(period.upperBound, last)
    }
}

extension TrafficBuilder {
    /// The entries in an order that does not depend on that of the lines.
    private var sortedEntries: [TrafficEntry] {
        let order = counts.indices.sorted { isBefore(rows[$0], rows[$1]) }
        var places = [Int](repeating: 0, count: counts.count)
        for (place, index) in order.enumerated() { places[index] = place }
        var entries = order.map { index in
            let row = rows[index]
            var entry = TrafficEntry(kinds[row.kind].decision)
            entry.counts = counts[index]
            entry.lacksFacts = lacksFacts(entry)
            entry.follows = row.after.flatMap { indices[LoadRow(kind: $0)] }.map { places[$0] }
            return entry
        }
        for entry in entries where entry.repeats > 0 {
            if let first = entry.follows { entries[first].note(entry.decision, on: entry.repeats) }
        }
        return entries
    }

    /// Whether the decision refers to facts of the recording which are not there. What names no client or no route was not
    /// recorded by a proxy of this version, or not whole.
    private func lacksFacts(_ entry: TrafficEntry) -> Bool {
        guard let id = entry.decision.facts, entry.decision.route != nil, entry.devices.total > 0,
            facts.omitted == 0, factsIDs.count < FactsStore.limit
        else { return false }
        return line.distinguishesFacts ? !facts.contains(id) : !factsIDs.contains(id)
    }

    private func isBefore(_ left: LoadRow, _ right: LoadRow) -> Bool {
        if left.kind == right.kind {
            guard let first = left.after, let second = right.after else { return left.after == nil }
            return isBefore(kind: first, second)
        }
        return isBefore(kind: left.kind, right.kind)
    }

    private func isBefore(kind left: Int, _ right: Int) -> Bool {
        let (left, right) = (kinds[left], kinds[right])
        if left.decision.time != right.decision.time { return left.decision.time < right.decision.time }
        if left.load != right.load { return left.load < right.load }
        // Both decisions on a load may be of the same millisecond.
        if left.isSecond != right.isSecond { return right.isSecond }
        return left.key.precedes(right.key)
    }
}

extension TrafficBuilder {
    /// Keeps an event that is not about a load.
    private mutating func keepStatement(_ text: UnsafeBufferPointer<UInt8>) throws {
        if condensing != nil { return try condenseStatement(text) }
        switch line.event {
        case .facts: try keepFacts(text)
        case .policy: try keepPolicy(text)
        case .trust: try keepTrust(text)
        case .service: try keepService(text)
        case .label: try keepLabel(text)
        case .decision, .closed, .segment, .lost, .other: break
        }
    }

    private mutating func keepFacts(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts else {
            if factsIDs.count < FactsStore.limit { factsIDs.insert(String(decoding: line.kind, as: UTF8.self)) }
            return
        }
        guard isNew(text) else {
            facts.renew(String(decoding: line.kind, as: UTF8.self), at: line.time)
            return
        }
        guard case .facts(let event) = try kinds.decodeWhole(text) else { return }
        facts.add(event)
    }

    private mutating func keepPolicy(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts, case .policy(let event) = try kinds.decodeWhole(text) else { return }
        if let known = policies[event.id] {
            policies[event.id]?.time = max(known.time, event.time)
        } else if policies.count < Self.policyLimit {
            policies[event.id] = event
        }
    }

    private mutating func keepTrust(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts, case .trust(let event) = try kinds.decodeWhole(text) else { return }
        facts.add(event)
    }

    private mutating func keepService(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard case .service(let event) = try kinds.decodeWhole(text) else { return }
        services.add(event)
    }

    /// Keeps the name of a test case, unless the filter chooses by more than test cases: then it may have loads that are
    /// left out.
    private mutating func keepLabel(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard case .label(let event) = try kinds.decodeWhole(text) else { return }
        var rest = filter
        rest.labels = []
        guard rest.choosesAll, filter.labels.isEmpty || filter.labels.contains(event.label),
            namedLabels.count < LabelSummary.limit
        else { return }
        namedLabels.insert(event.label)
    }

    /// Whether no event with this content was read before, whatever its time.
    private mutating func isNew(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let hash = text.contentHash(of: line.event)
        guard knownEvents.count < FactsStore.limit else { return !knownEvents.contains(hash) }
        return knownEvents.insert(hash).inserted
    }
}
