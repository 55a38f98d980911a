import Judging

/// The reasons why loads without a finding are not known to succeed, in words for readers.
enum NotJudgedReason: String {
    case browser = "not judged: the client says that it is a browser"
    case unfinishedHandshake = "no handshake was completed"
    case refusedByDevice = "refused by the device"
    case blockedOnly = "blocked when recorded"
    case hidden = "server or content hidden"
    case failed
}

extension JudgedEntry {
    /// The reason why the loads are not known to succeed; nil for loads that succeed, that have a finding, or whose
    /// facts are missing.
    var notJudgedReason: NotJudgedReason? {
        guard violations.isEmpty, warnings.isEmpty else { return nil }
        if isClaimedByClient { return .browser }
        if isUnfinished { return hasUnfinishedHandshake ? .unfinishedHandshake : .refusedByDevice }
        if isBlockedOnly { return .blockedOnly }
        if isHiddenInTunnel { return .hidden }
        return hasFailed ? .failed : nil
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
