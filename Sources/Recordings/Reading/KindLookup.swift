import Events
import Traffic

/// Finds the kinds of the decisions in recordings.
///
/// Decoding a line takes long. A line is therefore decoded only if no line with the same members was read before.
struct KindLookup {
    private let decoder: EventDecoder
    /// The index of the kind of each line, by the hash of the members that the lines of a kind share.
    private var indices: [UInt64: Int] = [:]

    /// The largest number of hashes to remember. At this number, all are removed.
    private static let indexLimit = 1 << 18

    init(_ decoder: EventDecoder) {
        self.decoder = decoder
    }

    /// Finds the kind of a decision, and keeps it if it is new. Returns nil if there are too many. Throws an error if
    /// the line is malformed.
    ///
    /// - Parameters:
    ///   - line: The scanned line.
    ///   - text: The text of the line.
    ///   - kinds: The kinds that were read.
    ///   - limit: The largest number of kinds.
    ///   - facts: Receives the facts in a decision that is decoded.
    mutating func kind(
        of line: borrowing ScannedLine, text: UnsafeBufferPointer<UInt8>, in kinds: inout TrafficKinds, limit: Int,
        facts: (FactsEvent) -> Void
    ) throws -> LoadKindID? {
        if let index = indices[line.membersHash] {
            kinds.note(text, of: line.id, at: line.time, kindAt: index)
            return kinds.id(at: index)
        }
        guard case .decision(let event) = try decoder.event(in: text) else { throw JSONScanner.Malformed() }
        if case .check(let factsOfCheck) = event.origin { factsOfCheck.forEach(facts) }
        let id = event.kindID(digest: decoder.digest)
        guard let index = kinds.insert(event, as: id, of: line.id, limit: limit) else { return nil }
        if indices.count >= Self.indexLimit { indices.removeAll(keepingCapacity: true) }
        indices[line.membersHash] = index
        return id
    }

    /// Removes all indices, because the kinds were removed.
    mutating func removeAll() { indices.removeAll() }

    /// The decision in a line that was scanned before; nil if another member of it is malformed.
    func decision(in line: [UInt8]) -> DecisionEvent? {
        let event = try? line.withUnsafeBufferPointer { try decoder.event(in: $0) }
        guard case .decision(let decision)? = event else { return nil }
        return decision
    }
}
