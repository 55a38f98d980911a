/// The result of validating a server's certificates against a trust store: the path that was built and its faults.
///
/// The inputs are the certificates, timestamps and staple of a `Handshake`, the trust store of a system, lists of
/// revoked certificates and of logs. The policy has no influence on it, and time only on the choice among several
/// possible paths and on statements about revocation. Rules judge dates, names and key sizes.
public struct ChainEvaluation: Hashable, Codable, Sendable {
    /// The certificates in the order in which the server sent them, leaf first. A certificate that cannot be parsed is
    /// missing here, and is one of the `faults`.
    public var presented: [Certificate]
    /// The validated path, from the leaf to the anchor; without an anchor, the longest path that could be built.
    public var path: [Certificate]
    /// The kind of certificate that ends the path.
    public var anchor: Anchor
    /// The faults of the path, except those that rules find in the certificates themselves.
    public var faults: [PathFault]
    /// The signed certificate timestamps from all sources. Their signatures are checked if the log is known.
    public var timestamps: [SignedCertificateTimestamp]
    /// The revocation status from stapled OCSP responses and loaded revocation lists.
    public var revocation: Revocation
    /// The limit of the root in which the path ends; nil without one.
    public var limit: RootLimit?
    /// The trust stores of other systems that have the root in which the path ends, by their first system, oldest
    /// first. Empty if the path ends at an anchor, or if no system has that root.
    public var storesWithRoot: [String]

    /// Creates an evaluation with the given results.
    public init(
        presented: [Certificate], path: [Certificate], anchor: Anchor, faults: [PathFault] = [],
        timestamps: [SignedCertificateTimestamp] = [], revocation: Revocation = .notStated, limit: RootLimit? = nil,
        storesWithRoot: [String] = []
    ) {
        self.presented = presented
        self.path = path
        self.anchor = anchor
        self.faults = faults
        self.timestamps = timestamps
        self.revocation = revocation
        self.limit = limit
        self.storesWithRoot = storesWithRoot
    }

    /// The last certificate of a path whose issuer is not known; nil if the path has no such gap.
    public var certificateWithoutIssuer: Certificate? {
        faults.contains { $0.reason == .missingIssuer } ? path.last : nil
    }

    /// The certificate that is presumably the server's own, where a CA's certificate comes first and is judged in its
    /// place; nil for any other chain.
    public var misplacedLeaf: Certificate? {
        guard presented.first?.isAuthority == true else { return nil }
        return presented.dropFirst().first { $0.isAuthority != true }
    }

    /// The kind of certificate that ends a path.
    public enum Anchor: String, Hashable, Codable, Sendable {
        /// At a root in the system's trust store.
        case system
        /// At a root that a user or an administrator installed.
        case user
        /// At no trusted root.
        case none
    }

    /// The revocation status of a path, from staples and loaded lists; nothing is fetched.
    public enum Revocation: Hashable, Codable, Sendable {
        /// No staple and no list mentions a certificate of the path.
        case notStated
        /// A valid stapled response says `good` about the leaf.
        case good
        /// A valid staple or a loaded list says that the certificate with this subject is revoked.
        case revoked(subject: String, source: String)
        /// A staple was sent but is not valid; the text is the reason.
        case unusable(String)
        /// A valid loaded list of the leaf's issuer does not name the leaf.
        case notListed(source: String)
        /// A loaded list of the leaf's issuer is not valid; the text names it and the reason.
        case unusableList(String)
    }
}
