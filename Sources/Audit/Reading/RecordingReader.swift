import JSONWriting
import Recording
import TransportSecurity

/// Reads recordings of any size line by line. The memory grows with the number of distinct entries, not with the number
/// of lines.
///
/// Log shippers may rewrite lines: with another order of members, white space, escapes and additional members. Such a
/// line is read as the original line would be.
public struct RecordingReader {
    /// Decodes one line. Any error makes the line a broken one.
    public typealias Decoder = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private let decode: Decoder
    private var line: ScannedLine
    /// The scan of a decision in the spelling of `JSONWriter`, which identifies its entry.
    private var ownLine: ScannedLine
    private var splitter = LineSplitter()
    private var sources: [RecordingSource] = []
    /// The index of each entry, by all spellings that were seen.
    private var kinds: [[UInt8]: Int] = [:]
    private var entries: [TrafficEntry] = []
    private var recent = RecentLoads()
    private var knownFacts: Set<[UInt8]> = []
    private var facts = FactsStore()
    private var uncountedDecisions = 0
    private var unattributedBytes: Int64 = 0

    /// The largest number of entries.
    public static let kindLimit = 200_000

    /// The largest number of additional spellings to keep. Lines in other spellings are decoded each time.
    private static let spellingLimit = 20_000

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - keepingFacts: Whether facts about servers are kept, so that the traffic can be judged again.
    ///   - decode: Decodes one line of JSON.
    public init(keepingFacts: Bool, decode: @escaping Decoder) {
        self.decode = decode
        line = ScannedLine(distinguishesFacts: keepingFacts)
        ownLine = ScannedLine(distinguishesFacts: keepingFacts)
    }

    /// Begins a recording. The following bytes belong to it.
    public mutating func begin(_ name: String) {
        sources.append(RecordingSource(name: name))
        splitter = LineSplitter()
    }

    /// Reads a part of the recording, of any length.
    public mutating func read(_ piece: UnsafeBufferPointer<UInt8>) {
        guard !sources.isEmpty else { return }
        sources[sources.count - 1].bytes += Int64(piece.count)
        // The splitter calls back into the reader, so it is moved out of the reader during the call.
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.append(piece) { read($0) }
        swap(&splitter, &self.splitter)
    }

    /// Ends the recording. A last line without a line feed counts if it is complete.
    public mutating func end() {
        guard !sources.isEmpty else { return }
        let brokenBefore = sources[sources.count - 1].brokenLines
        var splitter = LineSplitter()
        swap(&splitter, &self.splitter)
        splitter.finish {
            sources[sources.count - 1].endsUnfinished = true
            read($0)
        }
        // An incomplete last line is not broken, because its writer may not have finished it.
        if sources[sources.count - 1].endsUnfinished, sources[sources.count - 1].brokenLines > brokenBefore {
            sources[sources.count - 1].forgetBroken()
        }
    }

    /// The traffic that was read so far.
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
            // Blank lines are ignored.
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

    /// The line without a byte order mark (RFC 8259 §8.1 permits to ignore it).
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

    /// The index of the line's entry; nil if the line needs a new entry and there are too many.
    private mutating func kind(of text: UnsafeBufferPointer<UInt8>) throws -> Int? {
        if let known = kinds[line.kind] { return known }
        guard case .decision(var event) = try decodeWhole(text) else { return nil }
        if line.distinguishesFacts { for own in event.serverFacts ?? [] { facts.add(own) } }
        event.serverFacts = nil
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
        guard line.distinguishesFacts, !knownFacts.contains(line.kind) else { return }
        guard case .facts(let event) = try decodeWhole(text) else { return }
        facts.add(event)
        if knownFacts.count < FactsStore.limit { knownFacts.insert(line.kind) }
    }
}
