import Events
import JSONWriting
import TransportSecurity

/// The state of a `TrafficBuilder` that condenses recordings: their identifiers, and the events that are not about
/// loads.
struct CondensingState {
    /// The identifiers of the recordings that were read. Rows have the index of their recording. The last recording is
    /// being read.
    private(set) var recordings = [""]
    /// Policies, trust stores, facts, services and the names of test cases.
    var statements = CondensedStatements()

    /// The memory for kinds in bytes above which they are removed after their lines were taken.
    var kindSizeLimit = 40 << 20
    /// The largest number of rows, and of kinds. Counts are usually taken long before, because of the memory that they
    /// need.
    static let entryLimit = 1 << 20

    /// The index of the recording that is being read.
    var recording: Int32 { Int32(recordings.count - 1) }

    /// Sets the identifier of the recording that is being read.
    mutating func identify(_ id: String) { recordings[recordings.count - 1] = id }

    /// Ends the recording that is being read, and sets its identifier.
    mutating func endRecording(_ id: String) {
        identify(id)
        recordings.append("")
    }
}

/// The error if decisions were not counted, because a part of a recording has more kinds of loads, or rows, than
/// `CondensingState.entryLimit`.
struct TooManyKindsError: Error, CustomStringConvertible {
    var description: String { "there are more than \(CondensingState.entryLimit) kinds of loads at once" }
}

/// The events of recordings that are not about loads, while these are condensed: policies, trust stores, facts about
/// servers, offers of destinations and names of test cases. Each occurs once, with the latest time.
struct CondensedStatements {
    private var statements: [Statement] = []
    /// The index of each statement, by the hash of a line that has it.
    private var indices: [Int: Int] = [:]
    /// The size of all statements in bytes.
    private(set) var bytes = 0
    /// The size in bytes above which all statements are removed after their lines were taken.
    private static let sizeLimit = 8 << 20

    private struct Statement {
        /// The JSON of the event behind its time, such as `","event":"label","label":"login"}`.
        var content: [UInt8]
        var time: Instant
        /// Whether the line with this time was taken.
        var isTaken = false
    }

    /// Keeps an event that is not about a load. Throws an error if the line is malformed.
    ///
    /// Facts lose the bytes of their handshakes, which differ in each probe of a server. Equal facts would otherwise be
    /// kept once for each probe. Labels lose the members about the request that has set them.
    mutating func keep(
        _ line: borrowing ScannedLine, text: UnsafeBufferPointer<UInt8>, by decoder: EventDecoder
    ) throws {
        let hash = text.contentHash(of: line.event)
        if renew(hash, at: line.time) { return }
        switch try decoder.event(in: text) {
        case .facts(let event): insert(event.withoutExchanges, at: line.time, hash: hash)
        case .policy(let event): insert(event, at: line.time, hash: hash)
        case .trust(let event): insert(event, at: line.time, hash: hash)
        case .service(let event): insert(event, at: line.time, hash: hash)
        case .label(let event): insert(LabelEvent(time: event.time, label: event.label), at: line.time, hash: hash)
        case .decision, .closed, .segment, .lost, .unknown: throw JSONScanner.Malformed()
        }
    }

    /// Keeps the facts of a decision.
    mutating func keep(_ facts: FactsEvent) {
        let facts = facts.withoutExchanges
        let hash = facts.line.withUnsafeBufferPointer { $0.contentHash(of: .facts) }
        if !renew(hash, at: facts.time) { insert(facts, at: facts.time, hash: hash) }
    }

    /// Updates the time of the statement in a line that was read again. Returns false if no line with the hash was read
    /// before.
    private mutating func renew(_ hash: Int, at time: Instant) -> Bool {
        guard let index = indices[hash] else { return false }
        guard statements[index].time < time else { return true }
        (statements[index].time, statements[index].isTaken) = (time, false)
        return true
    }

    /// Adds an event whose line has the hash.
    private mutating func insert(_ event: some JSONWritable, at time: Instant, hash: Int) {
        let content = event.line.withUnsafeBufferPointer { Array($0.withoutTime) }
        indices[hash] = statements.count
        statements.append(Statement(content: content, time: time))
        bytes += content.count
    }

    /// Takes the lines that were not taken before, in no order. The statements are kept unless they are large, because
    /// a known line need not be decoded again.
    mutating func takeLines() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for index in statements.indices where !statements[index].isTaken {
            lines.append(Self.line(of: statements[index]))
            statements[index].isTaken = true
        }
        if bytes > Self.sizeLimit { self = CondensedStatements() }
        return lines
    }

    /// Takes all statements, and forgets them.
    mutating func takeAll(_ decoder: EventDecoder) throws -> [CondensedPart.Statement] {
        defer { self = CondensedStatements() }
        return try statements.map { statement in
            let line = Self.line(of: statement)
            return try line.withUnsafeBufferPointer { text in
                CondensedPart.Statement(
                    digest: decoder.digest(Array(text.withoutTime)).hexadecimal, event: try decoder.event(in: text),
                    line: line)
            }
        }
    }

    /// The line of a statement with its latest time.
    private static func line(of statement: Statement) -> [UInt8] {
        Array(#"{"time":""#.utf8) + Array(statement.time.description.utf8) + statement.content
    }
}
