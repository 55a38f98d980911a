import InternetNames
import TransportSecurity

/// A handshake that ends after the server's first flight: it sends a hello and reads the server's choice.
///
/// The handshake needs no cryptography, and so can offer the parts that TLS libraries lack: 3DES, RC4, SSL 3.0,
/// X25519MLKEM768. Up to TLS 1.2 the flight contains the certificates. In TLS 1.3 it shows version, suite and group
/// only, because nothing after the server's hello can be read; a hello without a key share leads to a
/// HelloRetryRequest.
public struct ServerFlight {
    /// The state of the handshake.
    public enum State: Hashable, Sendable {
        /// It waits for bytes of the server.
        case wantsMore
        /// The server chose. The part of its flight that was read; `isComplete` is false and `wasEndedByUs` true.
        case seen(Handshake)
        /// The server did not answer with a ServerHello.
        case failed(HandshakeFailure)
    }

    /// The bytes to send to the server. There are no others.
    public let hello: [UInt8]

    private let offer: Offer
    /// Whether the flight counts only as a whole: up to ServerHelloDone, or in TLS 1.3 with a record after the server's
    /// hello, or a pause after its HelloRetryRequest.
    private let demandsAll: Bool
    private var end = EndOfFlight()
    private let clientHello: ClientHello?
    private var inspector: TLSInspector
    private var handshake: Handshake?
    private var failure: HandshakeFailure?
    private var isOver = false
    /// Whether the server's hello is a HelloRetryRequest, after which the server waits.
    private var isRetry = false
    /// Whether the server has waited for long enough after a HelloRetryRequest.
    private var hasWaited = false

    /// A handshake that makes the part of that offer up to the version `newest` to that host.
    ///
    /// An offer of only SSL 3.0 has no extensions, because some old servers fail on them.
    public init(offer: Offer, upTo newest: TLSVersion = .tls1_3, host: Host, random: [UInt8]) {
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
        self.init(offer, writer.records)
    }

    /// A handshake that sends that hello.
    public init(_ hello: AppleHello) {
        self.init(AppleHello.offer, hello.bytes, demandsAll: true)
    }

    private init(_ offer: Offer, _ records: [UInt8], demandsAll: Bool = false) {
        self.offer = offer
        self.demandsAll = demandsAll
        hello = records
        var inspector = TLSInspector()
        var events: [TLSInspector.Event] = []
        records.withUnsafeBufferPointer { inspector.observe(.client, $0.span, appendingTo: &events) }
        self.inspector = inspector
        clientHello =
            events.lazy.compactMap { event in
                if case .clientHello(let hello) = event { hello } else { nil }
            }.first
    }

    /// Reads bytes that the server sent.
    public mutating func receive(_ bytes: Span<UInt8>) -> State {
        guard !isOver else { return state }
        var events: [TLSInspector.Event] = []
        inspector.observe(.server, bytes, appendingTo: &events)
        for event in events { read(event) }
        if demandsAll { end.receive(bytes) }
        if isTLS13, end.record == .alert { failure = failure ?? .closed }
        isOver = failure != nil || isWhole
        return state
    }

    /// Whether the server asks for another hello. That it waits for it, and does not end the connection, is still to be
    /// seen.
    public var isAskedAgain: Bool { !isOver && isRetry }

    /// Notes that the server has waited for a while.
    public mutating func wait() -> State {
        hasWaited = true
        isOver = true
        return state
    }

    /// Notes that the server closed or reset the connection.
    public mutating func finish() -> State {
        isOver = true
        return state
    }

    private var state: State {
        guard isOver else { return .wantsMore }
        guard let handshake else { return .failed(failure ?? .closed) }
        // Up to TLS 1.2 a hello must have certificates after it.
        let isPart = isTLS13 || !handshake.certificates.isEmpty
        return isWhole && failure == nil || isPart && !demandsAll ? .seen(handshake) : .failed(failure ?? .closed)
    }

    private var isTLS13: Bool { handshake?.version == .tls1_3 }

    /// Whether nothing more of the flight can be read. In TLS 1.3 that is so after the server's hello.
    private var isWhole: Bool {
        isTLS13 ? !demandsAll || isRetry && hasWaited || end.record == .encrypted : inspector.hasSeenServerFlight
    }

    private mutating func read(_ event: TLSInspector.Event) {
        switch event {
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
            if alert.isClosure {
                failure = failure ?? .closed
            } else if alert.level == .fatal {
                failure = failure ?? .alert(alert.description)
            }
        case .serverSpokeFirst, .fault(.server, .notTLS):
            failure = failure ?? .notTLS
        case .fault(.server, let reason):
            failure = failure ?? .malformed(reason.description)
        case .clientHello, .resumed, .sessionTicket, .alert, .encryptedAlert, .applicationData, .clientAnswered,
            .cleartext, .fault:
            break
        }
    }

    private mutating func read(_ hello: ServerHello) {
        guard let version = hello.version else {
            failure = .malformed("an unknown version")
            return
        }
        if let clientHello, let contradiction = hello.contradiction(to: clientHello) {
            failure = .malformed(contradiction)
            return
        }
        isRetry = hello.isHelloRetryRequest
        handshake = Handshake(
            offer: offer, version: version, cipherSuite: hello.cipherSuite, group: hello.group,
            applicationProtocol: hello.applicationProtocol, extendedMasterSecret: hello.extendedMasterSecret,
            certificateTimestamps: hello.certificateTimestamps, isComplete: false, wasEndedByUs: true)
    }
}

/// Looks for the record after a server's hello of TLS 1.3, whose content cannot be read.
struct EndOfFlight {
    /// The first record that is encrypted, or an alert in plaintext.
    private(set) var record: Record?
    private var reader = RecordReader()

    /// A record that shows the server's reaction after its hello.
    enum Record {
        /// An encrypted record (RFC 8446 §5.2): the server goes on.
        case encrypted
        /// An alert in plaintext: the server ends the handshake.
        case alert
    }

    /// Takes in bytes of the server.
    mutating func receive(_ bytes: Span<UInt8>) {
        var offset = 0
        while record == nil, let element = reader.next(in: bytes, at: &offset, protection: .tls13) {
            switch element {
            case .header(.applicationData): record = .encrypted
            case .header(.alert): record = .alert
            case .content(_, let range):
                reader.consume(range.count)
                offset = range.upperBound
            case .header, .end: break
            case .fault: return
            }
        }
    }
}
