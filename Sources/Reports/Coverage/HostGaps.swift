import Events
import InternetNames
import Judging
import Traffic
import TransportSecurity

/// The gaps in the verdicts on each host, collected load by load. `HostCoverage` is computed from them.
public struct HostGaps: Sendable {
    /// The hosts of apps that are judged, with the gaps in their verdicts.
    private(set) var hosts: [Host: Gaps] = [:]
    /// The hosts from which apps that are not judged load over TLS.
    private(set) var otherAppHosts: Set<Host> = []

    /// The gaps of one host.
    struct Gaps: Hashable, Sendable {
        /// The reasons for which the host is not covered.
        var reasons: Set<CoverageReason> = []
        /// Whether loads of the host use TLS. Further loads may then use HTTP/3.
        var usesTLS = false
        /// The times of the loads over TLS.
        var times = LoadPeriods()
        /// The devices that sent loads to the proxy themselves, at most `deviceLimit`, with the times of the loads over
        /// TLS. Whether a gateway refuses the QUIC of these devices is not known.
        var directDevices: [String: LoadPeriods] = [:]
        /// Whether more devices than those in `directDevices` sent loads to the proxy themselves.
        var hasMoreDirectDevices = false
    }

    /// The largest number of devices of a host, which bounds the memory.
    private static let deviceLimit = 50

    /// Creates a collection without hosts.
    public init() {}

    /// Adds loads with their verdict. Loads of apps that are not judged, and requests without a host, do not count.
    public mutating func add(_ judged: JudgedEntry) {
        let decision = judged.entry.decision
        guard let host = decision.host else { return }
        let usesTLS = judged.entry.isCleartext == false
        guard judged.policy?.reason != .otherApp else {
            if usesTLS { otherAppHosts.insert(host) }
            return
        }
        var gaps = hosts[host] ?? Gaps()
        if decision.error != nil || judged.decision == .failed { gaps.reasons.insert(.failed) }
        // A second decision on a load is about its tunnel, for which there are other reasons.
        let isFirstDecision = judged.entry.firstDecisionIndex == nil
        let isOpen = isFirstDecision && (judged.isUndetermined || judged.lacksPolicy)
        if isOpen || judged.isBlockedOnly { gaps.reasons.insert(.facts) }
        if judged.isClaimedByClient {
            gaps.reasons.insert(.clientClaim)
        } else {
            if judged.isHiddenInTunnel { gaps.reasons.insert(.opaqueTunnel) }
            if judged.hasFailedOnDevice { gaps.reasons.insert(.unfinishedHandshake) }
        }
        // The entry of the first decisions has the times at which the loads began.
        let times = usesTLS && isFirstDecision ? judged.entry.counts : nil
        if usesTLS { gaps.usesTLS = true }
        gaps.times.add(times)
        if decision.route != .transparent { gaps.addDirectDevices(judged.entry.devices, at: times) }
        hosts[host] = gaps
    }

    /// Whether loads of a host were added.
    func contains(_ host: Host) -> Bool { hosts[host] != nil }
}

extension HostGaps.Gaps {
    /// Adds the devices of loads that were not redirected to the proxy, but sent to it.
    fileprivate mutating func addDirectDevices(_ devices: NamedCounts, at times: LoadCounts?) {
        if devices.others > 0 { hasMoreDirectDevices = true }
        for device in devices.counts.keys {
            guard directDevices[device] != nil || directDevices.count < HostGaps.deviceLimit else {
                hasMoreDirectDevices = true
                continue
            }
            directDevices[device, default: LoadPeriods()].add(times)
        }
    }
}

/// The reasons for which a host is not covered, by their names in machine-readable reports.
public enum CoverageReason: String, CaseIterable, Sendable {
    /// The host was expected, and no load of it was judged.
    case notLoaded = "not-loaded"
    /// Loads failed.
    case failed
    /// Loads could not be judged, because facts, roots or the policy are missing.
    case facts
    /// The device or its server ended the handshake in the tunnel.
    case unfinishedHandshake = "unfinished-handshake"
    /// The client says that it is a browser, whose loads are not subject to ATS.
    case clientClaim = "client-claim"
    /// Tunnels hide their server or their content.
    case opaqueTunnel = "opaque-tunnel"
    /// The host may use HTTP/3, which no HTTP proxy sees.
    case http3
    /// A gateway refused QUIC to the host, and no load over TCP was recorded.
    case refusedQUIC = "refused-quic"
}

/// The times of loads as far as recordings state them: ranges of time that contain all loads.
///
/// Beyond 64 ranges, the range from the first load to the last takes their place.
struct LoadPeriods: Hashable, Sendable {
    /// The ranges. A single time is a range as well.
    private(set) var ranges: Set<ClosedRange<Instant>> = []

    private static let limit = 64

    /// Adds the times of decisions, if they are given.
    mutating func add(_ counts: LoadCounts?) {
        guard let counts else { return }
        for range in counts.ranges { ranges.insert(range) }
        guard ranges.count > Self.limit, let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return }
        ranges = [first...last]
    }
}

extension LoadCounts {
    /// The ranges of time that contain all decisions. For up to two decisions, these are their times; for more, the
    /// intervals of the histogram.
    fileprivate var ranges: [ClosedRange<Instant>] {
        // A faulty recording may have its times in the wrong order.
        let (first, last) = (min(self.first, self.last), max(self.first, self.last))
        guard decisions > 2 else { return [first...first, last...last] }
        let loads = times.intervals.reduce(0) { $0 + $1.loads }
        guard loads >= decisions else { return [first...last] }
        return times.intervals.filter { $0.loads > 0 }.map { interval in
            let end = min(last, interval.start + times.seconds)
            return min(max(first, interval.start), end)...end
        }
    }
}
