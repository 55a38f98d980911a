import InternetNames
import TLSMessages
import TransportSecurity

/// Everything that the bytes of a tunnel have shown so far, collected from the events of its `TLSInspector`.
public struct TunnelReading: Hashable, Sendable {
    /// The client's hello; after a HelloRetryRequest the second one.
    public var clientHello: ClientHello?
    /// The server's hello, or its HelloRetryRequest until the hello has come.
    public var serverHello: ServerHello?
    /// The server's certificates in DER, leaf first; nil where they are encrypted.
    public var certificates: [[UInt8]]?
    /// The stapled OCSP response in DER.
    public var certificateStatus: [UInt8]?
    /// The server's part of the key exchange.
    public var serverKeyExchange: ServerKeyExchange?
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
    /// The protocol of the client, where it is not TLS.
    public var cleartext: CleartextProtocol?
    /// The client's request, where it is HTTP/1 and its head could be read.
    public var request: TunnelRequest?
    /// The reason why the head of that request could not be read.
    public var requestError: RequestError?
    /// The protocol of a server that sent something before its client did.
    public var banner: Banner?
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

    /// A fault in the bytes of one side.
    public struct Fault: Hashable, Sendable {
        /// The side that sent the bytes.
        public var side: TLSInspector.Side
        /// The kind of fault.
        public var reason: ProtocolFault
    }

    /// Whether nothing was read.
    public var isEmpty: Bool {
        // Nearly every reading has one of these, and the comparison of all fields is slow.
        if case .some = clientHello { return false }
        if case .some = cleartext { return false }
        return self == TunnelReading()
    }

    /// Adds an event.
    mutating func add(_ event: consuming TLSInspector.Event) {
        switch consume event {
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
        case .fault(let side, let reason): faults.append(Fault(side: side, reason: reason))
        case .sessionTicket(let ticket): renewedTicket = ticket
        case .encryptedAlert, .applicationData, .clientAnswered: break
        }
    }
}

extension TunnelReading {
    /// Adds the result of reading the head of a request.
    mutating func take(_ result: TunnelRequestReader.Result) {
        switch result {
        case .incomplete: break
        case .request(let request): self.request = request
        case .failed(let error): requestError = error
        }
    }

    /// The values that identify a session up to TLS 1.2: in a full handshake the ID that the server assigned, in a
    /// resumed one the ID and the ticket that the client offered.
    public var sessionIdentifiers: [[UInt8]] {
        guard let serverHello, !serverHello.isFollowedByCiphertext else { return [] }
        guard isResumed else { return [serverHello.sessionID] }
        return [clientHello?.sessionID ?? [], clientHello?.sessionTicket ?? []]
    }

    /// The facts that rules examine. The caller adds certificates and probed facts.
    public var observation: TunnelObservation {
        var observation = TunnelObservation(
            opening,
            agreement: serverHello.map {
                TunnelObservation.Agreement(versionCode: $0.versionCode, cipherSuite: $0.cipherSuite)
            },
            fault: decisiveFault.map { "\($0.reason), sent by the \($0.side.name)" })
        observation.opensWebSocket = request?.scheme == .ws
        return observation
    }

    private var opening: TunnelObservation.Opening {
        if let cleartext { return .cleartext(cleartext.phrase(request)) }
        if let banner { return .serverSpokeFirst(banner.phrase) }
        guard let hello = clientHello else { return .unreadable }
        return .hello(
            TunnelObservation.Hello(
                serverName: hello.serverName, mayHideName: hello.encryptedClientHello != nil,
                versions: hello.versions, asksForTimestamps: hello.requestsCertificateTimestamps,
                asksForStaple: hello.requestsCertificateStatus))
    }

    /// The scheme of a load that is visibly not made by TLS; nil otherwise.
    public var cleartextScheme: Load.Scheme? {
        switch cleartext {
        case .http: return request?.scheme ?? .http
        case .http2: return .http
        case .ssh, .other, nil: return nil
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
        if let requestError {
            notes.append(
                Note(.tunnelUnread, "The head of the request in the tunnel could not be read: \(requestError.message)"))
        }
        if let clientAlert {
            notes.append(
                Note(.tunnelEnded, "The client sent the alert \(clientAlert.name) before \(host) had answered it."))
        }
        if let serverAlert {
            notes.append(
                Note(.tunnelEnded, "\(host) ended the handshake in the tunnel with the alert \(serverAlert.name)."))
        } else if isCutOff, clientHello != nil, serverHello == nil {
            notes.append(Note(.tunnelEnded, "The tunnel ended before \(host) answered the client's hello."))
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
