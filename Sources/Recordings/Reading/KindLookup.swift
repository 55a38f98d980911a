import Events
import Traffic

/// Finds the kinds of the decisions in recordings.
///
/// A line is decoded only if no line with the same members was read before.
struct KindLookup {
    private let decoder: EventDecoder
    /// The indices of the kinds of lines, by the hashes of their members.
    private var known: [UInt64: Int] = [:]

    /// The largest number of hashes to remember. At this number, all are removed.
    private static let knownLimit = 1 << 18

    init(_ decoder: EventDecoder) {
        self.decoder = decoder
    }

    /// Finds the kind of a decision, and keeps it if it is new. Returns nil if there are too many. Throws an error if
    /// the line is malformed.
    ///
    /// - Parameters:
    ///   - line: The scanned line.
    ///   - text: The line.
    ///   - kinds: The kinds that were read.
    ///   - limit: The largest number of kinds.
    ///   - facts: Receives the facts in a decision that is decoded.
    mutating func kind(
        of line: borrowing ScannedLine, text: UnsafeBufferPointer<UInt8>, in kinds: inout TrafficKinds, limit: Int,
        facts: (FactsEvent) -> Void
    ) throws -> LoadKindID? {
        if let index = known[line.membersHash] {
            kinds.note(text, of: line.id, at: line.time, kindAt: index)
            return kinds.id(at: index)
        }
        guard case .decision(let event) = try decoder.event(in: text) else { throw JSONScanner.Malformed() }
        if case .check(let own) = event.origin { own.forEach(facts) }
        let id = event.kindID(digest: decoder.digest)
        guard let index = kinds.insert(event, as: id, of: line.id, limit: limit) else { return nil }
        if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
        known[line.membersHash] = index
        return id
    }

    /// Removes all indices, because the kinds were removed.
    mutating func removeAll() { known.removeAll() }

    /// The decision in a line that was scanned before; nil if another member of it is malformed.
    func decision(in line: [UInt8]) -> DecisionEvent? {
        let event = try? line.withUnsafeBufferPointer { try decoder.event(in: $0) }
        guard case .decision(let decision)? = event else { return nil }
        return decision
    }
}
