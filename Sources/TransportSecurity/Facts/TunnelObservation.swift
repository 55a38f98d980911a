import InternetNames

/// What the bytes of a CONNECT tunnel showed, beside what an assessment found: the whole input of the rules about
/// tunnels, besides the requirements.
public struct TunnelObservation: Hashable, Sendable {
    /// What the tunnel began with.
    public var opening: Opening
    /// What client and server agreed on; nil where no answer of the server was read.
    public var agreement: Agreement?
    /// What was seen in place of TLS that can be judged, and the side that sent it, in prose; nil where the tunnel need
    /// not be TLS, and where nothing else was seen: `a malformed alert, sent by the client`.
    public var fault: String?
    /// Whether a server that cannot be compared with the one assessed is refused (`--strict-tunnel`).
    public var isStrict = false
    /// The handshake with the certificates that the server showed; nil where they were not in the clear: in TLS 1.3,
    /// and where an older session was resumed.
    public var presented: Observation?
    /// What the assessment found out about the server; nil where it was not examined.
    public var assessed: Observation?
    /// The address that the tunnel goes to.
    public var address: IPAddress?
    /// The address that was assessed.
    public var assessedAddress: IPAddress?

    /// A tunnel that began in that way.
    public init(_ opening: Opening, agreement: Agreement? = nil, fault: String? = nil) {
        self.opening = opening
        self.agreement = agreement
        self.fault = fault
    }

    /// What a tunnel can begin with.
    public enum Opening: Hashable, Sendable {
        /// A ClientHello.
        case hello(Hello)
        /// Something of the client's that is no TLS; what it is, in prose: `an HTTP request`.
        case cleartext(String)
        /// A server that spoke before its client, and not TLS; what it said, in prose: `an SSH identification`.
        case serverSpokeFirst(String)
        /// A hello that could not be read.
        case unreadable
    }

    /// What matters here of a ClientHello.
    public struct Hello: Hashable, Sendable {
        /// The name of `server_name` (RFC 6066 §3) as the client spells it.
        public var serverName: WireText?
        /// Whether an encrypted hello may hide another name (RFC 9849); clients also send empty ones.
        public var mayHideName: Bool
        /// The versions offered.
        public var versions: [TLSVersion]
        /// Whether certificate timestamps were asked for, without which a server sends none.
        public var asksForTimestamps: Bool
        /// Whether a stapled OCSP response was asked for.
        public var asksForStaple: Bool

        /// A hello with these parts.
        public init(
            serverName: WireText?, mayHideName: Bool = false, versions: [TLSVersion] = [.tls1_3, .tls1_2],
            asksForTimestamps: Bool = true, asksForStaple: Bool = true
        ) {
            self.serverName = serverName
            self.mayHideName = mayHideName
            self.versions = versions
            self.asksForTimestamps = asksForTimestamps
            self.asksForStaple = asksForStaple
        }
    }

    /// What a ServerHello, or a HelloRetryRequest, settles.
    public struct Agreement: Hashable, Sendable {
        /// The code of the version, known to us or not.
        public var versionCode: UInt16
        /// The cipher suite.
        public var cipherSuite: CipherSuite

        /// The version, where it is one that we know.
        public var version: TLSVersion? { TLSVersion(rawValue: versionCode) }

        /// An agreement on these.
        public init(versionCode: UInt16, cipherSuite: CipherSuite) {
            self.versionCode = versionCode
            self.cipherSuite = cipherSuite
        }
    }
}

extension TunnelObservation {
    /// The hello of the client, where it began with one that could be read.
    public var hello: Hello? {
        switch opening {
        case .hello(let hello): return hello
        case .cleartext, .serverSpokeFirst, .unreadable: return nil
        }
    }
}
