/// The timestamps of a certificate, sorted by the state of their logs for Apple's policy.
///
/// The code follows `find_validating_logs` and `verify_tls_ct_policy` of `CertificateTransparency.m`.
struct TransparencyEvidence {
    typealias Log = TransparencyLogList.Log

    /// Logs that are currently accepted, with the earliest of their timestamps from any source.
    private(set) var current: [Log: Instant] = [:]
    /// Logs that are currently accepted or were once, with the earliest of their embedded timestamps.
    private(set) var embedded: [Log: Instant] = [:]
    /// Whether a currently accepted log has a timestamp outside the certificate.
    private(set) var hasCurrentExternal = false
    /// Whether a currently accepted log has a timestamp embedded in the certificate.
    private(set) var hasCurrentEmbedded = false
    /// Timestamps that this list cannot classify: the log is listed but the signature was not checked, or the log was
    /// rejected only after the time of the verdict.
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
        // Only embedded timestamps of a retired log count.
        guard isCurrent || isEmbedded else { return }
        if isEmbedded { embedded[log] = min(embedded[log] ?? timestamp.timestamp, timestamp.timestamp) }
        guard isCurrent else { return }
        current[log] = min(current[log] ?? timestamp.timestamp, timestamp.timestamp)
        hasCurrentEmbedded = hasCurrentEmbedded || isEmbedded
        hasCurrentExternal = hasCurrentExternal || !isEmbedded
    }

    /// Whether at least two logs have timestamps, one of them outside the certificate: part (B) of the policy.
    var holdsOutside: Bool {
        hasCurrentExternal && current.count >= 2
    }

    /// The logs that count for part (A) of the policy: accepted currently, or at issuance. Empty if no embedded
    /// timestamp is from a currently accepted log.
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

    /// The standing of a log at a time. The list may be newer than the time; the log's last change of state may then
    /// still be to come.
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

extension TransparencyLogList {
    /// Whether a timestamp counts at a time: the log is accepted, or was when it issued an embedded timestamp.
    public func accepts(_ timestamp: SignedCertificateTimestamp, of leaf: Certificate, at time: Instant) -> Bool {
        let evidence = TransparencyEvidence([timestamp], for: leaf, by: self, at: time)
        guard evidence.current.isEmpty else { return true }
        return evidence.embedded.contains { log, issued in log.stateSince.map { issued < $0 } ?? false }
    }
}
