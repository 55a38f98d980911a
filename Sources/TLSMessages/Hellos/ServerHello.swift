import TransportSecurity

/// A server's choice: a ServerHello or HelloRetryRequest (RFC 8446 §4.1.3 and §4.1.4).
///
/// From TLS 1.3 on ALPN, the OCSP response and the certificates follow in encrypted messages.
public struct ServerHello: Hashable, Sendable {
    /// Whether the message is a HelloRetryRequest. Its version and cipher suite are final, and `group` is the requested
    /// one.
    public var isHelloRetryRequest = false
    /// The code of the version: that of `supported_versions` where present, otherwise that of the version field.
    public var versionCode: UInt16
    /// The session ID, 0 to 32 bytes. Up to TLS 1.2 the server resumes a session by repeating the client's.
    public var sessionID: [UInt8]
    /// The cipher suite.
    public var cipherSuite: CipherSuite
    /// The compression method; 0 for none.
    public var compressionMethod: UInt8 = 0
    /// Whether the random ends with the mark of a server that supports a newer version than it chose (RFC 8446 §4.1.3).
    public var isMarkedAsDowngrade = false
    /// The types of all extensions, in order.
    public var extensionTypes: [ExtensionType] = []
    /// The types of extensions with malformed content.
    public var unreadableExtensions: [ExtensionType] = []
    /// The size of the server's key in `key_share`, in bytes; nil without one.
    public var keyShareLength: Int?
    /// The group of `key_share`. Up to TLS 1.2 the group is in ServerKeyExchange.
    public var group: NamedGroup?
    /// The protocol of ALPN, up to TLS 1.2.
    public var applicationProtocol: String?
    /// The index of the client's pre-shared key that the server chose. TLS 1.3 then resumes a session, without a
    /// certificate.
    public var preSharedKey: UInt16?
    /// The body of `signed_certificate_timestamp` (RFC 6962 §3.3), up to TLS 1.2.
    public var certificateTimestamps: [UInt8]?

    /// The version; nil for an unknown one, such as a draft.
    public var version: TLSVersion? { TLSVersion(rawValue: versionCode) }

    /// Whether everything after this hello is encrypted, as in TLS 1.3, its drafts and newer versions.
    public var isFollowedByCiphertext: Bool { extensionTypes.contains(.supportedVersions) || versionCode > 0x0303 }

    /// Whether Extended Master Secret (RFC 7627) or TLS 1.3, which has its strength, was negotiated.
    public var extendedMasterSecret: Bool {
        isFollowedByCiphertext || extensionTypes.contains(.extendedMasterSecret)
    }
}

extension ServerHello {
    /// The extension that a verdict depends on, where it is malformed or repeated.
    var malformedVerdictExtension: ExtensionType? {
        let isMalformed =
            unreadableExtensions.contains(.supportedVersions)
            || extensionTypes.count { $0 == .supportedVersions } > 1
        return isMalformed ? .supportedVersions : nil
    }

    /// Reads the body of a message; nil where its parts do not fill it exactly.
    ///
    /// An extension with malformed content does not make the message unreadable.
    public init?(parsing body: [UInt8]) {
        var isExact = true
        self.init(body[...], isExact: &isExact)
        guard isExact else { return nil }
    }

    /// Reads as much of the body as can be read; nil where even the cipher suite and the compression method are
    /// missing.
    ///
    /// For a caller that leaves the refusal of malformed messages to a TLS library.
    public init?(readablePartOf body: ArraySlice<UInt8>) {
        var isExact = true
        self.init(body, isExact: &isExact)
    }

    /// Reads the body up to its end or to the first part that is cut short. Sets `isExact` to false where the parts do
    /// not fill the body exactly.
    private init?(_ body: ArraySlice<UInt8>, isExact: inout Bool) {
        var reader = ByteReader(body)
        guard let version = reader.uint16(), let random = reader.bytes(32),
            let session = reader.vector(lengthBytes: 1), let suite = reader.uint16(),
            let compression = reader.uint8()
        else { return nil }
        versionCode = version
        sessionID = Array(session)
        cipherSuite = CipherSuite(rawValue: suite)
        compressionMethod = compression
        let end = random.suffix(8)
        isMarkedAsDowngrade = end.dropLast().elementsEqual("DOWNGRD".utf8) && end.last.map { $0 <= 1 } == true
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

    /// Reads one extension. Returns false where its content is malformed.
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
            guard !isHelloRetryRequest else { return reader.isAtEnd }
            keyShareLength = reader.vector(lengthBytes: 2)?.count
            return keyShareLength != nil && reader.isAtEnd
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
