import ForwardProxy
import InternetNames
import OpenSSL
import Synchronization
import TLSMessages
import TransportSecurity

/// The certificates that servers showed in full handshakes up to TLS 1.2, by session. A resumption shows none, and is
/// judged by those of its session, under the policy and the trust store of the load that resumes it.
///
/// A session is known by its ID or by its ticket (RFC 5246 §7.3, RFC 5077 §3.3), which both cross the wire in the
/// clear. In TLS 1.3, certificate and ticket are encrypted. A session that began beside this proxy is not known here.
final class SessionCertificates: Sendable {
    private let state = Mutex(State())
    private let limit: Int

    /// The certificates of a server in a full handshake.
    struct Shown: Hashable, Sendable {
        /// The certificates in DER, leaf first.
        var certificates: [[UInt8]]
        /// The stapled OCSP response in DER.
        var certificateStatus: [UInt8]?
        /// The body of `signed_certificate_timestamp` (RFC 6962 §3.3) of the ServerHello.
        var certificateTimestamps: [UInt8]?
    }

    private struct Key: Hashable {
        var server: Authority
        /// The session ID or ticket, or the digest of a ticket that is too long to be kept.
        var name: [UInt8]
        var isDigest: Bool

        init(_ identifier: [UInt8], of server: Authority) {
            self.server = server
            isDigest = identifier.count > Self.longest
            name = isDigest ? Digest.sha256(identifier) : identifier
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(server)
            name.withUnsafeBytes { hasher.combine(bytes: $0) }
        }

        /// A session ID has at most 32 bytes (RFC 5246 §7.4.1.2), and most tickets have about 200. To keep these costs
        /// less than a digest.
        private static let longest = 256
    }

    private struct Session {
        var shown: Shown
        /// In milliseconds of the monotonic clock.
        var began: Int64
    }

    private struct State: Sendable {
        var sessions: [Key: Session] = [:]
        /// The keys of `sessions`, the oldest first.
        var order: [Key] = []
    }

    /// Creates an empty store. `limit` is the largest number of sessions.
    init(limit: Int = 4096) {
        self.limit = limit
    }

    /// Takes note of the server's certificates in the full handshake of a session, known by its ID or ticket.
    func insert(_ shown: Shown, for identifier: [UInt8], of server: Authority, at now: Int64) {
        guard !identifier.isEmpty else { return }
        let key = Key(identifier, of: server)
        state.withLock { state in
            if state.sessions.updateValue(Session(shown: shown, began: now), forKey: key) != nil { return }
            state.order.append(key)
            guard state.order.count > limit else { return }
            // An eighth at once: a full store is not moved for every newcomer.
            let oldest = max(1, limit / 8)
            for key in state.order.prefix(oldest) { state.sessions[key] = nil }
            state.order.removeFirst(oldest)
        }
    }

    /// The server's certificates in the full handshake of a session that is known by one of these.
    func shown(for identifiers: [[UInt8]], of server: Authority, at now: Int64) -> Shown? {
        for identifier in identifiers where !identifier.isEmpty {
            let key = Key(identifier, of: server)
            if let session = state.withLock({ $0.sessions[key] }), now - session.began < Self.lifetime {
                return session.shown
            }
        }
        return nil
    }

    /// A day, the longest that a session should last (RFC 5246 §F.1.4), in milliseconds.
    private static let lifetime: Int64 = 86_400_000
}

extension TunnelReading {
    /// The server's certificates in a full handshake up to TLS 1.2; nil where no full handshake was read.
    var shownCertificates: SessionCertificates.Shown? {
        guard !isResumed, let certificates else { return nil }
        return SessionCertificates.Shown(
            certificates: certificates, certificateStatus: certificateStatus,
            certificateTimestamps: serverHello?.certificateTimestamps)
    }

    /// This reading of a resumption, with the server's certificates in the full handshake of the session.
    func resuming(_ shown: SessionCertificates.Shown) -> TunnelReading {
        var reading = self
        reading.certificates = shown.certificates
        reading.certificateStatus = shown.certificateStatus
        reading.serverHello?.certificateTimestamps = shown.certificateTimestamps
        return reading
    }
}
