/// What one of our hellos offers a server. The offer that judges is what the OS itself would send under the
/// policy; relaxed offers come after its refusal, to say why.
///
/// What OpenSSL cannot imitate of an Apple hello, and no verdict rests on: GREASE (RFC 8701), the order of
/// extensions, padding, the key share of X25519MLKEM768 before OpenSSL 3.5.
public struct Offer: Hashable, Codable, Sendable {
    /// The generation of systems whose suites, groups and newest version are offered.
    public var profile: Profile
    /// The oldest version offered.
    public var minimumVersion: TLSVersion
    /// Which suites are offered.
    public var selection: Selection

    /// The offer of that generation, from that version on.
    public init(profile: Profile, minimumVersion: TLSVersion, selection: Selection) {
        self.profile = profile
        self.minimumVersion = minimumVersion
        self.selection = selection
    }

    /// Selections of cipher suites, narrowest first.
    public enum Selection: String, Hashable, Codable, Sendable {
        /// Those of FCP_v2.1 (`NSRequiresNIAPTLSPackageVersion`).
        case niap
        /// Those that ATS accepts.
        case forwardSecret = "forward-secret"
        /// Those, and RSA key transport (`NSExceptionRequiresForwardSecrecy` NO).
        case rsaKeyTransport = "rsa-key-transport"
        /// All but those that no Apple system offers: ATS is off, or leaves the suites open.
        case platform
        /// All that there are. No Apple system sends this; it is the last question to a server that refused all else.
        case everything
    }

    /// The version alone: the hash of the others is that of their names, and few offers differ in them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(minimumVersion.rawValue)
    }

    /// The name in events: `ats`, `ats-rsa`, `tls1.1`, `tls1.0-rsa`, `tls1.3`, `niap`, `platform`, `permissive`.
    public var name: String {
        switch selection {
        case .niap: return minimumVersion == .tls1_2 ? "niap" : "niap-" + floorName
        case .forwardSecret: return floorName
        case .rsaKeyTransport: return floorName + "-rsa"
        case .platform: return minimumVersion == .tls1_0 ? "platform" : "platform-" + floorName
        case .everything: return "permissive"
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
    /// The offer of that generation; the permissive one offers everything, in every version.
    public init(
        profile: Profile, minimumVersion: TLSVersion = .tls1_2, includesRSAKeyTransport: Bool = false,
        isPermissive: Bool = false
    ) {
        self.init(
            profile: profile, minimumVersion: isPermissive ? .ssl3 : minimumVersion,
            selection: isPermissive ? .everything : includesRSAKeyTransport ? .rsaKeyTransport : .forwardSecret)
    }

    /// The hello of an OS under a policy: the offer that judges.
    ///
    /// Where ATS is off, or its engine sets no restriction of suites, the client's whole list is offered.
    public init(judging requirements: Requirements) {
        let selection: Selection
        if requirements.leavesCipherSuitesOpen {
            selection = .platform
        } else if requirements.requiresNIAP {
            selection = .niap
        } else {
            selection = requirements.requiresForwardSecrecy ? .forwardSecret : .rsaKeyTransport
        }
        self.init(
            profile: requirements.os.profile,
            minimumVersion: requirements.applies ? requirements.minimumTLSVersion : .tls1_0, selection: selection)
    }

    /// Whether suites without forward secrecy (RSA key transport) are offered, too.
    public var includesRSAKeyTransport: Bool { selection != .niap && selection != .forwardSecret }

    /// Whether everything is offered that there is, whatever the OS does.
    public var isPermissive: Bool { selection == .everything }
}

extension Offer {
    /// The versions offered, oldest to newest. TLS 1.3 came with iOS 12.2; iOS 12.1, of the same generation,
    /// is offered it, too.
    public var versions: ClosedRange<TLSVersion> {
        let newest: TLSVersion = profile >= .ios12 || isPermissive ? .tls1_3 : .tls1_2
        return minimumVersion...max(minimumVersion, newest)
    }

    /// The cipher suites in order of preference, those of no version on offer left out.
    public var cipherSuites: [CipherSuite] {
        let versions = versions
        return selectedSuites.filter { suite in
            suite.isForTLS13 ? versions.upperBound == .tls1_3 : versions.lowerBound < .tls1_3
        }
    }

    private var selectedSuites: [CipherSuite] {
        switch selection {
        case .niap: return CipherSuites.niap
        case .forwardSecret: return CipherSuites.permitted(in: profile, requiresForwardSecrecy: true)
        case .rsaKeyTransport: return CipherSuites.permitted(in: profile, requiresForwardSecrecy: false)
        case .platform: return CipherSuites.platform
        case .everything: return CipherSuites.everything
        }
    }

    /// The groups for key exchange in order of preference. Finite fields are never offered (Apple support article
    /// 122756 for X25519MLKEM768; captured hellos for the others).
    public var groups: [NamedGroup] {
        let curves: [NamedGroup] = [.p256, .p384, .p521]
        if profile >= .ios26 { return [.x25519MLKEM768, .x25519] + curves }
        if profile >= .ios11 { return [.x25519] + curves }
        return curves
    }

    /// The schemes for handshake signatures in order of preference.
    ///
    /// SHA-1 was still on offer in the hello of the iOS 9 client; only FCP_v2.1 drops rsa_pkcs1_sha1. Captures of
    /// newer hellos differ about the last schemes of each kind, so all that any of them shows stay in, and no
    /// server is refused for their sake.
    public var signatureSchemes: [SignatureScheme] {
        let codePoints: [UInt16]
        if profile >= .ios11 || isPermissive {
            codePoints = [
                0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0603, 0x0203, 0x0201,
            ]
        } else {
            codePoints = [0x0403, 0x0401, 0x0503, 0x0501, 0x0603, 0x0601, 0x0203, 0x0201]
        }
        return codePoints.map(SignatureScheme.init(rawValue:))
            .filter { selection != .niap || $0 != .rsaPKCS1SHA1 }
    }

    /// The application protocols in order of preference (RFC 7301).
    public var applicationProtocols: [String] {
        ["h2", "http/1.1"]
    }

    /// Whether all that this offer leads to, the other offer would have led to as well.
    public func isWithin(_ other: Offer) -> Bool {
        if self == other { return true }
        return minimumVersion >= other.minimumVersion && versions.upperBound <= other.versions.upperBound
            && Set(cipherSuites).isSubset(of: other.cipherSuites) && Set(groups).isSubset(of: other.groups)
    }
}
