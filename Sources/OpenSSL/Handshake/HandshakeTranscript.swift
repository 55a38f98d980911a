import TransportSecurity

/// What a server's handshake messages say, read one by one as they arrive.
///
/// The facts of a handshake are read off the messages themselves, not asked of the library afterwards: a handshake
/// that fails leaves nothing to ask, and what was seen until then is what we want to know. Whether the messages are
/// genuine and well-formed is the library's business; what cannot be read here is passed over.
struct HandshakeTranscript {
    /// More certificates than this are not kept. OpenSSL itself refuses more than 100 KiB of them.
    static let maximumCertificates = 100

    private var version: TLSVersion?
    private var cipherSuite: CipherSuite?
    private var group: NamedGroup?
    private var signatureScheme: SignatureScheme?
    private var applicationProtocol: String?
    private var extendedMasterSecret = false
    private var certificates: [[UInt8]] = []
    private var certificateTimestamps: [UInt8]?
    private var certificateStatus: [UInt8]?
    private(set) var requestsClientCertificate = false
    /// Whether a message was seen with the server's signature over what is fresh in this handshake.
    private var hasSignature = false

    /// Whether the server's certificates were seen.
    var hasCertificates: Bool {
        !certificates.isEmpty
    }

    /// The facts so far; nil before a ServerHello was seen. A signature that was seen counts as verified: to be asked
    /// where the library found no fault with the messages until now.
    func handshake(answering offer: Offer, isComplete: Bool) -> Handshake? {
        guard let version, let cipherSuite else { return nil }
        return Handshake(
            offer: offer, version: version, cipherSuite: cipherSuite, group: group, signatureScheme: signatureScheme,
            applicationProtocol: applicationProtocol,
            extendedMasterSecret: version == .tls1_3 || extendedMasterSecret, certificates: certificates,
            certificateTimestamps: certificateTimestamps, certificateStatus: certificateStatus,
            requestsClientCertificate: requestsClientCertificate, isComplete: isComplete,
            isKeyProven: isComplete || hasSignature)
    }

    /// Reads one whole handshake message of the server (RFC 8446 §4, RFC 5246 §7.4), its four-byte header included.
    mutating func receive(message: [UInt8]) {
        var reader = ByteReader(message)
        guard let type = reader.number(bytes: 1), let body = reader.vector(lengthBytes: 3) else { return }
        switch MessageType(rawValue: type) {
        case .serverHello: readServerHello(body)
        case .encryptedExtensions: readEncryptedExtensions(body)
        case .certificate: readCertificate(body)
        case .serverKeyExchange: readServerKeyExchange(body)
        case .certificateRequest: requestsClientCertificate = true
        case .certificateVerify: readCertificateVerify(body)
        case .certificateStatus: certificateStatus = Self.ocspResponse(in: body)
        case nil: break
        }
    }

    private enum MessageType: Int {
        case serverHello = 2
        case encryptedExtensions = 8
        case certificate = 11
        case serverKeyExchange = 12
        case certificateRequest = 13
        case certificateVerify = 15
        case certificateStatus = 22
    }

    private enum ExtensionType: UInt16 {
        case statusRequest = 5
        case applicationProtocol = 16
        case certificateTimestamp = 18
        case extendedMasterSecret = 23
        case supportedVersions = 43
        case keyShare = 51
    }
}

extension HandshakeTranscript {
    /// RFC 8446 §4.1.3, RFC 5246 §7.4.1.3. A HelloRetryRequest has the same form; the true ServerHello overrides it.
    private mutating func readServerHello(_ body: ArraySlice<UInt8>) {
        var reader = ByteReader(body)
        guard let legacyVersion = reader.uint16(), reader.bytes(32) != nil, reader.vector(lengthBytes: 1) != nil,
            let suite = reader.uint16(), reader.number(bytes: 1) != nil
        else { return }
        let extensions = Self.extensions(in: reader.vector(lengthBytes: 2) ?? [])
        cipherSuite = CipherSuite(rawValue: suite)
        version = TLSVersion(rawValue: Self.code(in: extensions[.supportedVersions]) ?? legacyVersion)
        group = Self.code(in: extensions[.keyShare]).map { NamedGroup(rawValue: $0) }
        extendedMasterSecret = extensions[.extendedMasterSecret] != nil
        applicationProtocol = Self.applicationProtocol(in: extensions)
        certificateTimestamps = extensions[.certificateTimestamp].map { Array($0) }
    }

