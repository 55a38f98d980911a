/// The trusted data as bytes: roots, revocation lists and the keys of Certificate Transparency logs.
///
/// Threads share this value, and each creates its own `ChainEvaluator` from it.
public struct TrustStore: Hashable, Sendable {
    /// The roots of the system's trust store, in DER.
    public var systemRoots: [[UInt8]]
    /// Additional roots that a user or an administrator installed, in DER. A root that is also a system root counts as
    /// a system root.
    public var userRoots: [[UInt8]]
    /// Certificate revocation lists, in DER.
    public var revocationLists: [[UInt8]]
    /// The public keys of logs by log ID (RFC 6962 §3.2), each a SubjectPublicKeyInfo in DER.
    public var logKeys: [[UInt8]: [UInt8]]

    /// Creates a store with the given data.
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
