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
    /// Whether suites without forward secrecy (RSA key transport) are offered, too.
    public var includesRSAKeyTransport: Bool
    /// Whether everything that our library can do is offered, whatever the OS does.
    public var isPermissive: Bool

    /// The offer of that generation, from that version on.
    public init(
        profile: Profile, minimumVersion: TLSVersion = .tls1_2, includesRSAKeyTransport: Bool = false,
        isPermissive: Bool = false
    ) {
        self.profile = profile
        self.minimumVersion = minimumVersion
        self.includesRSAKeyTransport = includesRSAKeyTransport
        self.isPermissive = isPermissive
    }

    /// The name in events: `ats`, `ats-rsa`, `tls1.1`, `tls1.0-rsa`, `tls1.3`, `permissive`.
    public var name: String {
        if isPermissive { return "permissive" }
        let suffix = includesRSAKeyTransport ? "-rsa" : ""
        switch minimumVersion {
        case .ssl3: return "ssl3" + suffix
        case .tls1_0: return "tls1.0" + suffix
        case .tls1_1: return "tls1.1" + suffix
        case .tls1_2: return "ats" + suffix
        case .tls1_3: return "tls1.3" + suffix
        }
    }
}
