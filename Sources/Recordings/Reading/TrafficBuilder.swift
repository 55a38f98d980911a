import Events
import InternetNames
import Traffic
import TransportSecurity

/// Counts the lines of recordings in a `Traffic`, for `RecordingReader`.
///
/// Each line about a load names the row in which it counts. The result therefore depends neither on the order of the
/// lines nor on the division of a recording into files. Only lines of earlier versions are joined by the identifiers of
/// their loads.
struct TrafficBuilder {
    /// The choice of loads to count.
    let filter: RecordingFilter
    let decoder: EventDecoder
    /// The loads that were counted so far.
    var traffic: Traffic
    /// The kinds of the lines that were read so far.
    var kinds: KindLookup
    /// The line that is being read.
    private var line = ScannedLine()
    /// The events that are not about loads; unused in a builder that condenses.
    private(set) var statements: RecordedStatements
    /// The loads in lines of earlier versions.
    private var joiner = LoadJoiner()
    /// The last lines, which may be delivered again.
    private var recentLines = RecentLines()
    /// The actual kinds of decisions whose lines were changed after they were written, by the kinds that the lines
    /// name.
    private var renamed: [LoadKindID: LoadKindID] = [:]
    /// The connections of QUIC that a gateway refused.
    private(set) var refusedQUIC = RefusedQUIC()
    /// The latest loads; nil if they are not kept.
    private(set) var recentLoads: RecentLoads?
    /// The time from the first to the last decision, including those that the filter leaves out.
    private(set) var recordedPeriod: ClosedRange<Instant>?
    /// The number of decisions that the filter leaves out.
    var leftOutDecisions = 0
    /// The time of the event `segment` of the recording that is being read; nil without one.
    private var segmentStart: Instant?
    /// The state that is kept for a condensed recording; nil if entries are wanted.
    var condensing: CondensingState?
    /// Whether the filter chooses a part of a day of a condensed recording. Such a recording has counts by day only.
    var cutsDay = false
    /// Whether the filter chooses days of a condensed recording that counts all days together.
    var lacksDays = false

    /// The largest number of entries, and of kinds of decisions.
    static let kindLimit = RecordedTraffic.standardEntryLimit

    /// The size of undecoded lines in bytes above which the earliest decisions are decoded.
    private static let undecodedLimit = 32 << 20

    /// Creates a builder of traffic with entries.
    ///
    /// - Parameter keepingFacts: Whether facts about servers are kept, for judging the traffic again.
    init(keepingFacts: Bool, filter: RecordingFilter, _ decoder: EventDecoder) {
        (self.filter, self.decoder) = (filter, decoder)
        traffic = Traffic(limit: Self.kindLimit)
        kinds = KindLookup(decoder)
        statements = RecordedStatements(keepsFacts: keepingFacts, decoder)
        recentLoads = keepingFacts ? RecentLoads() : nil
        refusedQUIC.mayBeOfOthers = filter.choosesByLoads
    }

    /// Creates a builder that condenses recordings.
    init(condensingBy decoder: EventDecoder) {
        (filter, self.decoder) = (RecordingFilter(), decoder)
        traffic = Traffic(limit: CondensingState.entryLimit)
        kinds = KindLookup(decoder)
        statements = RecordedStatements(keepsFacts: true, decoder)
        condensing = CondensingState()
    }

    /// The content of a line that was added, as far as it matters for the totals of its recording.
    enum LineContent {
        /// The decision on a load, with its time, or the end of a load, without a time.
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

    /// Begins a recording.
    mutating func beginRecording() { (segmentStart, recentLines) = (nil, RecentLines()) }

    /// Adds a line. Throws an error if the line is not an event.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) throws -> LineContent {
        try line.read(text)
        switch line.event {
        case .decision, .closed:
            let identity = line.identity
            if !recentLines.contains(identity) {
                if line.event == .decision { try countDecision(text) } else { countEnd() }
                recentLines.insert(identity)
            }
            return .load(line.id, line.event == .decision ? line.time : nil)
        case .facts, .policy, .trust, .service, .label:
            if condensing != nil { try condenseStatement(text) } else { try statements.keep(line, text: text) }
        case .segment:
            guard case .segment(let event) = try decoder.event(in: text) else { return .event }
            segmentStart = segmentStart ?? event.time
            return .segment(event)
        case .lost: return .lost(line.count)
        case .other: return .unknown(String(decoding: line.unknownName, as: UTF8.self))
        }
        return .event
    }

    /// Counts the lines that were joined by identifier and wait for others.
    mutating func finish() {
        joiner.countAll(in: &traffic)
    }

    /// Notes a connection of QUIC that a gateway refused, if the filter chooses it.
    mutating func noteRefusal(of authority: Authority, to client: IPAddress, at time: Instant) {
        if filter.chooses(authority.host, from: client, at: time) {
            refusedQUIC.add(authority, from: client, at: time)
        }
    }

