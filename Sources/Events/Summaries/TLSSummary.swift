import JSONWriting
import TransportSecurity

/// The summary of the handshake that was judged, with names instead of code points.
public struct TLSSummary: Hashable, Decodable, Sendable {
    /// The way in which the handshake was observed.
    public var source: Source
    /// The name of the proxy's offer; nil for a tunnel, in which the client sends the ClientHello.
    public var offer: String?
    /// The negotiated version.
    public var version: TLSVersion?
    /// The registered name of the negotiated cipher suite.
    public var cipher: String?
    /// The name of the group of the key exchange. Where a probe's own handshake lacks a group of the OS, it is the one
    /// that the OS would get.
    public var group: String?
    /// The answer to the OS's offer of a post-quantum key exchange: `yes` if the server takes it, `no` if it takes
    /// another one, `breaks` if it does not answer the hello with that offer. Nil if the OS offers none, or if the
    /// answer is not known.
    public var postQuantum: String?
    /// The application protocol that the server chose.
    public var alpn: String?
    /// Whether Extended Master Secret was negotiated; nil, like the members below, if it was not visible.
    public var extendedMasterSecret: Bool?
    /// Whether the server stapled an OCSP response; nil if that was not visible.
    public var ocspStapled: Bool?
    /// The number of signed certificate timestamps from all sources, valid or not.
    public var scts: Int?
    /// The kind of certificate that ends the path.
    public var anchor: ChainEvaluation.Anchor?
    /// The certificates that the server sent, leaf first; empty if they were not visible. At most `certificateLimit`
    /// are written, because each decision repeats them. The facts have all certificates.
    public var certificates: [CachedJSON<CertificateSummary>]
    /// The number of certificates that the server sent, in an event that was read and has fewer of them; else nil.
    public var certificateCount: Int?

    /// The largest number of certificates in an event, more than any correct chain of a public authority has.
    public static let certificateLimit = 6

    /// The way in which a handshake was observed.
    public enum Source: String, Codable, JSONWritable, Sendable {
        /// The handshake is that of a probe.
        case probe = "assessment"
        /// The handshake took place in a tunnel, between client and server.
        case tunnel
        /// There was no handshake; the certificates come from a file.
        case file
    }

    /// Creates the summary of an observation; nil if it has neither a handshake nor certificates.
    public init?(_ observation: Observation) {
        switch observation {
        case .cleartext, .noHandshake: return nil
        case .secure(let handshake, let evaluation): self.init(handshake, evaluation)
        case .certificates(let evaluation): self.init(file: evaluation)
        }
    }

    /// Creates the summary of certificates from a file.
    private init(file evaluation: ChainEvaluation) {
        source = .file
        scts = evaluation.timestamps.count
        anchor = evaluation.anchor
        certificates = evaluation.presented.map { CachedJSON(CertificateSummary($0)) }
    }

    /// Creates the summary of a handshake of a probe.
    public init(_ handshake: Handshake, _ evaluation: ChainEvaluation) {
        source = .probe
        offer = handshake.offer.name
        version = handshake.version
        cipher = handshake.cipherSuite.name
        group = handshake.groupOfSystem?.name
        postQuantum = handshake.postQuantumKeyExchange
        alpn = handshake.applicationProtocol
        extendedMasterSecret = handshake.version < .tls1_3 ? handshake.extendedMasterSecret : nil
        ocspStapled = handshake.certificateStatus != nil
        scts = evaluation.timestamps.count
        anchor = evaluation.anchor
        certificates = evaluation.presented.map { CachedJSON(CertificateSummary($0)) }
    }

    /// Creates the summary of the hellos in a tunnel. From TLS 1.3, the hellos are all that is visible.
    public init(
        tunnel version: TLSVersion?, cipherSuite: CipherSuite?, group: NamedGroup? = nil, alpn: String? = nil,
        extendedMasterSecret: Bool? = nil
    ) {
        source = .tunnel
        self.version = version
        cipher = cipherSuite?.name
        self.group = group?.name
        self.alpn = alpn
        self.extendedMasterSecret = extendedMasterSecret
        certificates = []
    }
}

extension TLSSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("source", source)
            json.member("offer", offer)
            json.member("version", version)
            json.member("cipher", cipher)
            json.member("group", group)
            if let postQuantum { json.member("postQuantum", postQuantum) }
            json.member("alpn", alpn)
            json.member("extendedMasterSecret", extendedMasterSecret)
            json.member("ocspStapled", ocspStapled)
            json.member("scts", scts)
            json.member("anchor", anchor)
            json.member("certificates", Array(certificates.prefix(Self.certificateLimit)))
            let count = max(certificateCount ?? 0, certificates.count)
            if count > Self.certificateLimit { json.member("certificateCount", count) }
        }
    }
}
