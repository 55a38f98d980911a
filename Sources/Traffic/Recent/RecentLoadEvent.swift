import Events
import TransportSecurity

/// An event of a single load.
public enum RecentLoadEvent: Sendable {
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
