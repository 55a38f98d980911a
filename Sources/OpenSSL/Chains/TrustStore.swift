/// Whom to believe: roots, revocation lists and the keys of Certificate Transparency logs, as plain bytes.
///
/// A value, to be handed to any thread; each builds a `ChainEvaluator` of its own from it.
public struct TrustStore: Hashable, Sendable {
    /// The roots of the system's trust store, in DER.
    public var systemRoots: [[UInt8]]
    /// Roots that a person or an administrator installed besides, in DER. One that is among the system's counts there.
    public var userRoots: [[UInt8]]
    /// Certificate revocation lists, in DER.
    public var revocationLists: [[UInt8]]
    /// The public keys of logs, a SubjectPublicKeyInfo in DER each, by log ID (RFC 6962 §3.2).
    public var logKeys: [[UInt8]: [UInt8]]

    /// A store of these.
    public init(
        systemRoots: [[UInt8]] = [], userRoots: [[UInt8]] = [], revocationLists: [[UInt8]] = [],
        logKeys: [[UInt8]: [UInt8]] = [:]
    ) {
        self.systemRoots = systemRoots
        self.userRoots = userRoots
        self.revocationLists = revocationLists
        self.logKeys = logKeys
    }
}
