import JSONWriting
import Recording
import TransportSecurity

/// Collects the lines of recordings into entries of equal loads.
struct TrafficBuilder {
    private let decode: (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent
    private let filter: RecordingFilter
    private var line: ScannedLine
    /// The scan of a decision in the spelling of `JSONWriter`, which identifies its kind.
    private var ownLine: ScannedLine
    /// The index of each kind of decision, by all spellings that were seen.
    private var indices: [[UInt8]: Int] = [:]
    private var kinds: [Kind] = []
    private var entries: [TrafficEntry] = []
    /// The index of the entry for a second decision of a kind on the loads of an entry.
    private var secondEntries: [Succession: Int] = [:]
    private var recent = RecentLoads()
    private var knownFacts: Set<[UInt8]> = []
    private var facts = FactsStore()
    private var policies: [String: PolicyEvent] = [:]
    private var services = ServiceStore()
    private var appNames: Set<String> = []
    private var uncountedDecisions = 0
    private var leftOutDecisions = 0
    private var unattributedBytes: Int64 = 0
    private var recordedPeriod: ClosedRange<Instant>?

    /// The largest number of entries, and of kinds of decisions.
    static let kindLimit = RecordedTraffic.standardEntryLimit

    /// The largest number of policies.
    private static let policyLimit = 1000

    /// The largest number of additional spellings to keep. Lines in other spellings are decoded each time.
    private static let spellingLimit = 20_000

    /// The largest number of apps whose names are kept for messages.
    private static let nameLimit = 1000

    init(
        keepingFacts: Bool, filter: RecordingFilter,
        decode: @escaping (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent
    ) {
        self.decode = decode
        self.filter = filter
        line = ScannedLine(distinguishesFacts: keepingFacts, remembersEndings: true)
        ownLine = ScannedLine(distinguishesFacts: keepingFacts)
    }

    /// What a line was, as far as the recording's own numbers need it.
    enum Added {
        /// An event of this program.
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
        case .decision: try countDecision(text)
        case .closed: countEnd()
        case .facts: try keepFacts(text)
        case .policy: try keepPolicy(text)
        case .trust: try keepTrust(text)
        case .service: try keepService(text)
        case .segment: break
        case .lost: return .lost(line.count)
        case .other: return .unknown(String(decoding: line.unknownName, as: UTF8.self))
        }
        return .event
    }

    /// The traffic that was added so far.
    func traffic(in sources: [RecordingSource]) -> RecordedTraffic {
        var traffic = RecordedTraffic(
            sources: sources, entries: entries, facts: facts, uncountedDecisions: uncountedDecisions,
            unattributedBytes: unattributedBytes &+ recent.unattributedBytes, leftOutDecisions: leftOutDecisions,
            appNames: appNames, policies: policies, services: services)
        traffic.recordedPeriod = recordedPeriod
        return traffic
    }

    /// Equal decisions, apart from the members that only one load has.
    private struct Kind {
        /// The first decision of this kind, which is the template of its entries.
        var event: DecisionEvent
        /// The entry for first decisions on loads; nil if there is none so far.
        var entry: Int?
        /// Whether the filter leaves out the loads of this kind.
        var isLeftOut: Bool
    }

    /// A kind of decisions that come second on the loads of an entry.
    private struct Succession: Hashable {
        var kind: Int
        var first: Int
    }
}

extension TrafficBuilder {
    private mutating func countDecision(_ text: UnsafeBufferPointer<UInt8>) throws {
        let known = recent[line.id]
        if known?.isLeftOut == true {
            countTime()
            leftOutDecisions += 1
            return
        }
        let found = try kind(of: text)
        countTime()
        guard let kind = found else {
            uncountedDecisions += 1
            return
        }
        if var known, let first = known.kind {
            guard let second = secondEntry(of: kind, after: first) else {
                uncountedDecisions += 1
                return
            }
            entries[second].count(line)
            entries[second].repeats += 1
            addRepeated(known, to: second)
            known.secondKind = second
            note(known)
            return
        }
        var place = known ?? RecentLoads.Place()
        guard !kinds[kind].isLeftOut, filter.chooses(line) else {
            leftOutDecisions += 1
            place.isLeftOut = true
            note(place)
            return
        }
        guard let entry = firstEntry(of: kind) else {
            uncountedDecisions += 1
            return
        }
        entries[entry].count(line)
        add(place, to: entry)
        place.kind = entry
        note(place)
    }

    private mutating func countTime() {
        let period = recordedPeriod ?? line.time...line.time
        recordedPeriod = min(period.lowerBound, line.time)...max(period.upperBound, line.time)
    }

