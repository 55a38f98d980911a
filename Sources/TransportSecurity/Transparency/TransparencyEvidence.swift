/// What the timestamps of a certificate are worth under a list of logs: the sets that Apple's policy counts.
///
/// After `find_validating_logs` and `verify_tls_ct_policy` of `CertificateTransparency.m`.
struct TransparencyEvidence {
    typealias Log = TransparencyLogList.Log

    /// Logs believed today, with the earliest of their timestamps, from any source.
    private(set) var current: [Log: Instant] = [:]
    /// Logs that were believed at issuance or are today, with the earliest of their embedded timestamps.
    private(set) var embedded: [Log: Instant] = [:]
    /// Whether a log believed today vouches outside the certificate.
    private(set) var hasCurrentExternal = false
    /// Whether a log believed today vouches inside the certificate.
    private(set) var hasCurrentEmbedded = false
    /// Timestamps whose worth this list cannot tell: their signature was not checked, though the log is listed, or
    /// the log was rejected only after the time of judgement.
    private(set) var unclear: [SignedCertificateTimestamp] = []

    init(
        _ timestamps: [SignedCertificateTimestamp], for leaf: Certificate, by list: TransparencyLogList,
        at time: Instant
    ) {
        for timestamp in timestamps {
            guard timestamp.timestamp <= time, timestamp.isSignatureValid != false,
                let log = list.logs[timestamp.logID], Self.accepts(log, leaf, timestamp)
            else { continue }
            switch Self.standing(of: log, at: time) {
            case .never:
                continue
            case .unknown:
                unclear.append(timestamp)
            case .once, .now:
                guard timestamp.isSignatureValid == true else {
                    unclear.append(timestamp)
                    continue
                }
                count(timestamp, from: log, isCurrent: Self.standing(of: log, at: time) == .now)
            }
        }
    }

    private mutating func count(_ timestamp: SignedCertificateTimestamp, from log: Log, isCurrent: Bool) {
        let isEmbedded = timestamp.source == .embedded
        // A retired log is believed for embedded timestamps alone.
        guard isCurrent || isEmbedded else { return }
        if isEmbedded { embedded[log] = min(embedded[log] ?? timestamp.timestamp, timestamp.timestamp) }
        guard isCurrent else { return }
        current[log] = min(current[log] ?? timestamp.timestamp, timestamp.timestamp)
        hasCurrentEmbedded = hasCurrentEmbedded || isEmbedded
        hasCurrentExternal = hasCurrentExternal || !isEmbedded
    }

    /// Whether two logs vouch of which one does so outside the certificate: half (B) of the policy.
    var holdsOutside: Bool {
        hasCurrentExternal && current.count >= 2
    }

    /// The logs that count for half (A) of the policy: believed today, or at issuance. Empty where no embedded
    /// timestamp is of a log believed today.
    func countedInside(at time: Instant) -> [Log] {
        guard hasCurrentEmbedded else { return [] }
        let issuance = current.values.min().map { min($0, time) } ?? time
        return embedded.filter { log, timestamp in
            guard Self.standing(of: log, at: time) != .now else { return true }
            guard let retirement = log.stateSince else { return false }
            return timestamp < retirement && issuance < retirement
        }.map(\.key)
    }

    private enum Standing {
        case never, once, now, unknown
    }

    /// What a log is worth at that time. A list that is newer than the time knows what happened since.
    private static func standing(of log: Log, at time: Instant) -> Standing {
        let hasHappened = log.stateSince.map { $0 <= time } ?? true
        switch log.state {
        case .pending: return .never
        case .qualified, .usable, .readonly: return .now
        case .retired: return hasHappened ? .once : .now
        case .rejected: return hasHappened ? .never : .unknown
        }
    }

    private static func accepts(_ log: Log, _ leaf: Certificate, _ timestamp: SignedCertificateTimestamp) -> Bool {
        if log.state == .readonly, let frozen = log.stateSince, timestamp.timestamp > frozen { return false }
        if let start = log.shardStart, leaf.notAfter < start { return false }
        if let end = log.shardEnd, leaf.notAfter >= end { return false }
        return true
    }
}
