/// The content of a ClientHello of the probe. The judging offer equals the hello of the OS under the policy. If the
/// server refuses the judging offer, more relaxed offers follow to find the reason.
///
/// Suites, groups and signature schemes are those of captured hellos of the generation (`etc/client-simulation.txt` of
/// testssl.sh, `tests/signatures` of curl-impersonate for version 26).
///
/// OpenSSL cannot imitate everything in an Apple hello: GREASE (RFC 8701), the order of extensions, padding and, before
/// OpenSSL 3.5, the key share of X25519MLKEM768.
public struct Offer: Hashable, Codable, Sendable {
    /// The generation of systems whose suites, groups and newest version are offered.
    public var generation: ATSGeneration
    /// The oldest version offered.
    public var minimumVersion: TLSVersion
    /// The set of cipher suites that are offered.
    public var selection: Selection

    /// Creates an offer of a generation's suites, from the minimum version upwards.
    public init(generation: ATSGeneration, minimumVersion: TLSVersion, selection: Selection) {
        self.generation = generation
        self.minimumVersion = minimumVersion
        self.selection = selection
    }

    /// The names of members in events.
    private enum CodingKeys: String, CodingKey {
        case generation = "profile"
        case minimumVersion, selection
    }

    /// Sets of cipher suites, narrowest first.
    public enum Selection: String, Hashable, Codable, Sendable {
        /// The suites of FCP_v2.1 (`NSRequiresNIAPTLSPackageVersion`).
        case niap
        /// The suites that ATS accepts by default.
        case forwardSecret = "forward-secret"
        /// The suites that ATS accepts with `NSExceptionRequiresForwardSecrecy` NO: `forwardSecret` and RSA key
        /// transport.
        case rsaKeyTransport = "rsa-key-transport"
        /// The suites that the generation offers where ATS is off or does not restrict suites.
        case platform
        /// All suites. No Apple system sends this; the probe sends it after a server refused everything else.
        case everything
        /// All suites up to TLS 1.2. Some servers choose TLS 1.3 before they look for a signature that is offered. Only
        /// this hello then shows their certificate, whose key may be the reason.
        case everythingBeforeTLS13 = "everything-before-tls1.3"
    }

    /// Hashes only the minimum version. Hashing the other members hashes strings, and few offers differ only in them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(minimumVersion.rawValue)
    }

    /// The name in events, such as `ats`, `ats-rsa`, `tls1.1`, `tls1.0-rsa`, `tls1.3`, `niap`, `platform` or
    /// `permissive`.
    public var name: String {
        switch selection {
        case .niap: return minimumVersion == .tls1_2 ? "niap" : "niap-" + floorName
        case .forwardSecret: return floorName
        case .rsaKeyTransport: return floorName + "-rsa"
        case .platform: return minimumVersion == .tls1_0 ? "platform" : "platform-" + floorName
        case .everything: return "permissive"
        case .everythingBeforeTLS13: return "permissive-tls1.2"
        }
    }

    private var floorName: String {
        switch minimumVersion {
        case .ssl3: return "ssl3"
        case .tls1_0: return "tls1.0"
        case .tls1_1: return "tls1.1"
        case .tls1_2: return selection == .platform || selection == .niap ? "tls1.2" : "ats"
        case .tls1_3: return "tls1.3"
        }
    }
}

extension Offer {
    /// Creates an offer of a generation. The permissive offer has all suites and versions.
    public init(
        generation: ATSGeneration, minimumVersion: TLSVersion = .tls1_2, includesRSAKeyTransport: Bool = false,
        isPermissive: Bool = false
    ) {
        self.init(
            generation: generation, minimumVersion: isPermissive ? .ssl3 : minimumVersion,
            selection: isPermissive ? .everything : includesRSAKeyTransport ? .rsaKeyTransport : .forwardSecret)
    }

    /// Whether suites without forward secrecy (RSA key transport) are offered.
    public var includesRSAKeyTransport: Bool { selection != .niap && selection != .forwardSecret }

    /// Whether all suites of the offered versions are offered, regardless of the OS.
    public var isPermissive: Bool { selection == .everything || selection == .everythingBeforeTLS13 }
}

extension Offer {
    /// The versions offered, oldest to newest.
    public var versions: ClosedRange<TLSVersion> {
        let newest: TLSVersion
        switch selection {
        case .everything: newest = .tls1_3
        case .everythingBeforeTLS13: newest = .tls1_2
        case .niap, .forwardSecret, .rsaKeyTransport, .platform: newest = generation >= .ios12 ? .tls1_3 : .tls1_2
        }
        return minimumVersion...max(minimumVersion, newest)
    }

