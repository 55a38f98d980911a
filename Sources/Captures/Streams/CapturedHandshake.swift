import Events
import ForwardProxy
import InternetNames
import TLSMessages
import TransportSecurity

/// The handshake of TLS in a captured connection. A `Tunnel` reads the bytes, as in a proxy that only observes.
struct CapturedHandshake: ~Copyable {
    private var tunnel = Tunnel(.none)
    /// The handshake, as far as it was read; nil before a verdict could depend on it.
    private var reading: TunnelReading?
    private var reaction = CapturedReaction()
    /// Whether nothing more is read, because no handshake follows.
    private var isAbandoned = false
    /// Whether the server sent bytes.
    private var hasAnswer = false
    /// The signs that the client refused the server.
    private(set) var refusal: ClosedEvent.ClientRefusal?

    /// The content of the handshake at its end.
    enum Content {
        /// Nothing that could be read.
        case nothing
        /// The client's hello only, because bytes of the server are missing in the capture.
        case name(Host?)
        /// The handshake, and the reactions of client and server.
        case handshake(TunnelReading, CapturedReaction)
    }

    /// Whether further bytes show nothing more.
    var isOver: Bool { isAbandoned || tunnel.isOver }

    /// Whether the parts of the handshake were read that a verdict depends on.
    var isRead: Bool { isAbandoned || reading != nil }

    /// The name of the server in the client's hello; nil without a valid name.
    var serverName: Host? {
        guard case .hello(let hello) = reading?.opening else { return nil }
        return hello.serverName.flatMap { Host(captured: $0) }
    }

    /// The number of bytes of the certificates that were read.
    var certificateByteCount: Int { reading?.certificates?.reduce(0) { $0 + $1.count } ?? 0 }

    /// Ends the reading, because no handshake follows.
    mutating func abandon() { isAbandoned = true }

    /// Reads bytes of a side.
    mutating func receive(_ bytes: Span<UInt8>, from side: TLSInspector.Side) {
        guard !bytes.isEmpty, !isOver else { return }
        if side == .server { hasAnswer = true }
        note(tunnel.received(bytes, from: side))
    }

    /// Reads the end of the client's bytes. An alert of the server behind it is an answer.
    mutating func clientEnded() {
        if !isOver { note(tunnel.finished(.client)) }
    }

    /// Ends the reading with the end of the connection, and returns the content.
    ///
    /// - Parameter isWhole: Whether no byte that was needed is missing.
    mutating func finished(by end: CapturedEnd, isWhole: Bool) -> Content {
        let side: TLSInspector.Side? =
            switch end.party {
            case .client: .client
            case .server: .server
            case .proxy: nil
            }
        if isWhole { refusal = tunnel.refusal(closedBy: side).map { ClosedEvent.ClientRefusal(captured: $0) } }
        note(tunnel.ended(by: isWhole ? side : nil))
        guard let reading else { return .nothing }
        guard reading.serverHello == nil, reading.hasHello, reading.serverAlert == nil, !isWhole || !hasAnswer else {
            return .handshake(reading, reaction)
        }
        return .name(serverName)
    }

    /// Keeps the results of the tunnel. Its other commands are for live connections.
    private mutating func note(_ commands: [Tunnel.Command]) {
        for command in commands {
            switch command {
            case .record(let reading): self.reading = reading.value
            case .acceptance(let clientReaction, let alert):
                (reaction.accepted, reaction.lateAlert) = (clientReaction.isAcceptance, alert?.name)
            case .pass, .probe, .judge, .ticketIssued, .wait, .reset, .breakOff: break
            }
        }
    }
}

extension ClosedEvent.ClientRefusal {
    /// The refusal that a captured handshake shows.
    fileprivate init(captured refusal: ClientRefusal) {
        self.init(evidence: "The client \(refusal.description).")
        switch refusal.evidence {
        case .alert(let alert): self.alert = alert.name
        case .inferredAlert, .encryptedAlert, .closedAfterServerFlight, .closedAfterHandshake: break
        }
    }
}
