import TransportSecurity

/// What a server chose: a ServerHello or HelloRetryRequest as it crossed the wire (RFC 8446 §4.1.3 and §4.1.4).
///
/// From TLS 1.3 on ALPN, staple and certificates follow encrypted, and are not seen here.
public struct ServerHello: Hashable, Sendable {
    /// Whether it is a HelloRetryRequest: version and suite are settled, the group is the one that is asked for.
    public var isHelloRetryRequest = false
    /// The version as a code: `supported_versions` where present, else the version field.
    public var versionCode: UInt16
    /// The session, 0 to 32 bytes; up to TLS 1.2 an echo of the client's means resumption.
    public var sessionID: [UInt8]
    /// The cipher suite.
    public var cipherSuite: CipherSuite
    /// The types of all extensions in their order.
    public var extensionTypes: [ExtensionType] = []
    /// Extensions whose content is not what their definition says.
    public var unreadableExtensions: [ExtensionType] = []
    /// The group of `key_share`; up to TLS 1.2 the group is in the server's key exchange.
    public var group: NamedGroup?
    /// The protocol of ALPN, up to TLS 1.2.
    public var applicationProtocol: String?
    /// Which of the client's pre-shared keys was chosen, from 0; TLS 1.3 then resumes, and sends no certificate.
    public var preSharedKey: UInt16?
    /// The body of `signed_certificate_timestamp` (RFC 6962 §3.3), up to TLS 1.2.
    public var certificateTimestamps: [UInt8]?

    /// The version agreed on; nil for one that we do not know, such as a draft.
    public var version: TLSVersion? { TLSVersion(rawValue: versionCode) }

    /// Whether everything after this hello is encrypted, as in TLS 1.3, its drafts, and what may come after it.
    public var isFollowedByCiphertext: Bool { extensionTypes.contains(.supportedVersions) || versionCode > 0x0303 }

    /// Whether Extended Master Secret was agreed on, or TLS 1.3, which has its strength.
    public var extendedMasterSecret: Bool {
        isFollowedByCiphertext || extensionTypes.contains(.extendedMasterSecret)
    }
}

extension ServerHello {
    /// The extension that a verdict rests on, where it is malformed or there more than once.
    var malformedVerdictExtension: ExtensionType? {
        let isMalformed =
            unreadableExtensions.contains(.supportedVersions)
            || extensionTypes.count { $0 == .supportedVersions } > 1
        return isMalformed ? .supportedVersions : nil
    }

    /// Reads the body of the handshake message `server_hello`; nil where its parts do not fill it exactly.
    ///
    /// An extension that cannot be read makes only itself unreadable.
    public init?(parsing body: [UInt8]) {
        var isExact = true
        self.init(body[...], isExact: &isExact)
        guard isExact else { return nil }
    }

    /// Reads as much of the body as can be read; nil where even the cipher suite and the compression method are missing.
    ///
    /// For a caller that leaves the refusal of malformed messages to a TLS library.
    public init?(readablePartOf body: ArraySlice<UInt8>) {
        var isExact = true
        self.init(body, isExact: &isExact)
    }

    /// Reads the body up to its end or to the first part that is cut short. Sets `isExact` to false where the parts do not
    /// fill the body exactly.
    private init?(_ body: ArraySlice<UInt8>, isExact: inout Bool) {
        var reader = ByteReader(body)
        guard let version = reader.uint16(), let random = reader.bytes(32),
            let session = reader.vector(lengthBytes: 1), let suite = reader.uint16(), reader.uint8() != nil
        else { return nil }
        versionCode = version
        sessionID = Array(session)
        cipherSuite = CipherSuite(rawValue: suite)
        isHelloRetryRequest = random.elementsEqual(Self.helloRetryRequestRandom)
        isExact = session.count <= 32
        guard !reader.isAtEnd else { return }
        guard let block = reader.vector(lengthBytes: 2) else {
            isExact = false
            return
        }
        isExact = isExact && reader.isAtEnd
        var extensions = ByteReader(block)
        var seen = ExtensionType.Seen()
        while !extensions.isAtEnd {
            guard let code = extensions.uint16(), let content = extensions.vector(lengthBytes: 2) else {
                isExact = false
                return
            }
            let type = ExtensionType(rawValue: code)
            extensionTypes.append(type)
            guard seen.insert(type) else { continue }
            if !read(type, from: ByteReader(content)) { unreadableExtensions.append(type) }
        }
    }

    /// Reads one extension; false where its content is not what its definition says.
    private mutating func read(_ type: ExtensionType, from content: ByteReader) -> Bool {
        var reader = content
        switch type {
        case .supportedVersions:
            guard let version = reader.uint16() else { return false }
            versionCode = version
            return reader.isAtEnd
        case .keyShare:
            guard let code = reader.uint16() else { return false }
            group = NamedGroup(rawValue: code)
            return isHelloRetryRequest ? reader.isAtEnd : reader.vector(lengthBytes: 2) != nil && reader.isAtEnd
        case .preSharedKey:
            preSharedKey = reader.uint16()
            return preSharedKey != nil && reader.isAtEnd
        case .applicationLayerProtocolNegotiation:
            applicationProtocol = reader.selectedProtocol()
            return applicationProtocol != nil
        case .signedCertificateTimestamp:
            certificateTimestamps = Array(reader.rest)
        case _:
            break
        }
        return true
    }

    /// SHA-256 of "HelloRetryRequest" (RFC 8446 §4.1.3).
    private static let helloRetryRequestRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]
}
