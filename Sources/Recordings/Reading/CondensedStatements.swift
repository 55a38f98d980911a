import Events
import JSONWriting
import TransportSecurity

/// Policies, trust stores, facts about servers, offers of destinations and the names of test cases, each once, with the
/// latest time at which it was recorded.
struct CondensedStatements {
    private var statements: [Statement] = []
    /// The place of each statement, by the hash of a line that has it.
    private var places: [Int: Int] = [:]
    /// The bytes of all statements.
    private(set) var bytes = 0
    /// The size above which statements are forgotten whose lines were taken.
    private static let sizeLimit = 8 << 20

    private struct Statement {
        /// The event as JSON, after its time.
        var content: [UInt8]
        var time: Instant
        /// Whether the line with this time was taken.
        var isTaken = false
    }

    /// Keeps an event that is not about a load. Facts lose the bytes that were on the wire, which differ in each probe
    /// of a server: equal facts would be kept once for each probe. Labels lose the place where they were set. Throws an
    /// error if the line is malformed.
    mutating func keep(
        _ line: borrowing ScannedLine, _ text: UnsafeBufferPointer<UInt8>, _ decoder: EventDecoder
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

    /// Keeps the facts that a decision carries itself.
    mutating func keep(_ own: FactsEvent) {
        let own = own.withoutExchanges
        let hash = own.line.withUnsafeBufferPointer { $0.contentHash(of: .facts) }
        if !renew(hash, at: own.time) { insert(own, at: own.time, hash: hash) }
    }

    /// Notes that a line with the hash was read again. Returns false if no such line was read before.
    private mutating func renew(_ hash: Int, at time: Instant) -> Bool {
        guard let place = places[hash] else { return false }
        guard statements[place].time < time else { return true }
        (statements[place].time, statements[place].isTaken) = (time, false)
        return true
    }

    /// Adds an event whose line has the hash.
    private mutating func insert(_ event: some JSONWritable, at time: Instant, hash: Int) {
        let content = event.line.withUnsafeBufferPointer { Array($0.withoutTime) }
        places[hash] = statements.count
        statements.append(Statement(content: content, time: time))
        bytes += content.count
    }

    /// Takes the lines that were not taken before, in no order. The statements themselves are kept, unless they are
    /// large: a line that is read again then need not be decoded.
    mutating func takeLines() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for place in statements.indices where !statements[place].isTaken {
            lines.append(Self.line(of: statements[place]))
            statements[place].isTaken = true
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

    private static func line(of statement: Statement) -> [UInt8] {
        Array(#"{"time":""#.utf8) + Array(statement.time.description.utf8) + statement.content
    }
}
