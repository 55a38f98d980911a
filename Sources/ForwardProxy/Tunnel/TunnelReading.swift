import InternetNames
import TLSMessages
import TransportSecurity

/// Everything that the bytes of a tunnel have shown so far, collected from the events of its `TLSInspector`.
public struct TunnelReading: Hashable, Sendable {
    /// The beginning of the connection.
    public var opening = Opening.none
    /// The server's hello, or its HelloRetryRequest until the hello has come.
    @Indirect public var serverHello: ServerHello? = nil
    /// The server's certificates in DER, leaf first; nil where they are encrypted.
    public var certificates: [[UInt8]]?
    /// The stapled OCSP response in DER.
    public var certificateStatus: [UInt8]?
    /// The server's part of the key exchange.
    @Indirect public var serverKeyExchange: ServerKeyExchange? = nil
    /// Whether the server asked for a client certificate in plaintext.
    public var requestsClientCertificate = false
    /// The new ticket of a resumed session, up to TLS 1.2.
    public var renewedTicket: [UInt8]?
    /// Whether an older session was resumed.
    public var isResumed = false
    /// The fatal alert by which the server ended the handshake.
    public var serverAlert: Alert?
    /// The first alert of the client before the server's answer.
    public var clientAlert: Alert?
    /// The faults in the bytes of either side, in order.
    public var faults: [Fault] = []
    /// The first element of `faults` other than `.truncated`, in a tunnel that requires TLS; nil in any other tunnel.
    public var decisiveFault: Fault?
    /// Whether the tunnel ended before everything was read.
    public var isCutOff = false
    /// The sides whose bytes were passed on unjudged, because the rest did not arrive in time.
    public var passedUnjudged: [TLSInspector.Side] = []

    /// A reading of nothing.
    public init() {}

    /// A reading to which nothing is added. An object, because a reading is large, and this one is handed on from the
    /// tunnel to the decision, and from there to the recording.
    public final class Shared: Hashable, Sendable {
        /// The reading.
        public let value: TunnelReading

        /// Shares a reading.
        public init(_ value: TunnelReading) {
            self.value = value
        }

        /// Whether two readings are equal.
        public static func == (left: Shared, right: Shared) -> Bool { left.value == right.value }

        /// Hashes the reading.
        public func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }

    /// The first bytes of a connection that tell its protocol. Indirect, because a hello is large and a reading is
    /// copied often.
    public indirect enum Opening: Hashable, Sendable {
        /// Nothing that could be read.
        case none
        /// The client's hello; after a HelloRetryRequest the second one.
        case hello(ClientHello)
        /// A client that speaks another protocol than TLS. The head of its first request is read if that is HTTP/1.
        case cleartext(CleartextProtocol, head: TunnelRequestHead)
        /// A server that sent something in this protocol before its client did.
        case banner(Banner)
    }

    /// A fault in the bytes of one side.
    public struct Fault: Hashable, Sendable {
        /// The side that sent the bytes.
        public var side: TLSInspector.Side
        /// The kind of fault.
        public var reason: ProtocolFault
    }

    /// Whether nothing was read.
    public var isEmpty: Bool {
        // Nearly every reading has an opening, and the comparison of all fields is slow.
        guard case .none = opening else { return false }
        return self == TunnelReading()
    }

    /// Whether the client's hello was read.
    public var hasHello: Bool {
        switch opening {
        case .hello: true
        case .none, .cleartext, .banner: false
        }
    }

    /// The client's request in cleartext; nil if its head could not be read, or if there is none.
    public var request: TunnelRequest? {
        guard case .cleartext(_, .read(let request)) = opening else { return nil }
        return request
    }

    /// Adds an event.
    mutating func add(_ event: consuming TLSInspector.Event) {
        switch consume event {
        case .clientHello(let hello): opening = .hello(hello)
        case .serverHello(let hello): serverHello = hello
        case .certificates(let certificates): self.certificates = certificates
        case .certificateStatus(let response): certificateStatus = response
        case .serverKeyExchange(let exchange): serverKeyExchange = exchange
        case .certificateRequest: requestsClientCertificate = true
        case .resumed: isResumed = true
        case .alert(.server, let alert): if alert.level == .fatal { serverAlert = alert }
        case .alert(.client, let alert): if serverHello == nil { clientAlert = clientAlert ?? alert }
        case .cleartext(let cleartext): opening = .cleartext(cleartext, head: .incomplete)
        case .serverSpokeFirst(let banner): opening = .banner(banner)
        case .fault(let side, let reason): faults.append(Fault(side: side, reason: reason))
        case .sessionTicket(let ticket): renewedTicket = ticket
        case .encryptedAlert, .applicationData, .clientAnswered: break
        }
    }
}

extension TunnelReading {
    /// Adds the head of a request in cleartext, as far as it was read.
    mutating func take(_ head: TunnelRequestHead) {
        guard case .cleartext(let cleartext, _) = opening else { return }
        opening = .cleartext(cleartext, head: head)
    }

