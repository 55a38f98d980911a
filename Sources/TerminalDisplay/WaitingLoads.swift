import Events
import JSONWriting
import TransportSecurity

/// The loads that wait for their second decision before they are shown, because each load gets one line.
///
/// A load waits until its second decision comes, its connection ends, or a short time has passed. A load that is
/// blocked or has failed does not wait. If a decision comes later and changes the text, the load is returned again as a
/// correction.
struct WaitingLoads: Sendable {
    private var waiting: [Identifier: WaitingLoad] = [:]
    /// The identifiers in the order of their arrival, also those of loads that no longer wait.
    private var order: [Identifier] = []
    /// The latest loads that were shown, at most `rememberedLimit`.
    private var shown: [Identifier: ShownLoad] = [:]
    /// The identifiers of `shown`. Once it is full, each new one takes the place of the oldest one.
    private var shownOrder: [Identifier] = []
    /// The index of the oldest identifier in `shownOrder`.
    private var oldestShown = 0

    typealias Identifier = TextOrValue<EventID>

    private struct WaitingLoad: Sendable {
        var load: ShownLoad
        /// The time at which the load has waited long enough, in milliseconds of a monotonic clock.
        var end: Int64
    }

    /// The time that a load waits, in milliseconds.
    static let waitingTime: Int64 = 700
    /// The largest number of loads that wait. If there are more, the oldest is released.
    static let limit = 1024
    /// The number of loads that are remembered, to recognize a late decision.
    static let rememberedLimit = 4096

    /// Takes a decision at a time in milliseconds of a monotonic clock. Returns the loads to be shown.
    mutating func add(_ event: DecisionEvent, at now: Int64) -> [ShownLoad] {
        if var load = waiting.removeValue(forKey: event.id)?.load {
            load.add(event)
            return [remember(load)]
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
        case .blocked, .failed: return [remember(load)]
        case .allowed, .wouldBlock: break
        }
        waiting[event.id] = WaitingLoad(load: load, end: now + Self.waitingTime)
        order.append(event.id)
        guard waiting.count > Self.limit, let oldest = releaseOldest() else { return [] }
        return [oldest]
    }

    /// Notes the end of a load's connection. Returns the load if it was waiting, to be shown.
    mutating func close(_ id: Identifier) -> [ShownLoad] {
        guard let ended = waiting.removeValue(forKey: id) else { return [] }
        return [remember(ended.load)]
    }

    /// Removes and returns the loads that have waited long enough.
    mutating func release(at now: Int64) -> [ShownLoad] {
        var released: [ShownLoad] = []
        while let deadline, deadline <= now, let load = releaseOldest() { released.append(load) }
        return released
    }

    /// Removes and returns all waiting loads.
    mutating func releaseAll() -> [ShownLoad] {
        var released: [ShownLoad] = []
        while let load = releaseOldest() { released.append(load) }
        return released
    }

    /// The time at which the oldest load has waited long enough; nil if none waits.
    var deadline: Int64? {
        mutating get {
            removeReleasedFromOrder()
            return order.first.flatMap { waiting[$0]?.end }
        }
    }

    /// Removes and returns the load that has waited longest; nil if none waits.
    private mutating func releaseOldest() -> ShownLoad? {
        removeReleasedFromOrder()
        guard let id = order.first, let oldest = waiting.removeValue(forKey: id) else { return nil }
        return remember(oldest.load)
    }

    /// Removes the identifiers of loads that no longer wait from the beginning of the order.
    private mutating func removeReleasedFromOrder() {
        let first = order.firstIndex { waiting[$0] != nil } ?? order.endIndex
        order.removeSubrange(..<first)
    }

    /// Remembers a load that is shown now, to recognize a late decision on it, and returns it.
    private mutating func remember(_ load: ShownLoad) -> ShownLoad {
        let id = load.decisions.id
        if shownOrder.count < Self.rememberedLimit {
            shownOrder.append(id)
        } else {
            shown[shownOrder[oldestShown]] = nil
            shownOrder[oldestShown] = id
            oldestShown = (oldestShown + 1) % Self.rememberedLimit
        }
        shown[id] = load
        return load
    }
}
