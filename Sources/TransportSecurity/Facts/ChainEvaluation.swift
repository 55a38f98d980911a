/// What a trust store makes of a server's certificates: the path that was built, and what does not hold in it.
///
/// Derived from the certificates of a `Handshake` and a trust store; independent of policy, OS and, but for
/// the choice among several paths, of time. Dates, names, key sizes and the like are judged by rules.
public struct ChainEvaluation: Hashable, Codable, Sendable {
    /// The certificates as the server sent them, leaf first. A certificate that could not be read is left out
    /// and is a fault.
    public var presented: [Certificate]
    /// The validated path, leaf first, its anchor last; without an anchor, as far as it could be built.
    public var path: [Certificate]
    /// Where the path ends.
    public var anchor: Anchor
    /// What does not hold in the path, beyond what the rules read off the certificates themselves.
    public var faults: [PathFault]
    /// The signed certificate timestamps from every source, their signatures checked where the log is known.
    public var timestamps: [SignedCertificateTimestamp]
    /// What stapled OCSP responses and loaded revocation lists say of the path's certificates.
    public var revocation: Revocation

    /// An evaluation with these results.
    public init(
        presented: [Certificate], path: [Certificate], anchor: Anchor, faults: [PathFault] = [],
        timestamps: [SignedCertificateTimestamp] = [], revocation: Revocation = .notStated
    ) {
        self.presented = presented
        self.path = path
        self.anchor = anchor
        self.faults = faults
        self.timestamps = timestamps
        self.revocation = revocation
    }

    /// The last certificate of a path that leads nowhere because its issuer is not known; nil where that is not why.
    public var certificateWithoutIssuer: Certificate? {
        faults.contains { $0.reason == .missingIssuer } ? path.last : nil
    }

    /// Where a certificate path ends.
    public enum Anchor: String, Hashable, Codable, Sendable {
        /// In the system's trust store.
        case system
        /// In a root that a person or an administrator installed.
        case user
        /// Nowhere that is trusted.
        case none
    }

    /// What is known of revocation, from staples and loaded lists alone; nothing is fetched.
    public enum Revocation: Hashable, Codable, Sendable {
        /// No staple and no list speaks of the path's certificates.
        case notStated
        /// A valid stapled response says `good` of the leaf.
        case good
        /// A valid staple or a loaded list says that the certificate of this subject is revoked.
        case revoked(subject: String, source: String)
        /// A staple is there but cannot be believed; the text says why.
        case unusable(String)
    }
}
