import Events
import TransportSecurity

/// The kinds of loads that were counted, each with its earliest decision.
///
/// The earliest decision stands for all loads of its kind in reports. The result therefore does not depend on the order
/// of the lines.
package struct TrafficKinds {
    /// The index of each kind.
    private var indices: [LoadKindID: Int] = [:]
    private var kinds: [Kind] = []
    /// The time and the load of each kind's earliest decision, which are compared for every line.
    private var earliest: [(time: Instant, load: LoadID)] = []
    /// The lines of earliest decisions that are not decoded yet, by the index of their kind.
    private var undecoded: [Int: [UInt8]] = [:]
    /// The number of bytes of these lines.
    package private(set) var undecodedSize = 0

    /// One kind of loads.
    package struct Kind {
        /// The identifier.
        package let id: LoadKindID
        /// The earliest decision, without the members that only its load had.
        package fileprivate(set) var decision: DecisionEvent
        /// Whether a condensed recording has the decision.
        fileprivate var isWritten = false

        /// Whether the decision is about the content of a tunnel. Such a decision is the second one on its load.
        package var isSecond: Bool { decision.tunnel != nil || decision.tls?.source == .tunnel }
    }

    /// Creates an empty collection.
    package init() {}

    /// The number of kinds.
    package var count: Int { kinds.count }

    /// A kind; nil if it was not counted.
    package subscript(id: LoadKindID) -> Kind? { indices[id].map { kinds[$0] } }

    /// The identifier of the kind at an index.
    package func id(at index: Int) -> LoadKindID { kinds[index].id }

    /// The time and the load of a kind's earliest decision; nil if the kind was not counted.
    package func earliest(of id: LoadKindID) -> (time: Instant, load: LoadID)? { indices[id].map { earliest[$0] } }

    /// The earliest decisions of all kinds, in no order.
    package var decisions: [DecisionEvent] { kinds.map(\.decision) }

    /// The approximate memory of the kinds in bytes.
    package var estimatedSize: Int { kinds.count * Self.kindSize + undecodedSize }

    /// The approximate memory of one kind in bytes, most of which its decision takes.
    private static let kindSize = 4608

    /// Keeps the kind of a decision on a load. Returns its index; nil if there are as many kinds as `limit`.
    package mutating func insert(_ event: DecisionEvent, as id: LoadKindID, of load: LoadID, limit: Int) -> Int? {
        if let index = indices[id] {
            guard (event.time, load) < earliest[index] else { return index }
            kinds[index] = Kind(id: id, decision: event.withoutClient)
            earliest[index] = (event.time, load)
            forgetUndecoded(index)
            return index
        }
        guard kinds.count < limit else { return nil }
        indices[id] = kinds.count
        kinds.append(Kind(id: id, decision: event.withoutClient))
        earliest.append((event.time, load))
        return kinds.count - 1
    }

    /// Notes another line with a decision of the kind at an index. The line is kept if the decision is the earliest
    /// one, and is decoded later.
    package mutating func note(
        _ line: UnsafeBufferPointer<UInt8>, of load: LoadID, at time: Instant, kindAt index: Int
    ) {
        guard (time, load) < earliest[index] else { return }
        earliest[index] = (time, load)
        forgetUndecoded(index)
        undecoded[index] = Array(line)
        undecodedSize += line.count
        kinds[index].isWritten = false
    }

    /// Decodes the lines of earliest decisions that are not decoded yet. If the closure returns nil because a member of
    /// the line is malformed, the kind keeps the decision that it had before.
    package mutating func decodeEarliest(_ decode: ([UInt8]) -> DecisionEvent?) {
        for (index, line) in undecoded {
            guard let decision = decode(line) else { continue }
            kinds[index].decision = decision.withoutClient
        }
        (undecoded, undecodedSize) = ([:], 0)
    }

    /// Removes the line of a kind whose decision is known from another line.
    private mutating func forgetUndecoded(_ index: Int) {
        guard let line = undecoded.removeValue(forKey: index) else { return }
        undecodedSize -= line.count
    }

    /// Returns the kinds that no earlier call has returned, and those whose earliest decision has changed since.
    package mutating func takeUnwritten() -> [Kind] {
        var taken: [Kind] = []
        for index in kinds.indices where !kinds[index].isWritten {
            taken.append(kinds[index])
            kinds[index].isWritten = true
        }
        return taken
    }
}