    private mutating func readEncryptedExtensions(_ body: ArraySlice<UInt8>) {
        var reader = ByteReader(body)
        applicationProtocol = Self.applicationProtocol(in: Self.extensions(in: reader.vector(lengthBytes: 2) ?? []))
    }

    /// RFC 8446 §4.4.2, RFC 5246 §7.4.2. Of the extensions in TLS 1.3 those of the leaf alone are kept.
    private mutating func readCertificate(_ body: ArraySlice<UInt8>) {
        var reader = ByteReader(body)
        let isVersion13 = version == .tls1_3
        if isVersion13, reader.vector(lengthBytes: 1) == nil { return }
        guard let list = reader.vector(lengthBytes: 3) else { return }
        var entries = ByteReader(list)
        certificates = []
        while certificates.count < Self.maximumCertificates, let certificate = entries.vector(lengthBytes: 3) {
            certificates.append(Array(certificate))
            guard isVersion13, let extensions = entries.vector(lengthBytes: 2), certificates.count == 1 else {
                continue
            }
            let ofLeaf = Self.extensions(in: extensions)
            certificateTimestamps = ofLeaf[.certificateTimestamp].map { Array($0) }
            certificateStatus = ofLeaf[.statusRequest].flatMap { Self.ocspResponse(in: $0) }
        }
    }

    /// RFC 8422 §5.4 and RFC 5246 §7.4.3: the temporary key, and from TLS 1.2 on the scheme of the signature on it.
    private mutating func readServerKeyExchange(_ body: ArraySlice<UInt8>) {
        guard let cipherSuite else { return }
        let name = cipherSuite.name
        hasSignature = !cipherSuite.isAnonymous
        var reader = ByteReader(body)
        if ["TLS_ECDHE_ECDSA_", "TLS_ECDHE_RSA_", "TLS_ECDH_anon_"].contains(where: name.hasPrefix) {
            let namedCurve = 3
            guard reader.number(bytes: 1) == namedCurve, let code = reader.uint16() else { return }
            group = NamedGroup(rawValue: code)
            guard reader.vector(lengthBytes: 1) != nil else { return }
        } else if ["TLS_DHE_RSA_", "TLS_DHE_DSS_", "TLS_DH_anon_"].contains(where: name.hasPrefix) {
            for _ in 0..<3 where reader.vector(lengthBytes: 2) == nil { return }
        } else {
            return
        }
        if version == .tls1_2 { signatureScheme = reader.uint16().map { SignatureScheme(rawValue: $0) } }
    }

    /// RFC 8446 §4.4.3.
    private mutating func readCertificateVerify(_ body: ArraySlice<UInt8>) {
        hasSignature = true
        signatureScheme = Self.code(in: body).map { SignatureScheme(rawValue: $0) }
    }

    /// RFC 6066 §8: the response in a `CertificateStatus` of the type `ocsp`.
    private static func ocspResponse(in body: ArraySlice<UInt8>) -> [UInt8]? {
        var reader = ByteReader(body)
        let ocsp = 1
        guard reader.number(bytes: 1) == ocsp, let response = reader.vector(lengthBytes: 3) else { return nil }
        return Array(response)
    }

    private static func applicationProtocol(in extensions: [ExtensionType: ArraySlice<UInt8>]) -> String? {
        guard let body = extensions[.applicationProtocol] else { return nil }
        var reader = ByteReader(body)
        guard let list = reader.vector(lengthBytes: 2) else { return nil }
        var names = ByteReader(list)
        return names.vector(lengthBytes: 1).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func extensions(in list: ArraySlice<UInt8>) -> [ExtensionType: ArraySlice<UInt8>] {
        var found: [ExtensionType: ArraySlice<UInt8>] = [:]
        var reader = ByteReader(list)
        while let type = reader.uint16(), let body = reader.vector(lengthBytes: 2) {
            if let type = ExtensionType(rawValue: type) { found[type] = body }
        }
        return found
    }

    /// The two bytes in front.
    private static func code(in body: ArraySlice<UInt8>?) -> UInt16? {
        guard let body else { return nil }
        var reader = ByteReader(body)
        return reader.uint16()
    }
}
