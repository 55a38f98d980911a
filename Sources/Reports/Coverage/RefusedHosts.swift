import InternetNames
import Recordings
import TransportSecurity

/// The hosts whose QUIC connections a gateway refused, divided by their recorded loads over TCP. A refusal makes apps
/// load over TCP, which the proxy sees.
public struct RefusedHosts: Hashable, Sendable {
    /// The hosts with loads over TLS in place of QUIC. A refusal counts for loads up to an hour later.
    public private(set) var loaded: Set<Host> = []
    /// The hosts in `loaded` from which no device can load over QUIC past the proxy: each device was refused, or is
    /// behind a gateway, within the hour before each load.
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
            guard attempts.ports.values.contains(where: { $0.overlapAny(of: gaps.times) }) else { continue }
            loaded.insert(host)
            let offeredPorts = services.portsWithHTTP3(of: host)
            let ports = offeredPorts.isEmpty ? Set(attempts.ports.keys) : offeredPorts
            if ports.allSatisfy({ attempts.coverEachDevice(of: gaps, at: $0) }) { closed.insert(host) }
        }
    }
}

extension RefusedQUIC.Attempts {
    /// Whether the refused connections show that no device could load over QUIC from a port, at the time of any load.
    fileprivate func coverEachDevice(of gaps: HostGaps.Gaps, at port: UInt16) -> Bool {
        guard !gaps.hasMoreDirectDevices, ports[port]?.coverAll(of: gaps.times) == true else { return false }
        return gaps.directDevices.allSatisfy { device, times in
            guard let periods = clients[Client(device, at: port)] else { return false }
            // A device without loads over TLS has no times that could be covered.
            return periods.coverAll(of: times) && periods.overlapAny(of: gaps.times)
        }
    }
}

extension RefusalPeriods {
    /// Whether all loads lie in the periods.
    fileprivate func coverAll(of loads: LoadPeriods) -> Bool { loads.ranges.allSatisfy(cover) }

    /// Whether a load may lie in the periods.
    fileprivate func overlapAny(of loads: LoadPeriods) -> Bool { loads.ranges.contains(where: overlap) }
}
