import ForwardProxy
import InternetNames
import TLSMessages
import TransportSecurity

/// The TLS session of one tunnel up to TLS 1.2. A resumed handshake has no certificates. The certificates are therefore
/// stored after the full handshake and added to the readings of tunnels that resume the session.
struct TunnelSession {
    private let server: Authority
    private let store: SessionCertificates
    private var shown: SessionCertificates.Shown?
    /// The ticket that the server gave the client; empty without one.
    private var ticket: [UInt8] = []

    /// Creates the session of a tunnel to a server, with the store of certificates.
    init(with server: Authority, in store: SessionCertificates) {
        self.server = server
        self.store = store
    }

    /// The reading, with the certificates of the full handshake if the tunnel resumes a session. `now` is in
    /// milliseconds of the monotonic clock.
    mutating func completed(_ reading: TunnelReading.Shared, at now: Int64) -> TunnelReading.Shared {
        guard reading.value.isResumed,
            let shown = store.shown(for: reading.value.sessionIdentifiers, of: server, at: now)
        else { return reading }
        self.shown = shown
        return TunnelReading.Shared(reading.value.resuming(shown))
    }

    /// Keeps the certificates of a full handshake. Later readings of the same tunnel do not change them.
    mutating func keepCertificates(of reading: TunnelReading.Shared, evaluated presented: Observation?) {
        guard var shown = reading.value.shownCertificates else { return }
        // Most servers present the same certificates to all clients. The parsed copy is kept.
        if case .secure(_, let chain) = presented, chain.presented.count == shown.certificates.count {
            shown.certificates = chain.presented.map(\.der)
        }
        self.shown = shown
    }

    /// Stores the certificates under all identifiers of the session: its ID and its tickets.
    func remember(_ reading: TunnelReading.Shared, at now: Int64) {
        guard shown != nil else { return }
        store(reading.value.sessionIdentifiers + [ticket, reading.value.renewedTicket ?? []], at: now)
    }

    /// Notes a ticket that the server issued for the session.
    mutating func ticketIssued(_ ticket: [UInt8], at now: Int64) {
        self.ticket = ticket
        store([ticket], at: now)
    }

    private func store(_ identifiers: [[UInt8]], at now: Int64) {
        guard let shown else { return }
        for identifier in identifiers { store.insert(shown, for: identifier, of: server, at: now) }
    }
}
