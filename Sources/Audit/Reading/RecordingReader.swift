import Recording
import TransportSecurity

/// Reads recordings of any size into counts, line by line: what it holds grows with the kinds of traffic, not with the
/// number of lines.
///
/// A log shipper may have written the lines anew: members in another order, white space, escapes, members of its own.
/// What is read of such a line is what is read of the line that our writer would have written.
public struct RecordingReader {
    /// Decodes one line; any error makes it a broken one.
    public typealias Decoder = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private let decode: Decoder
    private var line: ScannedLine
    /// The scan of a line in the spelling of `JSONWriter`, by which kinds of entries are told apart.
    private var ownLine: ScannedLine
    private var splitter = LineSplitter()
    private var sources: [RecordingSource] = []
    /// The position of each kind, by each spelling of it that was seen.
    private var kinds: [[UInt8]: Int] = [:]
    private var entries: [TrafficEntry] = []
    private var recent = RecentLoads()
    private var knownFacts: Set<[UInt8]> = []
    private var facts = FactsStore()
    private var uncountedDecisions = 0
    private var unattributedBytes: Int64 = 0

    /// How many kinds of loads are counted.
    public static let kindLimit = 200_000

    /// How many spellings of kinds are remembered besides our own; lines in others are decoded each time.
    private static let spellingLimit = 20_000

    /// A reader that read nothing yet.
    ///
    /// - Parameters:
    ///   - keepingFacts: whether facts about servers are kept, to judge the traffic anew.
    ///   - decode: decodes one line of JSON.
    public init(keepingFacts: Bool, decode: @escaping Decoder) {
        self.decode = decode
        line = ScannedLine(tellsFactsApart: keepingFacts)
        ownLine = ScannedLine(tellsFactsApart: keepingFacts)
    }

    /// Begins a recording of that name; what comes before the next one belongs to it.
    public mutating func begin(_ name: String) {
        sources.append(RecordingSource(name: name))
        splitter = LineSplitter()
    }

    /// Reads the next piece of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !sources.isEmpty else { return }
        sources[sources.count - 1].bytes += Int64(piece.count)
        // The splitter calls back into the reader, so it is taken out of it meanwhile.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.append(piece) { read($0) }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording. A last line without an end counts if it is whole.
    public mutating func end() {
        guard !sources.isEmpty else { return }
        let brokenBefore = sources[sources.count - 1].brokenLines
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish {
            sources[sources.count - 1].endsUnfinished = true
            read($0)
        }
        // What a writer has not finished yet is not broken.
        if sources[sources.count - 1].endsUnfinished, sources[sources.count - 1].brokenLines > brokenBefore {
            sources[sources.count - 1].forgetBroken()
        }
    }

    /// What was read until now.
    public var traffic: RecordedTraffic {
        RecordedTraffic(
            sources: sources, entries: entries, facts: facts, uncountedDecisions: uncountedDecisions,
            unattributedBytes: unattributedBytes &+ recent.unattributedBytes)
    }
}

extension RecordingReader {
    private mutating func read(_ next: LineSplitter.Line) {
        let place = sources.count - 1
        sources[place].lines += 1
        switch next {
        case .overlong:
            sources[place].countBroken(nil)
        case .text(let text):
            // A blank line is nobody's fault and nobody's event.
            guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
            let text = Self.withoutMark(text)
            do {
                try line.read(text)
                try count(text)
            } catch {
                sources[place].countBroken(text)
            }
        }
    }

    /// The line without the byte order mark that some programs put before UTF-8 (RFC 8259 §8.1 permits to ignore it).
    private static func withoutMark(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: text[3...]) : text
    }

    private mutating func count(_ text: UnsafeBufferPointer<UInt8>) throws {
        switch line.event {
        case .decision: try countDecision(text)
        case .closed: countEnd()
        case .facts: try keepFacts(text)
        case .lost: sources[sources.count - 1].lostEvents &+= line.count
        case .other: break
        }
    }

    private mutating func countDecision(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard let kind = try kind(of: text) else {
            uncountedDecisions += 1
            return
        }
        entries[kind].decisions += 1
        entries[kind].first = min(entries[kind].first, line.time)
        entries[kind].last = max(entries[kind].last, line.time)
        let known = recent[line.id]
        if var known, known.kind != nil {
            entries[kind].repeats += 1
            addRepeated(known, to: kind)
            known.secondKind = kind
            note(known)
            return
        }
        var place = known ?? RecentLoads.Place()
        add(place, to: kind)
        place.kind = kind
        note(place)
    }

    /// The position of the line's kind; nil where it is new and there are too many.
    private mutating func kind(of text: UnsafeBufferPointer<UInt8>) throws -> Int? {
        if let known = kinds[line.kind] { return known }
        guard case .decision(let event) = try decodeWhole(text) else { return nil }
        try spell(event)
        if let known = kinds[ownLine.kind] {
            if kinds.count < entries.count + Self.spellingLimit { kinds[line.kind] = known }
            return known
        }
        guard entries.count < Self.kindLimit else { return nil }
        entries.append(TrafficEntry(event))
        kinds[ownLine.kind] = entries.count - 1
        if kinds.count < entries.count + Self.spellingLimit { kinds[line.kind] = entries.count - 1 }
        return entries.count - 1
    }

    /// Reads the line that our writer makes of the event.
    private mutating func spell(_ event: DecisionEvent) throws {
        var event = event
        // Without it, the writer leaves out the app as well.
        event.listener = event.listener ?? ""
        try event.line.withUnsafeBufferPointer { try ownLine.read($0) }
    }

    /// Decodes a line, which must mean one thing alone.
    private func decodeWhole(_ text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }

    private mutating func countEnd() {
        var end = recent[line.id] ?? RecentLoads.Place()
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
        guard let forgotten = recent.note(place, for: line.id), forgotten.kind == nil else { return }
        unattributedBytes &+= forgotten.fromClient &+ forgotten.fromServer
    }

    private mutating func keepFacts(_ text: UnsafeBufferPointer<UInt8>) throws {
        guard line.tellsFactsApart, !knownFacts.contains(line.kind) else { return }
        guard case .facts(let event) = try decodeWhole(text) else { return }
        facts.add(event)
        if knownFacts.count < FactsStore.limit { knownFacts.insert(line.kind) }
    }
}
