import TransportSecurity

/// What was judged of a handshake, in the words that people use.
public struct TLSSummary: Hashable, Decodable, Sendable {
    /// Where it was seen.
    public var source: Source
    /// The name of the hello that got it; nil in a tunnel, where the hello was the client's own.
    public var offer: String?
    /// The version agreed on.
    public var version: TLSVersion?
    /// The registered name of the suite agreed on.
    public var cipher: String?
    /// The name of the group of the key exchange.
    public var group: String?
    /// The application protocol that the server chose.
    public var alpn: String?
    /// Whether Extended Master Secret was agreed on; this and the rest are nil or empty where they were not visible.
    public var extendedMasterSecret: Bool?
    /// Whether the server stapled an OCSP response.
    public var ocspStapled: Bool?
    /// How many signed certificate timestamps came, from every source, valid or not.
    public var scts: Int?
    /// Where the certificate path ends.
    public var anchor: ChainEvaluation.Anchor?
    /// The certificates as the server sent them, leaf first.
    public var certificates: [Rendered<CertificateSummary>]

    /// Where a handshake was seen.
    public enum Source: String, Codable, JSONWritable, Sendable {
        /// It was our own.
        case assessment
        /// It was the client's, read as it passed through the tunnel.
        case tunnel
        /// There was none; certificates were read from a file.
        case file
    }

    /// The summary of what was found out about a server; nil where that was nothing.
    public init?(_ observation: Observation) {
        switch observation {
        case .cleartext, .unexaminable: return nil
        case .secure(let handshake, let evaluation): self.init(handshake, evaluation)
        case .certificates(let evaluation): self.init(file: evaluation)
        }
    }

    /// The summary of certificates from a file.
    private init(file evaluation: ChainEvaluation) {
        source = .file
        scts = evaluation.timestamps.count
        anchor = evaluation.anchor
        certificates = evaluation.presented.map { Rendered(CertificateSummary($0)) }
    }

    /// The summary of a handshake of our own.
    public init(_ handshake: Handshake, _ evaluation: ChainEvaluation) {
        source = .assessment
        offer = handshake.offer.name
        version = handshake.version
        cipher = handshake.cipherSuite.name
        group = handshake.group?.name
        alpn = handshake.applicationProtocol
        extendedMasterSecret = handshake.extendedMasterSecret
        ocspStapled = handshake.certificateStatus != nil
        scts = evaluation.timestamps.count
        anchor = evaluation.anchor
        certificates = evaluation.presented.map { Rendered(CertificateSummary($0)) }
    }

    /// The summary of what the hellos in a tunnel agreed on; from TLS 1.3 on nothing else can be seen.
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
            json.member("alpn", alpn)
            json.member("extendedMasterSecret", extendedMasterSecret)
            json.member("ocspStapled", ocspStapled)
            json.member("scts", scts)
            json.member("anchor", anchor)
            json.member("certificates", certificates)
        }
    }
}
