import COpenSSL
import TransportSecurity

/// One offer in OpenSSL's terms; owns an `SSL_CTX`.
///
/// Parts that this OpenSSL does not implement are not offered; `gaps` lists them. Whether a server would have chosen
/// such a part is found out with a hello that needs no cryptography (`ServerFlight` of `TLSMessages`).
final class OfferSettings {
    /// The `SSL_CTX`.
    let pointer: OpaquePointer
    /// The parts of the offer that OpenSSL does not implement.
    private(set) var gaps = OfferGaps()
    /// The options of `openssl s_client` for the same hello.
    private(set) var commandOptions: [String] = []

    /// The largest Certificate message that is accepted, in bytes. The value is the default of OpenSSL, and of
    /// BoringSSL, which is Apple's TLS library (`SSL_MAX_CERT_LIST_DEFAULT`).
    private static let maximumCertificateBytes = 100 * 1024

    /// Creates the settings for an offer in a library context of OpenSSL.
    init(_ offer: Offer, in library: OpaquePointer?) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        guard let pointer = SSL_CTX_new_ex(library, nil, TLS_client_method()) else { throw OpenSSLError.takeQueue() }
        self.pointer = pointer
        gaps.versions = Set(TLSVersion.allCases.filter { $0 < .tls1_0 && offer.versions.contains($0) })
        judgeNothing()
        try offerVersionsAndSuites(of: offer)
        try offerParameters(of: offer)
    }

    deinit {
        SSL_CTX_free(pointer)
    }

    /// Turns off all verdicts of OpenSSL, because the rules judge: the security level, the refusal of servers without
    /// RFC 5746, and the verification of certificates.
    private func judgeNothing() {
        SSL_CTX_set_security_level(pointer, 0)
        shim_SSL_CTX_allow_legacy_renegotiation(pointer)
        SSL_CTX_set_cert_verify_callback(pointer, { _, _ in 1 }, nil)
        SSL_CTX_set_verify(pointer, SSL_VERIFY_NONE, nil)
        shim_SSL_CTX_set_session_cache_off(pointer)
        shim_SSL_CTX_set_max_cert_list(pointer, Self.maximumCertificateBytes)
    }

    private func offerVersionsAndSuites(of offer: Offer) throws(OpenSSLError) {
        let names = try suiteNames(of: offer)
        var oldest = max(offer.versions.lowerBound, .tls1_0)
        var newest = offer.versions.upperBound
        // OpenSSL starts no handshake that offers a version without a suite of that version.
        if names.before13.isEmpty { oldest = .tls1_3 }
        if names.of13.isEmpty { newest = min(newest, .tls1_2) }
        guard oldest <= newest else { throw OpenSSLError(text: "no suite of the offer \(offer.name) is available") }
        try require(shim_SSL_CTX_set_min_proto_version(pointer, Int32(oldest.rawValue)))
        try require(shim_SSL_CTX_set_max_proto_version(pointer, Int32(newest.rawValue)))
        try require(SSL_CTX_set_ciphersuites(pointer, names.of13.joined(separator: ":")))
        if !names.before13.isEmpty {
            try require(SSL_CTX_set_cipher_list(pointer, names.before13.joined(separator: ":") + ":@SECLEVEL=0"))
        }
        // OpenSSL's name of TLS 1.0 has no minor version.
        let bounds = [oldest, newest].map { $0 == .tls1_0 ? "TLSv1" : $0.name }
        commandOptions += ["-min_protocol", bounds[0], "-max_protocol", bounds[1]]
        if !names.of13.isEmpty { commandOptions += ["-ciphersuites", names.of13.joined(separator: ":")] }
        // The list also sets the security level.
        commandOptions += ["-cipher", (names.before13 + ["@SECLEVEL=0"]).joined(separator: ":")]
        // OpenSSL may know the name of a suite although no provider implements its algorithms.
        let available = elements(of: SSL_CTX_get_ciphers(pointer)).map {
            CipherSuite(rawValue: SSL_CIPHER_get_protocol_id(OpaquePointer($0)))
        }
        gaps.cipherSuites = Set(offer.cipherSuites).subtracting(available)
    }

    private func offerParameters(of offer: Offer) throws(OpenSSLError) {
        let available = offer.groups.filter { group in
            Self.groupNames[group.rawValue].map { shim_SSL_CTX_set1_groups_list(pointer, $0) == 1 } ?? false
        }
        gaps.groups = Set(offer.groups).subtracting(available)
        let groups = available.compactMap { Self.groupNames[$0.rawValue] }
        try require(shim_SSL_CTX_set1_groups_list(pointer, groups.joined(separator: ":")))
        // OpenSSL has no single name for this scheme.
        let schemes = offer.signatureSchemes.map { $0 == .ecdsaSHA1 ? "ECDSA+SHA1" : $0.name }
            .filter { shim_SSL_CTX_set1_sigalgs_list(pointer, $0) == 1 }
        try require(shim_SSL_CTX_set1_sigalgs_list(pointer, schemes.joined(separator: ":")))
        let protocols = Self.protocolList(offer.applicationProtocols)
        // Unlike the other calls, this one returns 0 on success.
        if !protocols.isEmpty, SSL_CTX_set_alpn_protos(pointer, protocols, UInt32(protocols.count)) != 0 {
            throw OpenSSLError.takeQueue()
        }
        commandOptions += ["-groups", groups.joined(separator: ":"), "-sigalgs", schemes.joined(separator: ":")]
        commandOptions += ["-alpn", offer.applicationProtocols.joined(separator: ","), "-legacy_server_connect"]
        OpenSSLError.emptyQueue()
    }

    /// A list of protocols in the form of ALPN (RFC 7301 §3.1).
    static func protocolList(_ protocols: [String]) -> [UInt8] {
        protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
    }

    private func require(_ result: Int32) throws(OpenSSLError) {
        guard result == 1 else { throw OpenSSLError.takeQueue() }
    }

    /// OpenSSL's names for those suites of the offer that it knows.
    private func suiteNames(of offer: Offer) throws(OpenSSLError) -> (before13: [String], of13: [String]) {
        guard let connection = SSL_new(pointer) else { throw OpenSSLError.takeQueue() }
        defer { SSL_free(connection) }
        var before13: [String] = []
        var of13: [String] = []
        for suite in offer.cipherSuites {
            let code = [UInt8(suite.rawValue >> 8), UInt8(suite.rawValue & 0xFF)]
            guard let cipher = SSL_CIPHER_find(connection, code), let name = SSL_CIPHER_get_name(cipher) else {
                continue
            }
            if suite.isForTLS13 { of13.append(String(cString: name)) } else { before13.append(String(cString: name)) }
        }
        return (before13, of13)
    }

    /// OpenSSL's names for groups, by their code points.
    private static let groupNames: [UInt16: String] = [
        21: "secp224r1", 22: "secp256k1", 23: "P-256", 24: "P-384", 25: "P-521",
        26: "brainpoolP256r1", 27: "brainpoolP384r1", 28: "brainpoolP512r1", 29: "X25519", 30: "X448",
        256: "ffdhe2048", 257: "ffdhe3072", 258: "ffdhe4096", 259: "ffdhe6144", 260: "ffdhe8192",
        4587: "SecP256r1MLKEM768", 4588: "X25519MLKEM768", 4589: "SecP384r1MLKEM1024",
    ]
}

/// The parts of an offer that this OpenSSL does not implement. Debian's OpenSSL has no SSL 3.0, RC4 or 3DES, and
/// OpenSSL 3.0 has no X25519MLKEM768.
///
/// A server that requires a missing part refuses OpenSSL's hello, although it would accept the hello of an Apple
/// system.
public struct OfferGaps: Hashable, Sendable {
    /// The missing versions.
    public internal(set) var versions: Set<TLSVersion> = []
    /// The missing cipher suites.
    public internal(set) var cipherSuites: Set<CipherSuite> = []
    /// The missing groups.
    public internal(set) var groups: Set<NamedGroup> = []

    /// Whether a handshake uses a missing part, without which OpenSSL could not have made it.
    public func explain(_ handshake: Handshake) -> Bool {
        versions.contains(handshake.version) || cipherSuites.contains(handshake.cipherSuite)
            || handshake.group.map(groups.contains) == true
    }
}
