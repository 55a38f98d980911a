import JSONWriting
import Recording
import TransportSecurity

/// The kinds of loads in recordings: decisions that are equal, apart from the members that only one load has.
///
/// A line is decoded only if its kind is new, or if it is the earliest of its kind.
struct LoadKinds {
    /// Decodes one line. Any error makes the line a broken one.
    typealias Decoder = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private let decode: Decoder
    /// Computes SHA-256, for the identifiers of kinds; nil if nobody asks for them.
    private let digest: (([UInt8]) -> [UInt8])?
    /// The scan of a decision in the spelling of `JSONWriter`, which identifies its kind.
    private var ownLine: ScannedLine
    /// The index of each kind, by all spellings that were seen.
    private var indices: [ByteKey: Int] = [:]
    fileprivate var kinds: [Kind] = []
    /// The time and the load of each kind's earliest decision, which are needed for every line.
    private var earliest: [(time: Instant, load: LoadID)] = []
    /// The members of decisions that were decoded; nil if every line is decoded as a whole.
    private var parts: DecisionParts?

    /// One kind of loads.
    struct Kind {
        /// The earliest decision, without the members that only its load had.
        var decision: DecisionEvent
        /// The identifier of the load of that decision.
        var load: LoadID
        /// The bytes that distinguish the kind, in the spelling of `JSONWriter`.
        var key: [UInt8]
        /// Whether such a decision comes after another one on the same load: it is about what was seen in a tunnel.
        var isSecond: Bool
        /// Whether a condensed recording has the decision.
        var isWritten = false
    }

    /// The largest number of additional spellings to keep. Lines in other spellings are decoded each time.
    private static let spellingLimit = 20_000

    init(
        distinguishesFacts: Bool, remembersParts: Bool = true, decode: @escaping Decoder,
        digest: (([UInt8]) -> [UInt8])? = nil
    ) {
        self.decode = decode
        parts = remembersParts ? DecisionParts() : nil
        self.digest = digest
        ownLine = ScannedLine(distinguishesFacts: distinguishesFacts)
    }

    /// The number of kinds.
    var count: Int { kinds.count }

    /// A kind by its index.
    subscript(index: Int) -> Kind { kinds[index] }

    /// Whether decisions of a kind come after other ones on the same loads.
    func isSecond(_ index: Int) -> Bool { kinds[index].isSecond }

    /// The identifier of a kind in condensed recordings: the first 128 bits of the SHA-256 digest of the bytes that
    /// distinguish it, in hexadecimal.
    func identifier(of index: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let digest = digest?(kinds[index].key) ?? []
        return String(
            decoding: digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The SHA-256 digest of bytes in hexadecimal.
    func digest(of bytes: [UInt8]) -> String { (digest?(bytes) ?? []).hexadecimal }

    /// Finds the kind of a line, and creates it if it is new. Returns nil if there are too many.
    ///
    /// - Parameters:
    ///   - line: The scanned line.
    ///   - text: The line.
    ///   - limit: The largest number of kinds.
    ///   - facts: Receives the facts that a new kind carries itself.
    mutating func index(
        of line: borrowing ScannedLine, _ text: UnsafeBufferPointer<UInt8>, limit: Int,
        facts: (FactsEvent) -> Void
    ) throws -> Int? {
        if let known = line.knownKind ?? indices[ByteKey(line.kind)] {
            if isEarlier(line, than: known) { try replaceDecision(of: known, with: text) }
            return known
        }
        guard var event = try decision(in: text) else { return nil }
        if line.distinguishesFacts { for own in event.serverFacts ?? [] { facts(own) } }
        event.serverFacts = nil
        guard let index = try insert(event, limit: limit) else { return nil }
        if indices.count < kinds.count + Self.spellingLimit { indices[ByteKey(line.kind)] = index }
        return index
    }

    /// Finds the kind of a decision, and creates it if it is new. Returns nil if there are too many.
    mutating func insert(_ event: DecisionEvent, limit: Int) throws -> Int? {
        try spell(event)
        if let known = indices[ByteKey(ownLine.kind)] {
            if isEarlier(ownLine, than: known) { keep(event, of: known) }
            return known
        }
        guard kinds.count < limit else { return nil }
        let isSecond = event.tunnel != nil || event.tls?.source == .tunnel
        kinds.append(
            Kind(decision: event.withoutClient, load: ownLine.id, key: ownLine.kind, isSecond: isSecond))
        earliest.append((event.time, ownLine.id))
        indices[ByteKey(ownLine.kind)] = kinds.count - 1
        return kinds.count - 1
    }

    /// Decodes a line. Throws an error if an object has duplicate members.
    func decodeWhole(_ text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }

    /// The decision in a line; nil for another event. Throws an error if the line is malformed.
    mutating func decision(in text: UnsafeBufferPointer<UInt8>) throws -> DecisionEvent? {
        if let known = parts?.decision(in: text) { return known }
        guard case .decision(let event) = try decodeWhole(text) else { return nil }
        parts?.keep(event, of: text)
        return event
    }

    /// The earliest decision stands for its kind, so that it does not depend on the order of the lines.
    private func isEarlier(_ line: borrowing ScannedLine, than kind: Int) -> Bool {
        guard line.time <= earliest[kind].time else { return false }
        return line.time < earliest[kind].time || line.id < earliest[kind].load
    }

    private mutating func replaceDecision(of kind: Int, with text: UnsafeBufferPointer<UInt8>) throws {
        guard var event = try decision(in: text) else { return }
        event.serverFacts = nil
        try spell(event)
        keep(event, of: kind)
    }

    private mutating func keep(_ event: DecisionEvent, of kind: Int) {
        kinds[kind].decision = event.withoutClient
        kinds[kind].load = ownLine.id
        kinds[kind].isWritten = false
        earliest[kind] = (event.time, ownLine.id)
    }

    /// Scans the line that `JSONWriter` would write for the event.
    private mutating func spell(_ event: DecisionEvent) throws {
        try event.withListener.line.withUnsafeBufferPointer { try ownLine.read($0) }
    }
}

extension LoadKinds {
    /// The memory that the kinds take, roughly.
    var estimatedSize: Int { kinds.count * 4608 }

    /// Forgets all kinds but some. Returns the new indices of these by the old ones.
    mutating func forget(allBut kept: Set<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for old in kept.sorted() { places[old] = places.count }
        kinds = kinds.enumerated().filter { kept.contains($0.offset) }.map(\.element)
        earliest = earliest.enumerated().filter { kept.contains($0.offset) }.map(\.element)
        indices.removeAll()
        for (index, kind) in kinds.enumerated() { indices[ByteKey(kind.key)] = index }
        return places
    }

    /// The lines of the kinds in a condensed recording, without those that were taken before.
    mutating func takeCondensedLines(_ ids: [String]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for index in kinds.indices where !kinds[index].isWritten {
            lines.append(condensedLine(of: index, ids[index]))
            kinds[index].isWritten = true
        }
        return lines
    }

    /// The line of a kind in a condensed recording.
    func condensedLine(of index: Int, _ id: String) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("kind")
            json.member("id", id)
            json.member("decision", kinds[index].decision)
        }
        return json.bytes
    }
}

extension DecisionEvent {
    /// The event with the name of a listener, without which its writer omits the members about the client and the app. A
    /// log shipper may have left the name out.
    var withListener: DecisionEvent {
        var event = self
        event.listener = listener ?? ""
        return event
    }
}
