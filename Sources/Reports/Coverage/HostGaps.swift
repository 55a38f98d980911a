import Events
import InternetNames
import Judging
import Traffic
import TransportSecurity

/// The gaps in the verdicts on each host, collected from loads.
public struct HostGaps: Sendable {
    /// The hosts of apps that are judged, with the gaps in their verdicts.
    private(set) var hosts: [Host: Gaps] = [:]
    /// The hosts from which apps that are not judged load over TLS.
    private(set) var otherAppHosts: Set<Host> = []

    /// The gaps of one host.
    struct Gaps: Hashable, Sendable {
        /// The reasons for which the host is not covered.
        var reasons: Set<CoverageReason> = []
        /// Whether loads of the host use TLS. Others may then use HTTP/3.
        var usesTLS = false
        /// The times of the loads over TLS.
        var times = LoadPeriods()
        /// The devices that sent loads to the proxy themselves, at most 50, with the times of those over TLS. Whether a
        /// gateway refuses their QUIC is not known.
        var directDevices: [String: LoadPeriods] = [:]
        /// Whether more devices than those in `directDevices` sent loads to the proxy themselves.
        var hasMoreDirectDevices = false
    }

    private static let deviceLimit = 50

    /// Creates a collection without hosts.
    public init() {}

    /// Adds loads with their verdict. Loads of apps that are not judged, and requests without a host, do not count.
    public mutating func add(_ judged: JudgedEntry) {
        let decision = judged.entry.decision
        guard let host = decision.host else { return }
        guard judged.policy?.reason != .otherApp else {
            if judged.entry.isCleartext == false { otherAppHosts.insert(host) }
            return
        }
        var gaps = hosts[host] ?? Gaps()
        if decision.error != nil || judged.decision == .failed { gaps.reasons.insert(.failed) }
        // Second decisions, which are on tunnels, have other reasons.
        let isFirstDecision = judged.entry.firstDecisionIndex == nil
        let isOpen = isFirstDecision && (judged.isUndetermined || judged.lacksPolicy)
        if isOpen || judged.isBlockedOnly { gaps.reasons.insert(.facts) }
        if judged.isClaimedByClient {
            gaps.reasons.insert(.clientClaim)
        } else {
            if judged.isHiddenInTunnel { gaps.reasons.insert(.opaqueTunnel) }
            if judged.isUnfinished { gaps.reasons.insert(.unfinishedHandshake) }
        }
        // The entry of the first decisions has the times at which the loads began.
        let times = judged.entry.isCleartext == false && isFirstDecision ? judged.entry.counts : nil
        if judged.entry.isCleartext == false { gaps.usesTLS = true }
        gaps.times.add(times)
        if decision.route != .transparent { gaps.addDirectDevices(judged.entry.devices, at: times) }
        hosts[host] = gaps
    }

    /// Whether loads of a host were added.
    func contains(_ host: Host) -> Bool { hosts[host] != nil }
}

extension HostGaps.Gaps {
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

extension JudgedEntry {
    /// Whether tunnels hide their server or their content, and do not show that the app accepted it.
    var isHiddenInTunnel: Bool {
        guard let host = entry.decision.host, !isExempt, entry.decision.tunnel?.isOpaque(to: host) == true else {
            return false
        }
        return policy?.applies != false || entry.decision.accepted != true
    }

    /// Whether the loads have no violation, and their tunnel does not show whether they succeeded.
    public var isHidden: Bool {
        guard violations.isEmpty else { return false }
        return isHiddenInTunnel || !isExempt && !isExplainedByFirst && hasUnfinishedHandshake
    }

    /// Whether the loads have no finding, and a device refused its server or the handshake in the tunnel was not
    /// completed.
    var isUnfinished: Bool {
        guard !isExempt, violations.isEmpty, warnings.isEmpty, !isExplainedByFirst else { return false }
        return entry.clientRefusals > 0 || hasUnfinishedHandshake
    }

    /// Whether servers asked for a client certificate, and accepted none.
    var lacksClientCertificate: Bool { entry.decision.tunnel?.lacksClientCertificate == true }
}

extension TunnelSummary {
    /// Whether the tunnel hides its server or its content.
    ///
    /// The encrypted certificates of TLS 1.3 do not count: the proxy's own handshake with the same address was judged
    /// in its place.
    fileprivate func isOpaque(to host: Host) -> Bool {
        guard fault == nil else { return true }
        switch opening {
        case .hello(let hello):
            if hello.mayHideName { return true }
            // A server at an address has no name to ask for (RFC 6066 §3).
            guard case .name = host else { return false }
            return hello.serverName == nil
        // Servers answer with an alert if the client closes the tunnel before its hello.
        case .unreadable: return serverAlert == nil
        case .cleartext, .serverSpokeFirst: return false
        }
    }
}
