import InternetNames
import TransportSecurity

extension ClientHello {
    /// The largest number of protocols that is read. More than any client offers; it bounds the memory for a list of
    /// short names, each of which takes two bytes on the wire and 32 in memory.
    private static let protocolLimit = 64
    /// The number of extensions that most hellos do not exceed.
    private static let usualExtensionCount = 24

    /// Reads the body of a message; nil where its parts do not fill it exactly.
    ///
    /// An extension with malformed content does not make the message unreadable.
    public init?(parsing body: [UInt8]) {
        var reader = ByteReader(body)
        guard let version = reader.uint16(), reader.skip(32),
            let session = reader.vector(lengthBytes: 1), session.count <= 32,
            let suites = reader.uint16Vector(lengthBytes: 2, of: CipherSuite.init(rawValue:)),
            let compression = reader.vector(lengthBytes: 1), !compression.isEmpty
        else { return nil }
        self.init(legacyVersion: version)
        sessionID = Array(session)
        cipherSuites = suites
        guard !reader.isAtEnd else { return }
        guard let block = reader.vector(lengthBytes: 2), reader.isAtEnd else { return nil }
        var extensions = ByteReader(block)
        extensionTypes.reserveCapacity(Self.usualExtensionCount)
        var seen = ExtensionType.Seen()
        while !extensions.isAtEnd {
            guard let code = extensions.uint16(), let content = extensions.vector(lengthBytes: 2) else { return nil }
            let type = ExtensionType(rawValue: code)
            extensionTypes.append(type)
            guard seen.insert(type) else { continue }
            if !read(type, from: ByteReader(content)) { unreadableExtensions.append(type) }
        }
    }

    /// Reads the body of an SSL 2.0 `CLIENT-HELLO` behind its two bytes of length (RFC 5246 §E.2); nil where its parts
    /// do not fill it exactly. Ciphers of SSL 2.0 itself are left out.
    public init?(parsingSSL2 body: [UInt8]) {
        var reader = ByteReader(body)
        guard reader.uint8() == 1, let version = reader.uint16(), let specLength = reader.uint16(),
            let sessionLength = reader.uint16(), let challengeLength = reader.uint16(),
            specLength.isMultiple(of: 3), let specs = reader.bytes(Int(specLength)),
            let session = reader.bytes(Int(sessionLength)), session.count <= 32,
            reader.skip(Int(challengeLength)), reader.isAtEnd
        else { return nil }
        self.init(legacyVersion: version)
        isSSL2Format = true
        sessionID = Array(session)
        var rest = ByteReader(specs)
        while let kind = rest.uint8(), let code = rest.uint16() {
            if kind == 0 { cipherSuites.append(CipherSuite(rawValue: code)) }
        }
    }

    /// Reads one extension. Returns false where its content is malformed.
    private mutating func read(_ type: ExtensionType, from content: ByteReader) -> Bool {
        var reader = content
        switch type {
        case .serverName: return readServerName(&reader)
        case .applicationLayerProtocolNegotiation: return readProtocols(&reader)
        case .keyShare: return readKeyShares(&reader)
        case .preSharedKey: return readPreSharedKeys(&reader)
        case .encryptedClientHello: return readEncryptedClientHello(&reader)
        case .supportedVersions:
            supportedVersions = reader.uint16Vector(lengthBytes: 1) { $0 }
            return supportedVersions != nil && reader.isAtEnd
        case .supportedGroups:
            supportedGroups = reader.uint16Vector(lengthBytes: 2, of: NamedGroup.init(rawValue:))
            return supportedGroups != nil && reader.isAtEnd
        case .signatureAlgorithms:
            signatureSchemes = reader.uint16Vector(lengthBytes: 2, of: SignatureScheme.init(rawValue:))
            return signatureSchemes != nil && reader.isAtEnd
        case .preSharedKeyExchangeModes:
            preSharedKeyExchangeModes = reader.vector(lengthBytes: 1).map(Array.init)
            return preSharedKeyExchangeModes?.isEmpty == false && reader.isAtEnd
        case .sessionTicket:
            sessionTicket = Array(reader.rest)
            return true
        case .extendedMasterSecret, .signedCertificateTimestamp, .earlyData:
            return reader.isAtEnd
        case .renegotiationInfo:
            return reader.vector(lengthBytes: 1) != nil && reader.isAtEnd
        case .statusRequest:
            return reader.uint8() != nil && reader.vector(lengthBytes: 2) != nil
                && reader.vector(lengthBytes: 2) != nil && reader.isAtEnd
        case _:
            return true
        }
    }

    private mutating func readServerName(_ reader: inout ByteReader) -> Bool {
        guard let list = reader.vector(lengthBytes: 2), reader.isAtEnd else { return false }
        var names = ByteReader(list)
        // The only type defined is `host_name` (0), and a list has one name of each type (RFC 6066 §3).
        guard names.uint8() == 0, let name = names.vector(lengthBytes: 2), !name.isEmpty, names.isAtEnd else {
            return false
        }
        serverName = ByteString(name)
        return true
    }

    private mutating func readProtocols(_ reader: inout ByteReader) -> Bool {
        guard let list = reader.vector(lengthBytes: 2), !list.isEmpty, reader.isAtEnd else { return false }
        var names = ByteReader(list)
        var protocols: [ByteString] = []
        while !names.isAtEnd {
            guard let name = names.vector(lengthBytes: 1), !name.isEmpty, protocols.count < Self.protocolLimit else {
                return false
            }
            protocols.append(ByteString(name))
        }
        applicationProtocols = protocols
        return true
    }

    private mutating func readKeyShares(_ reader: inout ByteReader) -> Bool {
        guard let list = reader.vector(lengthBytes: 2), reader.isAtEnd else { return false }
        var shares = ByteReader(list)
        var groups: [NamedGroup] = []
        while !shares.isAtEnd {
            guard let group = shares.uint16(), let key = shares.vector(lengthBytes: 2), !key.isEmpty else {
                return false
            }
            groups.append(NamedGroup(rawValue: group))
        }
        keyShareGroups = groups
        return true
    }

    private mutating func readPreSharedKeys(_ reader: inout ByteReader) -> Bool {
        guard let list = reader.vector(lengthBytes: 2), let binders = reader.vector(lengthBytes: 2),
            !binders.isEmpty, reader.isAtEnd
        else { return false }
        var identities = ByteReader(list)
        var count = 0
        while !identities.isAtEnd {
            guard let identity = identities.vector(lengthBytes: 2), !identity.isEmpty, identities.skip(4) else {
                return false
            }
            count += 1
        }
        preSharedKeyCount = count
        return count > 0
    }

    private mutating func readEncryptedClientHello(_ reader: inout ByteReader) -> Bool {
        switch reader.uint8() {
        case 0:
            guard reader.skip(4), let configuration = reader.uint8(), reader.vector(lengthBytes: 2) != nil,
                reader.vector(lengthBytes: 2) != nil, reader.isAtEnd
            else { return false }
            encryptedClientHello = .outer(configurationID: configuration)
            return true
        case 1:
            encryptedClientHello = .inner
            return reader.isAtEnd
        case _:
            return false
        }
    }
}