    /// The values that identify a session up to TLS 1.2: in a full handshake the ID that the server assigned, in a
    /// resumed one the ID and the ticket that the client offered.
    public var sessionIdentifiers: [[UInt8]] {
        guard let serverHello, !serverHello.isFollowedByCiphertext else { return [] }
        guard isResumed else { return [serverHello.sessionID] }
        guard case .hello(let hello) = opening else { return [[], []] }
        return [hello.sessionID, hello.sessionTicket ?? []]
    }

    /// The facts that rules examine. The caller adds certificates and probed facts.
    public var observation: TunnelObservation {
        TunnelObservation(
            observedOpening,
            agreement: serverHello.map {
                TunnelObservation.Agreement(versionCode: $0.versionCode, cipherSuite: $0.cipherSuite)
            },
            fault: decisiveFault.map { "\($0.reason), sent by the \($0.side.name)" },
            opensWebSocket: request?.scheme == .ws)
    }

    private var observedOpening: TunnelObservation.Opening {
        switch opening {
        case .none: .unreadable
        case .cleartext(let cleartext, _): .cleartext(cleartext.phrase(request))
        case .banner(let banner): .serverSpokeFirst(banner.phrase)
        case .hello(let hello):
            .hello(TunnelObservation.Hello(hello, agreed: serverHello?.cipherSuite))
        }
    }

    /// The scheme of a load that is visibly not made by TLS; nil otherwise.
    public var cleartextScheme: Load.Scheme? {
        switch opening {
        case .cleartext(.http, _): request?.scheme ?? .http
        case .cleartext(.http2, _): .http
        case .cleartext(.ssh, _), .cleartext(.other, _), .none, .hello, .banner: nil
        }
    }

    /// The handshake up to TLS 1.2 with its certificates, for the rules about certificates; nil without certificates.
    ///
    /// Its offer is the one of a probe under these requirements, because `Offer` cannot express the client's own. The
    /// rules about certificates do not examine the offer.
    public func handshake(under requirements: Requirements) -> Handshake? {
        guard let serverHello, let version = serverHello.version, let certificates else { return nil }
        return Handshake(
            offer: Offer(judging: requirements), version: version, cipherSuite: serverHello.cipherSuite,
            group: serverKeyExchange?.group, signatureScheme: serverKeyExchange?.signatureScheme,
            applicationProtocol: serverHello.applicationProtocol,
            extendedMasterSecret: serverHello.extendedMasterSecret, certificates: certificates,
            certificateTimestamps: serverHello.certificateTimestamps, certificateStatus: certificateStatus,
            requestsClientCertificate: requestsClientCertificate)
    }

    /// The group of the key exchange; nil where it is encrypted.
    public var group: NamedGroup? { serverHello?.group ?? serverKeyExchange?.group }

    /// Notes on unreadable parts, and on the course of the tunnel.
    public func notes(on host: Host) -> [Note] {
        var notes = faults.filter { $0 != decisiveFault }.map { fault in
            Note(.tunnelUnread, "Bytes of the \(fault.side.name) could not be read as TLS: \(fault.reason).")
        }
        notes += passedUnjudged.map { side in
            Note(
                .tunnelUnread,
                "Bytes of the \(side.name) were passed on before they could be judged: the rest did not come in time.")
        }
        if case .cleartext(_, .unreadable(let error)) = opening {
            notes.append(
                Note(.tunnelUnread, "The head of the request to \(host) could not be read: \(error.message)"))
        }
        if let clientAlert {
            notes.append(
                Note(.tunnelEnded, "The client sent the alert \(clientAlert.name) before \(host) had answered it."))
        }
        if let serverAlert {
            notes.append(
                Note(.tunnelEnded, "\(host) ended the handshake of the client with the alert \(serverAlert.name)."))
        } else if isCutOff, hasHello, serverHello == nil {
            notes.append(Note(.tunnelEnded, "The connection ended before \(host) answered the client's hello."))
        }
        if isResumed {
            notes.append(
                Note(
                    .resumed,
                    "The client resumed an older session, in which no certificate is shown; the verdict on its full "
                        + "handshake counts."))
        }
        if requestsClientCertificate {
            notes.append(
                Note(
                    .clientCertificate,
                    "\(host) asks for a client certificate; which one the client sent is not looked at."))
        }
        return notes
    }
}

extension TLSInspector.Side {
    fileprivate var name: String {
        switch self {
        case .client: return "client"
        case .server: return "server"
        }
    }
}

extension CleartextProtocol {
    fileprivate func phrase(_ request: TunnelRequest?) -> String {
        switch self {
        case .http where request?.scheme == .ws: return "a WebSocket handshake"
        case .http: return "an HTTP request"
        case .http2: return "the preface of HTTP/2"
        case .ssh: return "an SSH identification"
        case .other: return "bytes of an unknown protocol"
        }
    }
}

extension Banner {
    fileprivate var phrase: String {
        switch self {
        case .ssh: return "an SSH identification"
        case .smtp: return "a greeting of SMTP or FTP"
        case .imap: return "a greeting of IMAP"
        case .pop3: return "a greeting of POP3"
        case .other: return "bytes of an unknown protocol"
        }
    }
}

extension [TLSInspector.Event] {
    /// The last session ticket among the events.
    var lastSessionTicket: [UInt8]? {
        for case .sessionTicket(let ticket) in reversed() { return ticket }
        return nil
    }
}
