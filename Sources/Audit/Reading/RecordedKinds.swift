import JSONWriting
import Recording
import TransportSecurity

/// The kinds of loads in recordings.
///
/// A line is decoded only if no line with the same members was read before.
struct RecordedKinds {
    private let decoder: EventDecoder
    /// The indices of the kinds of lines, by the hashes of their members.
    private var known: [UInt64: Int] = [:]
    private var indices: [LoadKindID: Int] = [:]
    private var kinds: [Kind] = []
    /// The time and the load of each kind's earliest decision, which are compared for every line.
    private var earliest: [(time: Instant, load: LoadID)] = []
    /// The lines of earliest decisions that are not decoded yet, by the index of their kind.
    private var undecoded: [Int: [UInt8]] = [:]

    /// One kind of loads.
    struct Kind {
        /// The identifier.
        let id: LoadKindID
        /// The earliest decision, without the members that only its load had.
        var decision: DecisionEvent
        /// Whether a condensed recording has the decision.
        var isWritten = false

        /// Whether such a decision comes after another one on the same load: it is about what was seen in a tunnel.
        var isSecond: Bool { decision.tunnel != nil || decision.tls?.source == .tunnel }
    }

    /// The largest number of hashes to remember. At this number all are forgotten.
    private static let knownLimit = 1 << 18

    init(_ decoder: EventDecoder) {
        self.decoder = decoder
    }

    /// The number of kinds.
    var count: Int { kinds.count }

    /// A kind; nil if it was not read.
    subscript(id: LoadKindID) -> Kind? { indices[id].map { kinds[$0] } }

    /// The time and the load of a kind's earliest decision; nil if the kind was not read.
    func earliest(of id: LoadKindID) -> (time: Instant, load: LoadID)? { indices[id].map { earliest[$0] } }

    /// The earliest decisions of all kinds, in no order.
    var decisions: [DecisionEvent] { kinds.map(\.decision) }

    /// The memory that the kinds take, roughly.
    var estimatedSize: Int { kinds.count * 4608 }

    /// Finds the kind of a decision, and keeps it if it is new. Returns nil if there are too many. Throws an error if the line is
    /// malformed.
    ///
    /// - Parameters:
    ///   - line: The scanned line.
    ///   - text: The line.
    ///   - limit: The largest number of kinds.
    ///   - facts: Receives the facts that a decoded decision carries itself.
    mutating func kind(
        of line: borrowing ScannedLine, _ text: UnsafeBufferPointer<UInt8>, limit: Int, facts: (FactsEvent) -> Void
    ) throws -> LoadKindID? {
        if let index = known[line.membersHash] {
            note(line, text, at: index)
            return kinds[index].id
        }
        guard case .decision(var event) = try decoder.event(in: text) else { throw JSONScanner.Malformed() }
        for own in event.serverFacts ?? [] { facts(own) }
        event.serverFacts = nil
        guard let index = insert(event, of: line.id, limit: limit) else { return nil }
        if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
        known[line.membersHash] = index
        return kinds[index].id
    }

    /// Keeps the kind of a decision, and returns its identifier; nil if there are too many.
    mutating func kind(of event: DecisionEvent, limit: Int) -> LoadKindID? {
        let load = LoadID(event.id.description)
        return insert(event, of: load, limit: limit).map { kinds[$0].id }
    }

    /// Returns the index of the kind of a decision; nil if there are too many.
    private mutating func insert(_ event: DecisionEvent, of load: LoadID, limit: Int) -> Int? {
        let id = event.kindID(digest: decoder.digest)
        if let known = indices[id] {
            guard (event.time, load) < earliest[known] else { return known }
            kinds[known] = Kind(id: id, decision: event.withoutClient)
            earliest[known] = (event.time, load)
            undecoded[known] = nil
            return known
        }
        guard kinds.count < limit else { return nil }
        indices[id] = kinds.count
        kinds.append(Kind(id: id, decision: event.withoutClient))
        earliest.append((event.time, load))
        return kinds.count - 1
    }

    /// The earliest decision stands for its kind, so that the kind does not depend on the order of the lines.
    private mutating func note(_ line: borrowing ScannedLine, _ text: UnsafeBufferPointer<UInt8>, at index: Int) {
        guard (line.time, line.id) < earliest[index] else { return }
        earliest[index] = (line.time, line.id)
        undecoded[index] = Array(text)
        kinds[index].isWritten = false
    }

    /// Decodes the lines of earliest decisions that are not decoded yet.
    mutating func decodeEarliest() {
        for (index, line) in undecoded {
            // A line with these members was decoded before. If another member is malformed, the decision from before stays.
            let event = try? line.withUnsafeBufferPointer { try decoder.event(in: $0) }
            guard case .decision(var decision)? = event else { continue }
            decision.serverFacts = nil
            kinds[index].decision = decision.withoutClient
        }
        undecoded.removeAll()
    }

    /// The lines of the kinds in a condensed recording, without those that were taken before.
    mutating func takeCondensedLines() -> [[UInt8]] {
        decodeEarliest()
        var lines: [[UInt8]] = []
        for index in kinds.indices where !kinds[index].isWritten {
            lines.append(kinds[index].condensedLine)
            kinds[index].isWritten = true
        }
        return lines
    }

    /// Forgets all kinds. Their lines were taken, and a line of the same kind that is taken later is merged with them.
    mutating func removeAll() { self = RecordedKinds(decoder) }
}

extension RecordedKinds.Kind {
    /// The line of the kind in a condensed recording.
    var condensedLine: [UInt8] {
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
