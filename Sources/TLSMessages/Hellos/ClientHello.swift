import InternetNames
import TransportSecurity

/// What a client offers a server: a ClientHello as it crossed the wire (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2).
///
/// Lists keep the client's order and its GREASE values. An optional is nil where the extension was absent, or could
/// not be read and is among `unreadableExtensions`. The random and the key material are not kept.
public struct ClientHello: Hashable, Sendable {
    /// The field `legacy_version`: up to TLS 1.2 the newest version, from 1.3 on always `0x0303`.
    public var legacyVersion: UInt16
    /// Whether it came in the format of SSL 2.0 (RFC 5246 §E.2), which has no extensions.
    public var isSSL2Format = false
    /// The session to resume up to TLS 1.2, 0 to 32 bytes; noise in TLS 1.3.
    public var sessionID: [UInt8] = []
    /// The cipher suites, with signalling values.
    public var cipherSuites: [CipherSuite] = []
    /// The compression methods; `[0]` is none.
    public var compressionMethods: [UInt8] = []
    /// The types of all extensions in their order.
    public var extensionTypes: [ExtensionType] = []
    /// Extensions whose content is not what their definition says.
    public var unreadableExtensions: [ExtensionType] = []
    /// The host name of `server_name`, as spelt by the client; with ECH that of the outer hello.
    public var serverName: WireText?
    /// The protocols of ALPN.
    public var applicationProtocols: [WireText]?
    /// The codes of `supported_versions`.
    public var supportedVersions: [UInt16]?
    /// The groups of `supported_groups`.
    public var supportedGroups: [NamedGroup]?
    /// The groups for which `key_share` brings a key; empty where the client waits to be told one.
    public var keyShareGroups: [NamedGroup]?
    /// The schemes of `signature_algorithms`.
    public var signatureSchemes: [SignatureScheme]?
    /// The codes of `psk_key_exchange_modes`.
    public var preSharedKeyExchangeModes: [UInt8]?
    /// How many keys `pre_shared_key` names; nil where there is no such extension.
    public var preSharedKeyCount: Int?
    /// The ticket in `session_ticket` (RFC 5077 §3.2); empty where the client only asks for one.
    public var sessionTicket: [UInt8]?
    /// The form of `encrypted_client_hello`.
    public var encryptedClientHello: EncryptedClientHello?

    /// A hello with that version field, and nothing else yet.
    public init(legacyVersion: UInt16) {
        self.legacyVersion = legacyVersion
    }

    /// The form of an ECH extension (RFC 9849 §5).
    public enum EncryptedClientHello: Hashable, Sendable {
        /// The outer hello: the true name may be inside, encrypted. Whether it is, or the client only greases
        /// (RFC 9849 §6.2), cannot be told from outside.
        case outer(configurationID: UInt8)
        /// The mark of an inner hello, which nobody sends in the clear.
        case inner
    }
}

extension ClientHello {
    /// The versions offered, newest first. Without `supported_versions` these are all up to the version field: a
    /// client cannot say there what it would refuse.
    public var versions: [TLSVersion] {
        let codes = supportedVersions ?? TLSVersion.allCases.map(\.rawValue).filter { $0 <= min(legacyVersion, 0x0303) }
        return codes.compactMap(TLSVersion.init(rawValue:)).sorted(by: >)
    }

    /// Whether an extension of that type is there, readable or not.
    public func has(_ type: ExtensionType) -> Bool {
        extensionTypes.contains(type)
    }

    /// Whether 0-RTT data may follow the hello.
    public var offersEarlyData: Bool { has(.earlyData) }

    /// Whether a stapled OCSP response is asked for.
    public var requestsCertificateStatus: Bool { has(.statusRequest) }

    /// Whether certificate timestamps are asked for.
    public var requestsCertificateTimestamps: Bool { has(.signedCertificateTimestamp) }

    /// Whether Extended Master Secret is offered.
    public var offersExtendedMasterSecret: Bool { has(.extendedMasterSecret) }

    /// Whether secure renegotiation is offered, by extension or by signalling value (RFC 5746 §3.3).
    public var offersSecureRenegotiation: Bool {
        has(.renegotiationInfo) || cipherSuites.contains(CipherSuite(rawValue: 0x00FF))
    }

    /// Whether any GREASE value is among suites, extensions, groups, versions or schemes (RFC 8701).
    public var hasGREASE: Bool {
        cipherSuites.contains(where: \.rawValue.isGREASE) || extensionTypes.contains(where: \.isGREASE)
            || supportedGroups?.contains(where: \.rawValue.isGREASE) == true
            || supportedVersions?.contains(where: \.isGREASE) == true
            || signatureSchemes?.contains(where: \.rawValue.isGREASE) == true
    }

    /// The first extension that a verdict rests on and that is malformed, or there more than once. Endpoints disagree about
    /// what such a hello says, and most refuse it.
    var malformedVerdictExtension: ExtensionType? {
        let types = [ExtensionType.serverName, .supportedVersions, .encryptedClientHello]
        // The mark of an inner hello hides nothing, and has no place in a hello that is sent (RFC 9849 §5).
        if encryptedClientHello == .inner { return .encryptedClientHello }
        return types.first { type in
            unreadableExtensions.contains(type) || extensionTypes.count { $0 == type } > 1
        }
    }

    /// Extension types that are there more than once, which RFC 8446 §4.2 forbids; what the first one says is told.
    public var duplicateExtensions: [ExtensionType] {
        var seen: Set<ExtensionType> = []
        var duplicates: [ExtensionType] = []
        for type in extensionTypes where !seen.insert(type).inserted && !duplicates.contains(type) {
            duplicates.append(type)
        }
        return duplicates
    }
}