    /// The index of the entry for first decisions of a kind; nil if there are too many entries.
    private mutating func firstEntry(of kind: Int) -> Int? {
        if let known = kinds[kind].entry { return known }
        guard let entry = newEntry(of: kind) else { return nil }
        kinds[kind].entry = entry
        return entry
    }

    /// The index of the entry for decisions of a kind on the loads of an entry; nil if there are too many entries.
    private mutating func secondEntry(of kind: Int, after first: Int) -> Int? {
        let succession = Succession(kind: kind, first: first)
        if let known = secondEntries[succession] { return known }
        guard let entry = newEntry(of: kind) else { return nil }
        entries[entry].follows = first
        secondEntries[succession] = entry
        return entry
    }

    private mutating func newEntry(of kind: Int) -> Int? {
        guard entries.count < Self.kindLimit else { return nil }
        var entry = TrafficEntry(kinds[kind].event)
        (entry.first, entry.last) = (line.time, line.time)
        entries.append(entry)
        return entries.count - 1
    }

    /// The index of the line's kind; nil if the kind is new and there are too many.
    private mutating func kind(of text: UnsafeBufferPointer<UInt8>) throws -> Int? {
        if let known = indices[line.kind] { return known }
        guard case .decision(var event) = try decodeWhole(text) else { return nil }
        if line.distinguishesFacts { for own in event.serverFacts ?? [] { facts.add(own) } }
        event.serverFacts = nil
        try spell(event)
        if let known = indices[ownLine.kind] {
            if indices.count < kinds.count + Self.spellingLimit { indices[line.kind] = known }
            return known
        }
        guard kinds.count < Self.kindLimit else { return nil }
        kinds.append(Kind(event: TrafficEntry(event).decision, isLeftOut: !filter.chooses(event)))
        if appNames.count < Self.nameLimit, let name = event.app?.name { appNames.insert(name) }
        indices[ownLine.kind] = kinds.count - 1
        if indices.count < kinds.count + Self.spellingLimit { indices[line.kind] = kinds.count - 1 }
        return kinds.count - 1
    }

    /// Scans the line that `JSONWriter` would write for the event.
    private mutating func spell(_ event: DecisionEvent) throws {
        var event = event
        // Without a listener, the writer would also omit the app.
        event.listener = event.listener ?? ""
        try event.line.withUnsafeBufferPointer { try ownLine.read($0) }
    }

    /// Decodes a line. Throws an error if an object has duplicate members.
    private func decodeWhole(_ text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }

    private mutating func countEnd() {
        var end = recent[line.id] ?? RecentLoads.Place()
        guard !end.hasEnded else { return }
        end.hasEnded = true
        end.fromClient = line.bytesFromClient
        end.fromServer = line.bytesFromServer
        end.hasClientRefusal = line.hasClientRefusal
        if let kind = end.kind { add(end, to: kind) }
        if let kind = end.secondKind { addRepeated(end, to: kind) }
        note(end)
    }

    private mutating func addRepeated(_ end: RecentLoads.Place, to kind: Int) {
        entries[kind].repeatedBytesFromClient &+= end.fromClient
        entries[kind].repeatedBytesFromServer &+= end.fromServer
    }

    private mutating func add(_ end: RecentLoads.Place, to kind: Int) {
        entries[kind].bytesFromClient &+= end.fromClient
        entries[kind].bytesFromServer &+= end.fromServer
        if end.hasClientRefusal { entries[kind].clientRefusals += 1 }
    }

    private mutating func note(_ place: RecentLoads.Place) {
        guard let forgotten = recent.note(place, for: line.id), forgotten.kind == nil, !forgotten.isLeftOut else {
            return
        }
        unattributedBytes &+= forgotten.fromClient &+ forgotten.fromServer
    }

    private mutating func keepPolicy(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts, policies.count < Self.policyLimit else { return }
        guard case .policy(let event) = try decodeWhole(text) else { return }
        policies[event.id] = event
    }

    private mutating func keepTrust(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts, case .trust(let event) = try decodeWhole(text) else { return }
        facts.add(event)
    }

    private mutating func keepService(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard case .service(let event) = try decodeWhole(text) else { return }
        services.add(event)
    }

    private mutating func keepFacts(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.distinguishesFacts, !knownFacts.contains(line.kind) else { return }
        guard case .facts(let event) = try decodeWhole(text) else { return }
        facts.add(event)
        if knownFacts.count < FactsStore.limit { knownFacts.insert(line.kind) }
    }
}
