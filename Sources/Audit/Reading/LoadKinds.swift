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
    }

    /// The largest number of additional spellings to keep. Lines in other spellings are decoded each time.
    private static let spellingLimit = 20_000

    init(distinguishesFacts: Bool, decode: @escaping Decoder, digest: (([UInt8]) -> [UInt8])? = nil) {
        self.decode = decode
        self.digest = digest
        ownLine = ScannedLine(distinguishesFacts: distinguishesFacts)
    }

    /// The number of kinds.
    var count: Int { kinds.count }

    /// A kind by its index.
    subscript(index: Int) -> Kind { kinds[index] }

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
        if let known = indices[ByteKey(line.kind)] {
            if isEarlier(line, than: kinds[known]) { try replaceDecision(of: known, with: text) }
            return known
        }
        guard case .decision(var event) = try decodeWhole(text) else { return nil }
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
            if isEarlier(ownLine, than: kinds[known]) { keep(event, of: known) }
            return known
        }
        guard kinds.count < limit else { return nil }
        let isSecond = event.tunnel != nil || event.tls?.source == .tunnel
        kinds.append(
            Kind(decision: event.withoutClient, load: ownLine.id, key: ownLine.kind, isSecond: isSecond))
        indices[ByteKey(ownLine.kind)] = kinds.count - 1
        return kinds.count - 1
    }

    /// Decodes a line. Throws an error if an object has duplicate members.
    func decodeWhole(_ text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }

    /// The earliest decision stands for its kind, so that it does not depend on the order of the lines.
    private func isEarlier(_ line: borrowing ScannedLine, than kind: Kind) -> Bool {
        guard line.time <= kind.decision.time else { return false }
        return line.time < kind.decision.time || line.id < kind.load
    }

    private mutating func replaceDecision(of kind: Int, with text: UnsafeBufferPointer<UInt8>) throws {
        guard case .decision(var event) = try decodeWhole(text) else { return }
        event.serverFacts = nil
        try spell(event)
        keep(event, of: kind)
    }

    private mutating func keep(_ event: DecisionEvent, of kind: Int) {
        kinds[kind].decision = event.withoutClient
        kinds[kind].load = ownLine.id
    }

    /// Scans the line that `JSONWriter` would write for the event.
    private mutating func spell(_ event: DecisionEvent) throws {
        var event = event
        // Without a listener, the writer would also omit the app.
        event.listener = event.listener ?? ""
        try event.line.withUnsafeBufferPointer { try ownLine.read($0) }
    }
}

extension LoadKinds {
    /// The line of a kind in a condensed recording.
    func condensedLine(of index: Int, _ id: String) -> [UInt8] {
        var decision = kinds[index].decision
        // Without a listener, the writer would also omit the app.
        decision.listener = decision.listener ?? ""
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("kind")
            json.member("id", id)
            json.member("decision", decision)
        }
        return json.bytes
    }
}
