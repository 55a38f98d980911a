import Events
import JSONWriting
import TransportSecurity

/// Loads whose first decision waits for the second one. Each load thus gets one line.
///
/// A load waits until its second decision, until its connection ends, or until a short time has passed. A load that is
/// blocked or has failed does not wait. If a decision comes after that and changes the text, the load is returned again
/// as a correction.
struct HeldLoads: Sendable {
    private var held: [Identifier: Held] = [:]
    /// The identifiers in the order of their arrival. Those of loads that no longer wait are skipped.
    private var order: [Identifier] = []
    private var shown: [Identifier: ShownLoad] = [:]
    private var shownOrder: [Identifier] = []
    /// The next position in `shownOrder` to be replaced.
    private var oldestShown = 0

    typealias Identifier = TextOrValue<EventID>

    private struct Held: Sendable {
        var load: ShownLoad
        var limit: Int64
    }

    /// The time that a load waits, in milliseconds.
    static let patience: Int64 = 700
    /// The largest number of loads that wait. If there are more, the oldest is released.
    static let limit = 1024
    /// The number of loads that are remembered, to recognize a late decision.
    static let memory = 4096

    /// Takes a decision at a time in milliseconds of a monotonic clock. Returns the loads to be shown.
    mutating func add(_ event: DecisionEvent, at now: Int64) -> [ShownLoad] {
        if var waiting = held.removeValue(forKey: event.id) {
            waiting.load.add(event)
            return [remembered(waiting.load)]
        }
        if let earlier = shown[event.id] {
            guard earlier.isChanged(by: event) else { return [] }
            var correction = earlier
            correction.add(event)
            correction.isCorrection = true
            shown[event.id] = correction
            return [correction]
        }
        let load = ShownLoad(event)
        switch event.decision {
        case .blocked, .failed: return [remembered(load)]
        case .allowed, .wouldBlock: break
        }
        held[event.id] = Held(load: load, limit: now + Self.patience)
        order.append(event.id)
        return held.count > Self.limit ? releaseOldest().map { [$0] } ?? [] : []
    }

    /// Notes the end of a load's connection. Returns the load if it was waiting.
    mutating func close(_ id: Identifier) -> [ShownLoad] {
        held.removeValue(forKey: id).map { [remembered($0.load)] } ?? []
    }

    /// Returns the loads that have waited long enough.
    mutating func release(at now: Int64) -> [ShownLoad] {
        var released: [ShownLoad] = []
        while let deadline, deadline <= now, let load = releaseOldest() { released.append(load) }
        return released
    }

    /// Returns all waiting loads.
    mutating func releaseAll() -> [ShownLoad] {
        var released: [ShownLoad] = []
        while let load = releaseOldest() { released.append(load) }
        return released
    }

    /// The time at which the oldest load has waited long enough; nil if none waits.
    var deadline: Int64? {
        mutating get {
            skip()
            return order.first.flatMap { held[$0]?.limit }
        }
    }

    private mutating func releaseOldest() -> ShownLoad? {
        skip()
        return order.first.flatMap { held.removeValue(forKey: $0) }.map { remembered($0.load) }
    }

    /// Removes the identifiers of loads that no longer wait from the beginning of the order.
    private mutating func skip() {
        let first = order.firstIndex { held[$0] != nil } ?? order.endIndex
        order.removeSubrange(..<first)
    }

    private mutating func remembered(_ load: ShownLoad) -> ShownLoad {
        let id = load.decisions.id
        if shownOrder.count < Self.memory {
            shownOrder.append(id)
        } else {
            shown[shownOrder[oldestShown]] = nil
            shownOrder[oldestShown] = id
            oldestShown = (oldestShown + 1) % Self.memory
        }
        shown[id] = load
        return load
    }
}
