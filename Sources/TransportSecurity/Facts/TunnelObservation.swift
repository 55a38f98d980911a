import InternetNames

/// The observed beginning of a CONNECT tunnel and the result of the probe of its server. Together with the
/// requirements, this is the whole input of the rules about tunnels.
public struct TunnelObservation: Hashable, Sendable {
    /// The first message in the tunnel.
    public var opening: Opening
    /// The negotiated parameters; nil if no answer of the server was read.
    public var agreement: Agreement?
    /// The bytes that are not judgeable TLS, and their sender, such as `a malformed alert, sent by the client`. Nil if
    /// there were no such bytes, or if the tunnel need not be TLS.
    public var fault: String?
    /// Whether the client opens a WebSocket in cleartext (RFC 6455 §4.1).
    public var opensWebSocket: Bool
    /// Whether a tunnel is refused if its server cannot be compared with the probed one (`--strict-tunnel`).
    public var isStrict = false
    /// The handshake with the certificates that the server sent; nil if they were encrypted (TLS 1.3) or a session was
    /// resumed.
    public var presented: Observation?
    /// The result of the probe of the server; nil if there was no probe.
    public var probed: Observation?
    /// The address that the tunnel leads to.
    public var address: IPAddress?
    /// The address that was probed.
    public var probedAddress: IPAddress?

    /// Creates an observation of a tunnel with the given beginning.
    public init(
        _ opening: Opening, agreement: Agreement? = nil, fault: String? = nil, opensWebSocket: Bool = false
    ) {
        self.opening = opening
        self.agreement = agreement
        self.fault = fault
        self.opensWebSocket = opensWebSocket
    }

    /// The first message in a tunnel. Indirect, because an observation is copied often.
    public indirect enum Opening: Hashable, Sendable {
        /// A ClientHello.
        case hello(Hello)
        /// Bytes of the client that are not TLS, described in prose, such as `an HTTP request`.
        case cleartext(String)
        /// Bytes that are not TLS, sent by the server before its client, described in prose, such as `an SSH
        /// identification`.
        case serverSpokeFirst(String)
        /// A hello that could not be read.
        case unreadable
    }

    /// The parts of a ClientHello that rules about tunnels use.
    public struct Hello: Hashable, Sendable {
        /// The name in `server_name` (RFC 6066 §3) as the client spells it.
        public var serverName: ByteString?
        /// Whether an encrypted ClientHello (RFC 9849) is present. Another name may be in it, or nothing: clients also
        /// send empty ones.
        public var mayHideName: Bool
        /// The versions offered.
        public var versions: [TLSVersion]
        /// The suites offered that a system of Apple offers as well, in the order of `CipherSuites`. Nil if they are not
        /// known, or if the agreed suite meets every policy.
        public var cipherSuites: [CipherSuite]?
        /// Whether the client asked for certificate timestamps. A server sends them only on request.
        public var asksForTimestamps: Bool
        /// Whether the client asked for a stapled OCSP response.
        public var asksForStaple: Bool

        /// Creates a hello with the given parts.
        public init(
            serverName: ByteString?, mayHideName: Bool = false, versions: [TLSVersion] = [.tls1_3, .tls1_2],
            cipherSuites: [CipherSuite]? = nil, asksForTimestamps: Bool = true, asksForStaple: Bool = true
        ) {
            self.serverName = serverName
            self.mayHideName = mayHideName
            self.versions = versions
            self.cipherSuites = cipherSuites
            self.asksForTimestamps = asksForTimestamps
            self.asksForStaple = asksForStaple
        }
    }

    /// The version and the suite in a ServerHello or a HelloRetryRequest.
    public struct Agreement: Hashable, Sendable {
        /// The code of the version, which need not be a known one.
        public var versionCode: UInt16
        /// The cipher suite.
        public var cipherSuite: CipherSuite

        /// The version; nil if the code is not a known one.
        public var version: TLSVersion? { TLSVersion(rawValue: versionCode) }

        /// Creates an agreement on the given version and suite.
        public init(versionCode: UInt16, cipherSuite: CipherSuite) {
            self.versionCode = versionCode
            self.cipherSuite = cipherSuite
        }
    }
}

extension TunnelObservation {
    /// The hello of the client; nil if the tunnel did not begin with one that can be parsed.
    public var hello: Hello? {
        switch opening {
        case .hello(let hello): return hello
        case .cleartext, .serverSpokeFirst, .unreadable: return nil
        }
    }
}

extension TunnelObservation {
    /// The server's certificate in the tunnel.
    var presentedLeaf: Certificate? { Self.leaf(of: presented) }

    /// The server's certificate in the probe.
    var probedLeaf: Certificate? { Self.leaf(of: probed) }

    private static func leaf(of observation: Observation?) -> Certificate? {
        guard case .secure(_, let chain) = observation else { return nil }
        return chain.presented.first
    }
}
