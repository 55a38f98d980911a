import Events
import InternetNames
import Judging
import Traffic
import TransportSecurity

/// The reasons why loads without a finding are not known to succeed, in the words that reports have for them.
enum NotJudgedReason: String {
    case browser = "not judged: the client says that it is a browser"
    case unfinishedHandshake = "no handshake was completed"
    case refusedByDevice = "refused by the device"
    case blockedOnly = "blocked when recorded"
    case hidden = "server or content hidden"
    case failed
}

/// The states of loads in tunnels that are not known to succeed:
///
/// - `hasUnfinishedHandshake`: the client's handshake did not complete, whether or not a finding explains it.
/// - `hasFailedOnDevice`: it did not complete, or the device refused the server, and no finding explains it.
/// - `isHiddenInTunnel`: the server or the content cannot be seen.
/// - `isSuccessHidden`: without a violation, either the handshake did not complete, or the tunnel hides too much.
extension JudgedEntry {
    /// The reason why the loads are not known to succeed; nil for loads that succeed, that have a finding, or whose
    /// facts are missing.
    var notJudgedReason: NotJudgedReason? {
        guard violations.isEmpty, warnings.isEmpty else { return nil }
        if isClaimedByClient { return .browser }
        if hasFailedOnDevice { return hasUnfinishedHandshake ? .unfinishedHandshake : .refusedByDevice }
        if isBlockedOnly { return .blockedOnly }
        if isHiddenInTunnel { return .hidden }
        return hasFailed ? .failed : nil
    }

    /// Whether tunnels hide their server or their content, and it is therefore not known whether the loads succeed.
    var isHiddenInTunnel: Bool {
        guard let host = entry.decision.host, !isExempt, entry.decision.tunnel?.isOpaque(to: host) == true else {
            return false
        }
        // An app that accepted a server may have been built with another policy, and the hidden handshake may violate
        // the policy of this report. Where ATS is off, an accepted server is enough.
        guard policy?.applies == false else { return true }
        return entry.decision.accepted != true
    }

    /// Whether the loads have no violation, and their tunnel does not show whether they succeeded.
    public var isSuccessHidden: Bool {
        guard violations.isEmpty else { return false }
        if isHiddenInTunnel { return true }
        return hasUnfinishedHandshake && !isExempt && !isExplainedByFirstDecision
    }

    /// Whether the loads have no finding, and a device refused its server or the handshake in the tunnel was not
    /// completed.
    var hasFailedOnDevice: Bool {
        guard !isExempt, violations.isEmpty, warnings.isEmpty, !isExplainedByFirstDecision else { return false }
        return entry.clientRefusals > 0 || hasUnfinishedHandshake
    }

    /// Whether servers asked for a client certificate, and accepted none.
    var lacksClientCertificate: Bool { entry.decision.tunnel?.lacksClientCertificate == true }

    /// Whether the loads failed, and no violation explains it. Loads of apps that are not judged do not count. Requests
    /// that the proxy denies to their client before they name a host do not count either.
    var hasFailed: Bool {
        guard violations.isEmpty, policy?.reason != .otherApp else { return false }
        guard let error = entry.decision.error else { return decision == .failed }
        return error.kind != "http_request_denied" || entry.decision.host != nil
    }
}

extension [JudgedEntry] {
    /// The reasons why loads are not known to succeed, by the index of their entry. The reason of second decisions also
    /// holds for the entry of the first decisions on the same loads.
    var notJudgedReasons: [Int: NotJudgedReason] {
        var reasons: [Int: NotJudgedReason] = [:]
        for (index, judged) in enumerated() {
            guard let reason = judged.notJudgedReason else { continue }
            reasons[index] = reason
            if let first = judged.entry.firstDecisionIndex { reasons[first] = reason }
        }
        return reasons
    }
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