    /// The cipher suites in order of preference, without those that belong to no offered version.
    public var cipherSuites: [CipherSuite] {
        let versions = versions
        return selectedSuites.filter { suite in
            suite.isForTLS13 ? versions.upperBound == .tls1_3 : versions.lowerBound < .tls1_3
        }
    }

    private var selectedSuites: [CipherSuite] {
        switch selection {
        case .niap: return CipherSuites.niap
        case .forwardSecret: return CipherSuites.permitted(in: generation, requiresForwardSecrecy: true)
        case .rsaKeyTransport: return CipherSuites.permitted(in: generation, requiresForwardSecrecy: false)
        case .platform: return CipherSuites.platform(in: generation)
        case .everything, .everythingBeforeTLS13: return CipherSuites.everything
        }
    }

    /// The groups for key exchange in order of preference, without finite fields, which Apple's systems do not offer
    /// (Apple support article 122756 for X25519MLKEM768; captured hellos for the others).
    ///
    /// Up to TLS 1.2, the curve of the server's key must be among them as well (RFC 8422 §5.1). The permissive offer
    /// has others, too. A server that needs one of them then shows which.
    public var groups: [NamedGroup] {
        let foreign = isPermissive && minimumVersion < .tls1_3 ? NamedGroup.foreign : []
        let curves = [.p256, .p384, .p521] + foreign
        if generation >= .ios26 { return [.x25519MLKEM768, .x25519] + curves }
        if generation >= .ios11 { return [.x25519] + curves }
        return curves
    }

    /// The schemes for handshake signatures in order of preference.
    ///
    /// The list holds for all offered versions. In TLS 1.2, ECDSA with SHA-256 also goes with a P-521 key. In TLS 1.3
    /// such a key needs ecdsa_secp521r1_sha512 (RFC 8446 §4.2.3), which no captured hello with TLS 1.3 has, and none
    /// has Ed25519, Ed448 or the schemes for RSASSA-PSS keys. The permissive offer has them all, to find the reason why
    /// the others are refused. FCP_v2.1 excludes rsa_pkcs1_sha1.
    public var signatureSchemes: [SignatureScheme] {
        let codePoints = isPermissive ? Self.allSchemes : Self.schemes(of: generation)
        return codePoints.map(SignatureScheme.init(rawValue:))
            .filter { selection != .niap || $0 != .rsaPKCS1SHA1 }
    }

    private static let allSchemes: [UInt16] = [
        0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0603, 0x0203, 0x0201, 0x0807, 0x0808, 0x0809,
        0x080A, 0x080B,
    ]

    private static func schemes(of generation: ATSGeneration) -> [UInt16] {
        switch generation {
        case .ios9: return [0x0501, 0x0401, 0x0201, 0x0503, 0x0403, 0x0203]
        case .ios10: return [0x0401, 0x0201, 0x0501, 0x0601, 0x0403, 0x0203, 0x0503, 0x0603]
        case .ios11: return [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]
        case .ios12, .ios13, .ios15, .ios17:
            return [0x0403, 0x0804, 0x0401, 0x0503, 0x0203, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]
        case .ios18, .ios26, .current:
            return [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0201]
        }
    }

    /// Whether TLS 1.3 is offered, but no signature by that key in it, as for P-521.
    func lacksTLS13(for key: Certificate.PublicKey) -> Bool {
        key == .ellipticCurve(bits: 521) && versions.upperBound == .tls1_3
            && !signatureSchemes.contains(.ecdsaP521SHA512)
    }

    /// The application protocols in order of preference (RFC 7301).
    public var applicationProtocols: [String] {
        ["h2", "http/1.1"]
    }

    /// Whether every result that is possible with this offer is also possible with the other one.
    public func isWithin(_ other: Offer) -> Bool {
        if self == other { return true }
        return minimumVersion >= other.minimumVersion && versions.upperBound <= other.versions.upperBound
            && Set(cipherSuites).isSubset(of: other.cipherSuites) && Set(groups).isSubset(of: other.groups)
            && Set(signatureSchemes).isSubset(of: other.signatureSchemes)
    }
}

extension Certificate.PublicKey {
    /// Whether hellos of Apple's systems permit a server's certificate with such a key (RFC 8422 §5.1).
    var isOffered: Bool {
        switch self {
        case .rsa: return true
        case .ellipticCurve(let bits): return [256, 384, 521].contains(bits)
        case .other: return false
        }
    }
}
