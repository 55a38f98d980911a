import TransportSecurity

/// What of an offer this OpenSSL cannot do. Debian's has no SSL 3.0, RC4 or 3DES, and 3.0 no X25519MLKEM768.
///
/// A server that wants just that refuses our hello, although the system that is judged would have got on with it.
public struct OfferGaps: Hashable, Sendable {
    /// Versions that it does not speak.
    public internal(set) var versions: Set<TLSVersion> = []
    /// Suites that it has not got.
    public internal(set) var cipherSuites: Set<CipherSuite> = []
    /// Groups that it has not got.
    public internal(set) var groups: Set<NamedGroup> = []

    /// Whether a handshake is one that this OpenSSL could not have made.
    public func explain(_ handshake: Handshake) -> Bool {
        versions.contains(handshake.version) || cipherSuites.contains(handshake.cipherSuite)
            || handshake.group.map(groups.contains) == true
    }
}
