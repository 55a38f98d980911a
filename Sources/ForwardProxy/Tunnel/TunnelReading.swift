import InternetNames
import TransportSecurity

/// All that a tunnel's bytes have shown so far, put together from the facts of its `Witness`.
public struct TunnelReading: Hashable, Sendable {
    /// The client's hello; after a HelloRetryRequest the second one.
    public var clientHello: ClientHello?
    /// The server's choice, or its HelloRetryRequest as long as there is nothing else.
    public var serverHello: ServerHello?
    /// The server's certificates in DER, leaf first; nil where they were not in the clear.
    public var certificates: [[UInt8]]?
    /// The stapled OCSP response in DER.
    public var certificateStatus: [UInt8]?
    /// The server's side of the key exchange.
    public var serverKeyExchange: ServerKeyExchange?
    /// Whether the server asked for a client certificate, as far as that is in the clear.
    public var requestsClientCertificate = false
    /// The ticket that a resumed session was given anew, up to TLS 1.2.
    public var renewedTicket: [UInt8]?
    /// Whether an older session was resumed.
    public var isResumed = false
    /// The fatal alert by which the server ended the handshake.
    public var serverAlert: Alert?
    /// The first alert of the client that came before the server's answer.
    public var clientAlert: Alert?
    /// What the client sent in place of TLS.
    public var cleartext: CleartextProtocol?
    /// The request in it, where it is HTTP/1 and its head could be read.
    public var request: TunnelRequest?
    /// What is wrong with the head of that request.
    public var requestError: RequestError?
    /// What a server sent that spoke first.
    public var banner: Banner?
    /// What could not be read as TLS, and why.
    public var unparsed: [UnreadSide] = []
    /// The first element of `unparsed` other than `.truncated`, in a tunnel that requires TLS; nil in any other tunnel.
    public var fault: UnreadSide?
    /// Whether the tunnel ended before all was read.
    public var isCutOff = false
    /// Whose bytes were passed on before they could be judged, because the rest did not come in time.
    public var passedUnjudged: [Witness.Side] = []

    /// A reading of nothing.
    public init() {}

    /// A side that could not be read.
    public struct UnreadSide: Hashable, Sendable {
        /// Whose bytes.
        public var side: Witness.Side
        /// Why.
        public var reason: Unparsed
    }

    /// Whether nothing has been read, so that there is nothing to tell.
    public var isEmpty: Bool {
        // Nearly every reading has one of these, and the comparison is long.
        if case .some = clientHello { return false }
        if case .some = cleartext { return false }
        return self == TunnelReading()
    }

    /// Takes note of a fact.
    mutating func add(_ fact: Witness.Fact) {
        switch fact {
        case .clientHello(let hello): clientHello = hello
        case .serverHello(let hello): serverHello = hello
        case .certificates(let certificates): self.certificates = certificates
        case .certificateStatus(let response): certificateStatus = response
        case .serverKeyExchange(let exchange): serverKeyExchange = exchange
        case .certificateRequest: requestsClientCertificate = true
        case .resumed: isResumed = true
        case .alert(.server, let alert): if alert.level == .fatal { serverAlert = alert }
        case .alert(.client, let alert): if serverHello == nil { clientAlert = clientAlert ?? alert }
        case .cleartext(let cleartext): self.cleartext = cleartext
        case .serverSpokeFirst(let banner): self.banner = banner
        case .unparsed(let side, let reason): unparsed.append(UnreadSide(side: side, reason: reason))
        case .sessionTicket(let ticket): renewedTicket = ticket
        case .encryptedAlert, .applicationData, .clientAnswered: break
        }
    }
}

extension TunnelReading {
    /// What a session up to TLS 1.2 can be known by: in a full handshake the ID that the server gave it; in a resumption
    /// the ID and the ticket that the client offered.
    public var sessionIdentifiers: [[UInt8]] {
        guard let serverHello, !serverHello.isFollowedByCiphertext else { return [] }
        guard isResumed else { return [serverHello.sessionID] }
        return [clientHello?.sessionID ?? [], clientHello?.sessionTicket ?? []]
    }

    /// What the rules look at; certificates, and what was probed, are for the caller to add.
    public var observation: TunnelObservation {
        TunnelObservation(
            opening,
            agreement: serverHello.map {
                TunnelObservation.Agreement(versionCode: $0.versionCode, cipherSuite: $0.cipherSuite)
            },
            fault: fault.map { "\($0.reason.prose), sent by the \($0.side.name)" })
    }

    private var opening: TunnelObservation.Opening {
        if let cleartext { return .cleartext(cleartext.prose(request)) }
        if let banner { return .serverSpokeFirst(banner.prose) }
        guard let hello = clientHello else { return .unreadable }
        return .hello(
            TunnelObservation.Hello(
                serverName: hello.serverName, mayHideName: hello.encryptedClientHello != nil,
                versions: hello.versions, asksForTimestamps: hello.requestsCertificateTimestamps,
                asksForStaple: hello.requestsCertificateStatus))
    }

    /// How the load really goes, where what the client sent shows that it is not by TLS.
    public var cleartextScheme: Load.Scheme? {
        switch cleartext {
        case .http: return request?.scheme ?? .http
        case .http2: return .http
        case .ssh, .other, nil: return nil
        }
    }

    /// The handshake up to TLS 1.2 with its certificates, as the rules about certificates want it; nil where none were
    /// seen. Its offer is the one that judges: the client's own has no name, and those rules look at none.
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

    /// The group of the key exchange, where it is visible.
    public var group: NamedGroup? { serverHello?.group ?? serverKeyExchange?.group }

    /// What no rule says: where the reading ends, and why.
    public func notes(on host: Host) -> [Note] {
        var notes = unparsed.filter { $0 != fault }.map { unread in
            Note("Bytes of the \(unread.side.name) could not be read as TLS: \(unread.reason.prose).")
        }
        notes += passedUnjudged.map { side in
            Note("Bytes of the \(side.name) were passed on before they could be judged: the rest did not come in time.")
        }
        if let requestError {
            notes.append(Note("The head of the request in the tunnel could not be read: \(requestError.message)"))
        }
        if let clientAlert {
            notes.append(Note("The client sent the alert \(clientAlert.name) before \(host) had answered it."))
        }
        if let serverAlert {
            notes.append(Note("\(host) ended the handshake in the tunnel with the alert \(serverAlert.name)."))
        } else if isCutOff, clientHello != nil, serverHello == nil {
            notes.append(Note("The tunnel ended before \(host) answered the client's hello."))
        }
        if isResumed {
            notes.append(
                Note(
                    "The client resumed an older session, in which no certificate is shown; the verdict on its full "
                        + "handshake counts."))
        }
        if requestsClientCertificate {
            notes.append(Note("\(host) asks for a client certificate; which one the client sent is not looked at."))
        }
        return notes
    }
}

extension Witness.Side {
    fileprivate var name: String {
        switch self {
        case .client: return "client"
        case .server: return "server"
        }
    }
}

extension CleartextProtocol {
    fileprivate func prose(_ request: TunnelRequest?) -> String {
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
    fileprivate var prose: String {
        switch self {
        case .ssh: return "an SSH identification"
        case .smtp: return "a greeting of SMTP or FTP"
        case .imap: return "a greeting of IMAP"
        case .pop3: return "a greeting of POP3"
        case .other: return "bytes of an unknown protocol"
        }
    }
}
