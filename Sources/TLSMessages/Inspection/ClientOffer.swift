/// The parts of a ClientHello that decide which messages may follow.
struct ClientOffer {
    /// Whether the hello offers early data (RFC 8446 §4.2.10).
    let earlyData: Bool
    /// Whether the hello offers TLS 1.3 or newer.
    let tls13: Bool
    /// The ID of the session to resume.
    let sessionID: [UInt8]
    /// Whether the hello has the ticket of a session to resume (RFC 5077 §3.2).
    let hasTicket: Bool

    /// The offer of that hello. A hello that could not be read may offer TLS 1.3 and a ticket.
    init(_ hello: ClientHello?) {
        earlyData = hello?.offersEarlyData ?? false
        tls13 = hello.map { $0.supportedVersions?.contains { $0 > 0x0303 && !$0.isGREASE } ?? false } ?? true
        sessionID = hello?.sessionID ?? []
        hasTicket = hello.map { $0.sessionTicket?.isEmpty == false } ?? true
    }

    /// Whether the client may send a record of that type before a ServerHello. Allowed are early data that it offered
    /// (RFC 8446 §4.2.10), and the ChangeCipherSpec that TLS 1.3 sends for the sake of middleboxes (§D.4).
    func allows(_ type: ContentType, inTLS13 isTLS13: Bool) -> Bool {
        switch type {
        case .changeCipherSpec: return isTLS13
        case .applicationData: return earlyData
        case .alert, .handshake, .heartbeat: return false
        }
    }
}
