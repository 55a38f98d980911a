import ForwardProxy
import InternetNames
import TLSMessages
import TransportSecurity

/// The TLS session of one tunnel up to TLS 1.2: completes the reading of a resumption with what the server showed in
/// the full handshake, and keeps that for the tunnels that resume the session.
struct TunnelSession {
    private let server: Authority
    private let store: SessionCertificates
    private var shown: SessionCertificates.Shown?
    /// The ticket that the server gave the client; empty without one.
    private var ticket: [UInt8] = []

    /// The session of a tunnel to that server; sessions are kept in that store.
    init(with server: Authority, in store: SessionCertificates) {
        self.server = server
        self.store = store
    }

    /// The reading, with what the server showed in the full handshake where the tunnel resumes a session: a session is worth
    /// what its full handshake was. `now` is in milliseconds of the monotonic clock.
    mutating func completed(_ reading: TunnelReading, at now: Int64) -> TunnelReading {
        guard reading.isResumed,
            let shown = store.shown(for: reading.sessionIdentifiers, of: server, at: now)
        else { return reading }
        self.shown = shown
        return reading.resuming(shown)
    }

    /// Keeps the certificates of a full handshake. A later reading of the same tunnel changes nothing of them.
    mutating func keepCertificates(of reading: TunnelReading, evaluated presented: Observation?) {
        guard var shown = reading.shownCertificates else { return }
        // Most servers present the same certificates to all clients. The parsed copy is kept.
        if case .secure(_, let chain) = presented, chain.presented.count == shown.certificates.count {
            shown.certificates = chain.presented.map(\.der)
        }
        self.shown = shown
    }

    /// Stores what the server showed under everything that identifies the session of that reading.
    func remember(_ reading: TunnelReading, at now: Int64) {
        guard shown != nil else { return }
        store(reading.sessionIdentifiers + [ticket, reading.renewedTicket ?? []], at: now)
    }

    /// The server gave the client a ticket for the session.
    mutating func ticketIssued(_ ticket: [UInt8], at now: Int64) {
        self.ticket = ticket
        store([ticket], at: now)
    }

    private func store(_ identifiers: [[UInt8]], at now: Int64) {
        guard let shown else { return }
        for identifier in identifiers { store.insert(shown, for: identifier, of: server, at: now) }
    }
}
