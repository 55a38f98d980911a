import Events
import InternetNames
import TransportSecurity

/// The offers of destinations in their `HTTPS` records, the latest answer for each.
public struct ServiceStore: Sendable {
    /// The latest answers of each host, by port.
    private var byHost: [Host: [UInt16: ServiceEvent]] = [:]
    /// The number of destinations.
    private var count = 0

    /// The largest number of destinations to keep.
    public static let limit = 50_000

    /// Creates an empty store.
    public init() {}

    /// Adds an answer, unless a later one is known, or there are too many destinations.
    public mutating func add(_ event: ServiceEvent) {
        if let kept = byHost[event.host]?[event.port] {
            if kept.time <= event.time { byHost[event.host]?[event.port] = event }
            return
        }
        guard count < Self.limit else { return }
        count += 1
        byHost[event.host, default: [:]][event.port] = event
    }

    /// The latest answer about a destination; nil if there is none.
    public subscript(authority: Authority) -> ServiceEvent? { byHost[authority.host]?[authority.port] }

    /// Whether a host offers HTTP/3 at any port; nil if no answer about the host is known.
    public func offersHTTP3(_ host: Host) -> Bool? { anyPort(of: host, \.offersHTTP3) }

    /// Whether a host offers keys for an encrypted ClientHello at any port; nil if no answer about the host is known.
    public func offersECH(_ host: Host) -> Bool? { anyPort(of: host, \.offersECH) }

    /// The ports at which a host offers HTTP/3, as far as answers are known.
    public func portsWithHTTP3(of host: Host) -> Set<UInt16> {
        Set((byHost[host] ?? [:]).filter(\.value.offersHTTP3).keys)
    }

    /// Whether an answer about any port of a host has a property; nil if no answer about the host is known.
    private func anyPort(of host: Host, _ property: (ServiceEvent) -> Bool) -> Bool? {
        byHost[host].map { $0.values.contains(where: property) }
    }
}
