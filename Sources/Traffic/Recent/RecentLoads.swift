import Events
import TransportSecurity

/// The latest single loads by the time of their decisions, for a list of loads beside the counts. The decisions may
/// arrive in any order.
///
/// At most twice `limit` loads are kept. The loads are sorted only when that number is reached, so most loads cost one
/// look-up. A load takes at most 2 KiB.
public struct RecentLoads: Sendable {
    /// The number of the last change.
    public private(set) var change: UInt64 = 0
    /// The largest number of loads.
    public let limit: Int
    /// The loads, at most twice the limit.
    private var loads: [LoadID: RecentLoad] = [:]
    /// The time before which loads are not kept.
    private var start = Instant(milliseconds: .min)

    /// The largest number of loads that are usually kept.
    public static let standardLimit = 2000

    /// Creates an empty list.
    public init(limit: Int = RecentLoads.standardLimit) {
        self.limit = limit
    }

    /// Whether there is no load.
    public var isEmpty: Bool { loads.isEmpty }

    /// Adds a decision on a load.
    package mutating func addDecision(_ decision: RecentLoad, on id: LoadID) {
        update(id, default: decision) { $0.add(decision) }
    }

    /// Adds the end of a load, which may come before its decision.
    package mutating func addEnd(of id: LoadID, bytes: EndedLoad, milliseconds: Int64, at time: Instant) {
        update(id, default: RecentLoad(kind: nil, after: nil, time: time)) {
            ($0.bytes, $0.milliseconds) = (bytes, max(0, milliseconds))
        }
    }

    /// The loads with a decision that have changed since the change with that number, latest first.
    package func changes(after change: UInt64 = 0) -> [IdentifiedLoad] {
        latest.filter { $0.value.change > change && $0.value.kind != nil }
            .map { IdentifiedLoad(id: $0.key, load: $0.value) }
    }

    /// A load with its identifier.
    package struct IdentifiedLoad {
        /// The identifier.
        package let id: LoadID
        /// The load.
        package let load: RecentLoad
    }

    /// Changes a load, or adds it if it is new and late enough. Inlined, because the closures would copy the load.
    @inline(__always)
    private mutating func update(_ id: LoadID, default new: RecentLoad, by body: (inout RecentLoad) -> Void) {
        guard new.time >= start || loads[id] != nil else { return }
        change += 1
        // The load is changed in its place, which takes one look-up.
        loads[id, default: new].change(to: change, by: body)
        guard loads.count >= 2 * limit else { return }
        loads = Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
        start = loads.values.map(\.time).min() ?? start
    }

    /// The latest loads, latest first.
    private var latest: ArraySlice<(key: LoadID, value: RecentLoad)> {
        loads.sorted { ($1.value.time, $1.key) < ($0.value.time, $0.key) }.prefix(limit)
    }
}

/// An event of a single load, which a worker sends to the console in a `LiveBatch`. Indirect, because an event is moved
/// and copied several times.
public indirect enum RecentLoadEvent: Sendable {
    /// A decision on the load.
    case decided(TextOrValue<EventID>, RecentLoad)
    /// The end of the load at a time, after a number of milliseconds.
    case ended(TextOrValue<EventID>, EndedLoad, milliseconds: Int64, at: Instant)
}

extension RecentLoads {
    /// Adds events of loads.
    public mutating func add(_ events: [RecentLoadEvent]) {
        for event in events {
            switch event {
            case .decided(let id, let load): addDecision(load, on: LoadID(id))
            case .ended(let id, let bytes, let milliseconds, let time):
                addEnd(of: LoadID(id), bytes: bytes, milliseconds: milliseconds, at: time)
            }
        }
    }
}
