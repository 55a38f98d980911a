import InternetNames
import TransportSecurity

/// A client's offer: a ClientHello (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2).
///
/// Lists keep the client's order and its GREASE values. An optional is nil where the extension is absent, or where it
/// is malformed and among `unreadableExtensions`. The random and the keys are not kept.
public struct ClientHello: Hashable, Sendable {
    /// The field `legacy_version`: up to TLS 1.2 the newest version offered, from TLS 1.3 on always `0x0303`.
    public var legacyVersion: UInt16
    /// Whether the hello has the format of SSL 2.0 (RFC 5246 §E.2), which has no extensions.
    public var isSSL2Format = false
    /// The ID of the session to resume, 0 to 32 bytes. Random in TLS 1.3 (RFC 8446 §D.4).
    public var sessionID: [UInt8] = []
    /// The cipher suites, including signalling values.
    public var cipherSuites: [CipherSuite] = []
    /// The types of all extensions, in order.
    public var extensionTypes: [ExtensionType] = []
    /// The types of extensions with malformed content.
    public var unreadableExtensions: [ExtensionType] = []
    /// The host name of `server_name`, as the client wrote it; with ECH that of the outer hello.
    public var serverName: ByteString?
    /// The protocols of ALPN.
    public var applicationProtocols: [ByteString]?
    /// The codes of `supported_versions`.
    public var supportedVersions: [UInt16]?
    /// The groups of `supported_groups`.
    public var supportedGroups: [NamedGroup]?
    /// The groups of the keys in `key_share`; empty where the client waits for a HelloRetryRequest.
    public var keyShareGroups: [NamedGroup]?
    /// The schemes of `signature_algorithms`.
    public var signatureSchemes: [SignatureScheme]?
    /// The codes of `psk_key_exchange_modes`.
    public var preSharedKeyExchangeModes: [UInt8]?
    /// The number of keys in `pre_shared_key`; nil where there is no such extension.
    public var preSharedKeyCount: Int?
    /// The ticket in `session_ticket`; empty where the client only asks for one (RFC 5077 §3.2).
    public var sessionTicket: [UInt8]?
    /// The form of `encrypted_client_hello`.
    public var encryptedClientHello: EncryptedClientHello?

    /// A hello with that version field and nothing else.
    public init(legacyVersion: UInt16) {
        self.legacyVersion = legacyVersion
    }

    /// The form of an ECH extension (RFC 9849 §5).
    public enum EncryptedClientHello: Hashable, Sendable {
        /// The outer hello, which may contain the true name, encrypted. An observer cannot tell this extension from one
        /// that is sent as GREASE (RFC 9849 §6.2).
        case outer(configurationID: UInt8)
        /// The mark of an inner hello, which is never sent in plaintext.
        case inner
    }
}

extension ClientHello {
    /// The versions offered, newest first. Without `supported_versions` these are all up to `legacyVersion`, because a
    /// client of such a hello cannot exclude any.
    public var versions: [TLSVersion] {
        let codes = supportedVersions ?? TLSVersion.allCases.map(\.rawValue).filter { $0 <= min(legacyVersion, 0x0303) }
        return codes.compactMap(TLSVersion.init(rawValue:)).sorted(by: >)
    }

    /// Whether the hello has an extension of that type, well-formed or not.
    public func has(_ type: ExtensionType) -> Bool {
        extensionTypes.contains(type)
    }

    /// Whether 0-RTT data may follow the hello.
    public var offersEarlyData: Bool { has(.earlyData) }

    /// Whether the client asks for a stapled OCSP response.
    public var requestsCertificateStatus: Bool { has(.statusRequest) }

    /// Whether the client asks for certificate timestamps.
    public var requestsCertificateTimestamps: Bool { has(.signedCertificateTimestamp) }

    /// Whether Extended Master Secret is offered.
    public var offersExtendedMasterSecret: Bool { has(.extendedMasterSecret) }

    /// Whether secure renegotiation is offered, by an extension or a signalling value (RFC 5746 §3.3).
    public var offersSecureRenegotiation: Bool {
        has(.renegotiationInfo) || cipherSuites.contains(CipherSuite(rawValue: 0x00FF))
    }

    /// Whether a GREASE value is among the cipher suites, extensions, groups, versions or schemes (RFC 8701).
    public var hasGREASE: Bool {
        cipherSuites.contains(where: \.rawValue.isGREASE) || extensionTypes.contains(where: \.isGREASE)
            || supportedGroups?.contains(where: \.rawValue.isGREASE) == true
            || supportedVersions?.contains(where: \.isGREASE) == true
            || signatureSchemes?.contains(where: \.rawValue.isGREASE) == true
    }

    /// The first extension that a verdict depends on and that is malformed or repeated. Endpoints disagree about the
    /// meaning of such a hello, and most refuse it.
    var malformedVerdictExtension: ExtensionType? {
        // The mark of an inner hello may not be sent in plaintext (RFC 9849 §5).
        if encryptedClientHello == .inner { return .encryptedClientHello }
        if isMalformed(.serverName) { return .serverName }
        if isMalformed(.supportedVersions) { return .supportedVersions }
        return isMalformed(.encryptedClientHello) ? .encryptedClientHello : nil
    }

    private func isMalformed(_ type: ExtensionType) -> Bool {
        if !unreadableExtensions.isEmpty, unreadableExtensions.contains(type) { return true }
        guard let first = extensionTypes.firstIndex(of: type) else { return false }
        return extensionTypes[(first + 1)...].contains(type)
    }

    /// The extension types that occur more than once, which RFC 8446 §4.2 forbids. The first one of each was read.
    public var duplicateExtensions: [ExtensionType] {
        var seen: Set<ExtensionType> = []
        var duplicates: [ExtensionType] = []
        for type in extensionTypes where !seen.insert(type).inserted && !duplicates.contains(type) {
            duplicates.append(type)
        }
        return duplicates
    }
}
