import TransportSecurity

/// Writes a ClientHello with any offer, including versions and cipher suites that no TLS library can negotiate any
/// more.
///
/// The server's answer names version, suite and group, and reading it needs no cryptography. A key share of X25519 may
/// be any 32 bytes (RFC 7748 §5), because the connection is closed before the shared secret is needed. A key share of a
/// NIST curve must be a point on the curve.
public struct ClientHelloWriter: Sendable {
    /// The versions offered. Without TLS 1.3 the newest one implies all older ones (RFC 5246 §E.1).
    public var versions: [TLSVersion]
    /// The cipher suites offered, in order.
    public var cipherSuites: [CipherSuite]
    /// The groups offered. If there are none, the extension is left out.
    public var groups: [NamedGroup] = []
    /// The signature schemes offered. If there are none, the extension is left out.
    public var signatureSchemes: [SignatureScheme] = []
    /// The host name. If it is nil or longer than any DNS name (253 bytes), the extension is left out.
    public var serverName: String?
    /// The protocols of ALPN. Those of other lengths than 1 to 255 bytes are left out.
    public var applicationProtocols: [String] = []
    /// The keys for TLS 1.3. If there are none, the server requests a group with a HelloRetryRequest.
    public var keyShares: [KeyShare] = []
    /// The session ID, at most 32 bytes. For the sake of middleboxes TLS 1.3 sends 32 (RFC 8446 §D.4).
    public var sessionID: [UInt8] = []
    /// The random: the first 32 bytes are used, and missing ones are zero.
    public var random: [UInt8]

    /// A hello that offers these versions and cipher suites.
    public init(versions: [TLSVersion], cipherSuites: [CipherSuite], random: [UInt8]) {
        self.versions = versions
        self.cipherSuites = cipherSuites
        self.random = random
    }

    /// A public key for one group.
    public struct KeyShare: Hashable, Sendable {
        /// The group.
        public var group: NamedGroup
        /// The key as it is sent.
        public var key: [UInt8]

        /// A key for that group.
        public init(group: NamedGroup, key: [UInt8]) {
            self.group = group
            self.key = key
        }
    }

    /// The hello in records: one, or several for a hello of more than 2^14 bytes.
    public var records: [UInt8] {
        var message: [UInt8] = [HandshakeType.clientHello.rawValue]
        message.append(vector: body, lengthBytes: 3)
        // The version of the record is 3.1 for the sake of old servers (RFC 8446 §5.1), and 3.0 for an offer of only
        // SSL 3.0.
        let minor: UInt8 = newest == .ssl3 ? 0 : 1
        var records: [UInt8] = []
        var rest = message[...]
        while !rest.isEmpty {
            records += [ContentType.handshake.rawValue, 3, minor]
            records.append(vector: rest.prefix(1 << 14), lengthBytes: 2)
            rest = rest.dropFirst(1 << 14)
        }
        return records
    }

    private var newest: TLSVersion { versions.max() ?? .tls1_2 }

    private var body: [UInt8] {
        var body: [UInt8] = []
        body.append(uint16: min(newest, .tls1_2).rawValue)
        body += random.prefix(32)
        body += repeatElement(0, count: 32 - min(random.count, 32))
        body.append(vector: sessionID.prefix(32), lengthBytes: 1)
        body.append(vector: cipherSuites.map(\.rawValue).bytes, lengthBytes: 2)
        body.append(vector: [0], lengthBytes: 1)
        // SSL 3.0 has no extensions, and some of its servers fail on them.
        if newest > .ssl3 { body.append(vector: extensions, lengthBytes: 2) }
        return body
    }

    private var extensions: [UInt8] {
        var block: [UInt8] = []
        func add(_ type: ExtensionType, _ content: [UInt8]) {
            block.append(uint16: type.rawValue)
            block.append(vector: content, lengthBytes: 2)
        }
        if let serverName, (1...253).contains(serverName.utf8.count) {
            add(.serverName, .vector(of: [0] + .vector(of: Array(serverName.utf8), lengthBytes: 2), lengthBytes: 2))
        }
        add(.extendedMasterSecret, [])
        add(.renegotiationInfo, [0])
        if !groups.isEmpty {
            add(.supportedGroups, .vector(of: groups.map(\.rawValue).bytes, lengthBytes: 2))
            add(.ecPointFormats, [1, 0])
        }
        let names = applicationProtocols.map { Array($0.utf8) }.filter { (1...255).contains($0.count) }
        if !names.isEmpty {
            let list = names.flatMap { [UInt8].vector(of: $0, lengthBytes: 1) }
            add(.applicationLayerProtocolNegotiation, .vector(of: list, lengthBytes: 2))
        }
        add(.statusRequest, [1, 0, 0, 0, 0])
        if !signatureSchemes.isEmpty, newest >= .tls1_2 {
            add(.signatureAlgorithms, .vector(of: signatureSchemes.map(\.rawValue).bytes, lengthBytes: 2))
        }
        add(.signedCertificateTimestamp, [])
        if newest >= .tls1_3 {
            let shares = keyShares.flatMap {
                [$0.group.rawValue].bytes + [UInt8].vector(of: $0.key, lengthBytes: 2)
            }
            add(.keyShare, .vector(of: shares, lengthBytes: 2))
            add(.preSharedKeyExchangeModes, [1, 1])
            add(.supportedVersions, .vector(of: versions.map(\.rawValue).bytes, lengthBytes: 1))
        }
        return block
    }
}

extension [UInt16] {
    /// The values in network order.
    var bytes: [UInt8] {
        flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}

extension [UInt8] {
    mutating func append(uint16 value: UInt16) {
        self += [value].bytes
    }

    /// Appends a vector with its length in front (RFC 8446 §3.4).
    mutating func append(vector content: some Collection<UInt8>, lengthBytes: Int) {
        for index in (0..<lengthBytes).reversed() {
            append(UInt8(truncatingIfNeeded: content.count >> (8 * index)))
        }
        append(contentsOf: content)
    }

    static func vector(of content: [UInt8], lengthBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(vector: content, lengthBytes: lengthBytes)
        return bytes
    }
}
