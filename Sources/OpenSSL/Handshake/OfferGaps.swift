import TransportSecurity

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
