import InternetNames
import Recordings
import TransportSecurity

/// The hosts of QUIC connections that a gateway refused, by their recorded loads over TCP.
public struct RefusedHosts: Hashable, Sendable {
    /// The hosts with loads over TLS in place of QUIC. A refusal counts for loads up to an hour later.
    public private(set) var loaded: Set<Host> = []
    /// The hosts in `loaded` from which no device can load over QUIC past the proxy: each device was refused, or is
    /// behind a gateway.
    public private(set) var closed: Set<Host> = []
    /// The hosts without a recorded load over TLS.
    public private(set) var notLoaded: Set<Host> = []

    /// Creates a collection without hosts.
    public init() {}

    /// Sorts the hosts of refused connections by the gaps of the recorded loads.
    public init(_ refused: RefusedQUIC, among hostGaps: HostGaps, services: ServiceStore) {
        for (host, attempts) in refused.hosts {
            guard let gaps = hostGaps.hosts[host], gaps.usesTLS else {
                // A host without any load counts only if the connection cannot be that of an app that is not judged.
                let mayBeOfOtherApp = hostGaps.hosts[host] == nil && refused.mayBeOfOthers
                if !mayBeOfOtherApp, !hostGaps.otherAppHosts.contains(host) { notLoaded.insert(host) }
                continue
            }
            let refusedDevices = attempts.clients.filter { Self.refusals($0.value, concernLoadsOf: gaps) }
            guard !refusedDevices.isEmpty else { continue }
            loaded.insert(host)
            let isRefusedAtAllPorts = services.portsWithHTTP3(of: host).isSubset(of: attempts.ports)
            let areAllDevicesRefused =
                !gaps.hasMoreDirectDevices && gaps.directDevices.isSubset(of: refusedDevices.keys)
            if isRefusedAtAllPorts, areAllDevicesRefused { closed.insert(host) }
        }
    }

    /// Whether a device was refused between an hour before the first load of a host and the last load.
    ///
    /// - Parameter times: The times of the first and the last refusal.
    private static func refusals(_ times: ClosedRange<Instant>, concernLoadsOf gaps: HostGaps.Gaps) -> Bool {
        times.lowerBound <= gaps.lastLoad && times.upperBound + 3600 >= gaps.firstLoad
    }
}
