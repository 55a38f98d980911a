import InternetNames
import Recordings

/// The hosts of QUIC connections that a gateway refused, by their recorded loads over TCP.
public struct RefusedHosts: Hashable, Sendable {
    /// The hosts with loads over TLS in place of QUIC.
    public private(set) var loaded: Set<Host> = []
    /// Those of `loaded` whose loads cannot pass by the proxy over QUIC: each device was refused, or is behind a
    /// gateway.
    public private(set) var closed: Set<Host> = []
    /// The hosts without a recorded load over TLS.
    public private(set) var notLoaded: Set<Host> = []

    /// Creates a collection without hosts.
    public init() {}

    /// Sorts the hosts of refused connections by the gaps of the recorded loads.
    public init(_ refused: RefusedQUIC, among hostGaps: HostGaps) {
        for (host, attempts) in refused.hosts {
            if let gaps = hostGaps.hosts[host], gaps.usesTLS {
                loaded.insert(host)
                if !gaps.hasMoreDevices, gaps.directDevices.isSubset(of: attempts.clients) { closed.insert(host) }
            } else if hostGaps.hosts[host] != nil || !refused.mayBeOfOthers, !hostGaps.otherAppHosts.contains(host) {
                notLoaded.insert(host)
            }
        }
    }
}
