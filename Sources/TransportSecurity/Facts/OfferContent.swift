/// What stands in the hello of an offer.
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
        if profile >= .ios11 {
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
        minimumVersion >= other.minimumVersion && versions.upperBound <= other.versions.upperBound
            && Set(cipherSuites).isSubset(of: other.cipherSuites) && Set(groups).isSubset(of: other.groups)
    }
}