    /// Corrects rows that name the former kind of changed decisions. Ends and further decisions are then counted under
    /// the actual kind.
    mutating func renameRows() {
        traffic.rename(renamed.filter { traffic.kinds[$0.key] == nil })
    }

    /// Decodes the earliest decisions of kinds that are not decoded yet.
    mutating func decodeEarliest() {
        traffic.kinds.decodeEarliest { [kinds] in kinds.decision(in: $0) }
    }
}

extension TrafficBuilder {
    /// Counts the decision in the line, unless the filter leaves it out.
    private mutating func countDecision(_ text: UnsafeBufferPointer<UInt8>) throws {
        let kind = try kindOfDecision(text)
        extendPeriod(from: line.time, to: line.time)
        guard filter.chooses(line), !joiner.leavesOut(line.id) else {
            leftOutDecisions += 1
            if !line.hasKind { leftOutDecisions += joiner.leaveOut(line.id, from: &traffic) }
            return
        }
        guard let kind else { return traffic.noteUncounted(1) }
        if traffic.kinds.undecodedSize > Self.undecodedLimit { decodeEarliest() }
        recentLoads?.addDecision(line.recentLoad(of: kind), on: line.id)
        guard let namedKind = line.kind else {
            // A line of an earlier version names no row.
            let isSecond = traffic.kinds[kind]?.isSecond == true
            return joiner.count(line.decision, isSecond: isSecond, in: row(of: kind, after: nil), of: &traffic)
        }
        // If the members of a line were changed after it was written, its actual kind differs from the kind that it
        // names. Ends name the former kind as well.
        if namedKind != kind, renamed.count < Self.kindLimit { renamed[namedKind] = kind }
        traffic.count(line.decision, in: row(of: kind, after: line.firstKind))
    }

    /// Finds the kind of the decision in the line, and keeps the facts that the decision has. Returns nil if there are
    /// too many kinds.
    private mutating func kindOfDecision(_ text: UnsafeBufferPointer<UInt8>) throws -> LoadKindID? {
        var factsOfDecision: [FactsEvent] = []
        let limit = condensing == nil ? Self.kindLimit : CondensingState.entryLimit
        let kind = try kinds.kind(of: line, text: text, in: &traffic.kinds, limit: limit) { factsOfDecision.append($0) }
        for facts in factsOfDecision { keep(facts) }
        return kind
    }

    /// Counts the end of a load in the line, unless the filter leaves the load out.
    private mutating func countEnd() {
        guard let end = line.ended else { return }
        guard line.hasKind else {
            let joinedEnd = LoadJoiner.End(row: row(of: .none, after: nil), end: end, isEarly: isEarly)
            return joiner.count(joinedEnd, of: line.id, in: &traffic)
        }
        guard filter.chooses(line) else { return }
        recentLoads?.addEnd(
            of: line.id, bytes: end, milliseconds: line.time.milliseconds - line.began.milliseconds, at: line.time)
        // If an end names no kind, the decision on its load comes after it. The load is then not an early one.
        let isEarly = line.kind != nil && isEarly
        traffic.count(end, of: line.id, in: row(of: line.kind ?? .none, after: line.firstKind), isEarly: isEarly)
    }

    /// Whether the load of the line began before the segment that is being read. The decision on it is then in another
    /// segment.
    private var isEarly: Bool { segmentStart.map { line.id.time ?? line.time <= $0 } ?? false }

    /// The row that counts the line.
    private func row(of kind: LoadKindID, after first: LoadKindID?) -> LoadRow {
        guard let condensing else { return LoadRow(kind: kind, after: first) }
        return LoadRow(
            kind: kind, after: first, label: line.label.isEmpty ? nil : String(decoding: line.label, as: UTF8.self),
            day: line.began.day, recording: condensing.recording)
    }

    /// Keeps the facts of a decision.
    private mutating func keep(_ facts: FactsEvent) {
        if condensing == nil { statements.keep(facts) } else { condensing?.statements.keep(facts) }
    }

    private mutating func condenseStatement(_ text: UnsafeBufferPointer<UInt8>) throws {
        try condensing?.statements.keep(line, text: text, by: decoder)
    }

    /// Extends `recordedPeriod`.
    mutating func extendPeriod(from first: Instant, to last: Instant) {
        let period = recordedPeriod ?? first...last
        recordedPeriod = min(period.lowerBound, first)...max(period.upperBound, last)
    }
}

extension ScannedLine {
    /// The members of a decision that are counted in its row.
    fileprivate var decision: CountedDecision {
        CountedDecision(
            time: time, load: id, ended: ended, device: Self.text(device), user: Self.text(user),
            label: Self.text(label), path: Self.text(path))
    }

    /// The load of the line, for readers of single loads.
    fileprivate func recentLoad(of kind: LoadKindID) -> RecentLoad {
        RecentLoad(
            kind: kind, after: firstKind, time: time, device: Self.text(device), label: Self.text(label),
            path: Self.text(path), bytes: ended)
    }

    private static func text(_ bytes: [UInt8]) -> String { bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self) }
}
