import InternetNames
import TransportSecurity

/// A handshake that is made only to see what a server chooses: our hello, then the server's first flight, then the end.
///
/// It costs no cryptography, so it can offer what no library at hand has got: 3DES, RC4, SSL 3.0, X25519MLKEM768. Up to
/// TLS 1.2 the flight shows the certificates; of TLS 1.3 only version, suite and group are seen, because our hello
/// brings no key along and the server asks for one in a HelloRetryRequest.
public struct ServerFlight {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// It waits for bytes of the server.
        case wantsMore
        /// The server chose; what of its flight was seen. Never complete, and left by us.
        case seen(Handshake)
        /// The server did not choose.
        case failed(HandshakeFailure)
    }

    /// What to send to the server, and all that is to be sent.
    public let hello: [UInt8]

    private let offer: Offer
    private var witness = Witness()
    private var handshake: Handshake?
    private var failure: HandshakeFailure?
    private var isOver = false

    /// The flight that answers that offer, as far as it goes up to the version `newest`, from that host.
    ///
    /// A hello of SSL 3.0 alone has no extensions, which servers that know nothing newer may stumble over.
    public init(offer: Offer, upTo newest: TLSVersion = .tls1_3, host: Host, random: [UInt8]) {
        self.offer = offer
        let versions = TLSVersion.allCases.filter { offer.versions.contains($0) && $0 <= newest }
        let offersTLS13 = versions.contains(.tls1_3)
        var writer = ClientHelloWriter(
            versions: versions.reversed(),
            cipherSuites: offer.cipherSuites.filter { $0.isForTLS13 ? offersTLS13 : versions != [.tls1_3] },
            random: random)
        writer.groups = offer.groups
        writer.signatureSchemes = offer.signatureSchemes
        writer.applicationProtocols = offer.applicationProtocols
        if case .name(let name) = host {
            writer.serverName = name.hasSuffix(".") ? String(name.dropLast()) : name
        }
        let records = writer.records
        hello = records
        var facts: [Witness.Fact] = []
        witness.observe(.client, records.span, appendingTo: &facts)
    }

    /// Takes bytes that the server sent.
    public mutating func receive(_ bytes: Span<UInt8>) -> State {
        guard !isOver else { return state }
        var facts: [Witness.Fact] = []
        witness.observe(.server, bytes, appendingTo: &facts)
        for fact in facts { read(fact) }
        // Without a key of ours a HelloRetryRequest is all that a server can say in TLS 1.3.
        isOver = failure != nil || witness.hasSeenServerFlight || handshake?.version == .tls1_3
        return state
    }

    /// Takes note that the server closed or reset the connection.
    public mutating func finish() -> State {
        isOver = true
        return state
    }

    private var state: State {
        guard isOver else { return .wantsMore }
        if let handshake { return .seen(handshake) }
        return .failed(failure ?? .closed)
    }

    private mutating func read(_ fact: Witness.Fact) {
        switch fact {
        case .serverHello(let hello):
            read(hello)
        case .certificates(let certificates):
            handshake?.certificates = certificates
        case .certificateStatus(let response):
            handshake?.certificateStatus = response
        case .serverKeyExchange(let exchange):
            handshake?.group = exchange.group
            handshake?.signatureScheme = exchange.signatureScheme
        case .certificateRequest:
            handshake?.requestsClientCertificate = true
        case .alert(.server, let alert):
            if alert.level == .fatal || alert.isClosure { failure = failure ?? .alert(alert.description) }
        case .serverSpokeFirst, .unparsed(.server, .notTLS):
            failure = failure ?? .notTLS
        case .unparsed(.server, let reason):
            failure = failure ?? .malformed(reason.prose)
        case .clientHello, .resumed, .sessionTicket, .alert, .encryptedAlert, .applicationData, .clientAnswered,
            .cleartext, .unparsed:
            break
        }
    }

    private mutating func read(_ hello: ServerHello) {
        guard let version = hello.version else {
            failure = .malformed("an unknown version")
            return
        }
        handshake = Handshake(
            offer: offer, version: version, cipherSuite: hello.cipherSuite, group: hello.group,
            applicationProtocol: hello.applicationProtocol, extendedMasterSecret: hello.extendedMasterSecret,
            certificateTimestamps: hello.certificateTimestamps, isComplete: false, isLeftByUs: true)
    }
}
