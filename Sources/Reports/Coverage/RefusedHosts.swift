import InternetNames
import Recordings
import TransportSecurity

/// The hosts of QUIC connections that a gateway refused, by their recorded loads over TCP.
public struct RefusedHosts: Hashable, Sendable {
    /// The hosts with loads over TLS in place of QUIC. A refusal counts for loads up to an hour later.
    public private(set) var loaded: Set<Host> = []
    /// Those of `loaded` whose loads cannot pass by the proxy over QUIC: each device was refused, or is behind a
    /// gateway.
    public private(set) var closed: Set<Host> = []
    /// The hosts without a recorded load over TLS.
    public private(set) var notLoaded: Set<Host> = []

    /// Creates a collection without hosts.
    public init() {}

    /// Sorts the hosts of refused connections by the gaps of the recorded loads.
    public init(_ refused: RefusedQUIC, among hostGaps: HostGaps, services: ServiceStore) {
        for (host, attempts) in refused.hosts {
            if let gaps = hostGaps.hosts[host], gaps.usesTLS {
                let clients = attempts.clients.filter { Self.concern($0.value, loadsOf: gaps) }
                guard !clients.isEmpty else { continue }
                loaded.insert(host)
                let isAtAllPorts = services.portsWithHTTP3(of: host).isSubset(of: attempts.ports)
                if isAtAllPorts, !gaps.hasMoreDevices, gaps.directDevices.isSubset(of: clients.keys) {
                    closed.insert(host)
                }
            } else if hostGaps.hosts[host] != nil || !refused.mayBeOfOthers, !hostGaps.otherAppHosts.contains(host) {
                notLoaded.insert(host)
            }
        }
    }
    /// Whether refusals lie between an hour before the first load of a host and the last one.
    private static func concern(_ refusals: ClosedRange<Instant>, loadsOf gaps: HostGaps.Gaps) -> Bool {
        refusals.lowerBound <= gaps.lastLoad && refusals.upperBound + 3600 >= gaps.firstLoad
    }
}
