import Libevent
import OpenSSL
import Synchronization
import TransportSecurity

/// TLS sessions whose full handshake showed a certificate that violates a rule, with what was found of it: a resumption
/// shows no certificate, and is judged by that of its session.
///
/// Up to TLS 1.2 a session is known by its ID or by its ticket (RFC 5246 §7.3, RFC 5077 §3.3), which both cross the wire
/// in the clear. In TLS 1.3 neither certificate nor ticket does. One that began beside this proxy is not known here.
final class RefusedSessions: Sendable {
    private let known = Mutex<[Key: Session]>([:])
    private let limit: Int

    private struct Key: Hashable {
        var authority: Authority
        var digest: [UInt8]
    }

    private struct Session {
        var findings: [Finding]
        /// In milliseconds of the monotonic clock.
        var began: Int64
    }

    /// An empty store of at most so many sessions.
    init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Takes note that a full handshake with that server began a session, known by its ID or ticket.
    func insert(_ identifier: [UInt8], of authority: Authority, because findings: [Finding], at now: Int64) {
        guard !identifier.isEmpty, !findings.isEmpty else { return }
        let key = Key(authority: authority, digest: Digest.sha256(identifier))
        known.withLock { known in
            if known.count >= limit {
                known = known.filter { now - $0.value.began < Self.lifetime }
                if known.count >= limit, let oldest = known.min(by: { $0.value.began < $1.value.began }) {
                    known[oldest.key] = nil
                }
            }
            known[key] = Session(findings: findings, began: now)
        }
    }

    /// What was found in the full handshake of a session that is resumed, known by one of these.
    func findings(for identifiers: [[UInt8]], of authority: Authority, at now: Int64) -> [Finding] {
        for identifier in identifiers where !identifier.isEmpty {
            let key = Key(authority: authority, digest: Digest.sha256(identifier))
            if let session = known.withLock({ $0[key] }), now - session.began < Self.lifetime {
                return session.findings
            }
        }
        return []
    }

    /// A day, the longest that a session should last (RFC 5246 §F.1.4), in milliseconds.
    private static let lifetime: Int64 = 86_400_000
}
