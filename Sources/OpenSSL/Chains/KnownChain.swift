import TransportSecurity

/// The certificates of a server with everything about them that does not depend on the time: all paths with their
/// faults, which need checks of signatures.
final class KnownChain {
    /// The certificates that could be parsed.
    let presented: [ParsedCertificate]
    /// The faults of those that could not be parsed.
    let unreadable: [PathFault]
    /// The certificate of the server; nil if there is none, or if it could not be parsed.
    let leaf: ParsedCertificate?
    /// All paths from the leaf, with their faults; empty without a leaf.
    let paths: [CandidatePath]
    /// The timestamps by the index of the path, because their signatures depend on the issuer of the leaf.
    var timestamps: [Int: [SignedCertificateTimestamp]] = [:]
    /// The OCSP response, with the signatures that were checked; nil until it is parsed, and without one.
    var response: Result<StapledResponse, OpenSSLError>?

    /// The limits of work that did not suffice, by the index of the path; none after an evaluation that succeeded. What
    /// an evaluation leaves behind must not let the next one on the same path have another result.
    var insufficientLimits: [Int: Int] = [:]

    /// Creates a chain.
    init(presented: [ParsedCertificate], unreadable: [PathFault], leaf: ParsedCertificate?, paths: [CandidatePath]) {
        (self.presented, self.unreadable, self.leaf, self.paths) = (presented, unreadable, leaf, paths)
    }

    /// The parts that a chain is made of.
    struct Key: Hashable {
        /// The index of the store of roots.
        var store: Int
        /// The certificates in DER, leaf first.
        var certificates: [[UInt8]]
        /// The certificates that help to build a path.
        var fetched: [[UInt8]]
        /// The timestamps in the TLS extension.
        var timestamps: [UInt8]?
        /// The OCSP response, which may have timestamps as well.
        var staple: [UInt8]?

        /// Creates the key of a handshake's chain under the store with that index.
        init(_ handshake: Handshake, store: Int) {
            self.init(
                store: store, certificates: handshake.certificates, fetched: handshake.fetchedIssuers,
                timestamps: handshake.certificateTimestamps, staple: handshake.certificateStatus)
        }

        /// Creates the key of a chain from its parts.
        init(store: Int, certificates: [[UInt8]], fetched: [[UInt8]], timestamps: [UInt8]?, staple: [UInt8]?) {
            (self.store, self.certificates, self.fetched) = (store, certificates, fetched)
            (self.timestamps, self.staple) = (timestamps, staple)
        }

        /// Hashes the last bytes of the leaf, a part of its signature.
        func hash(into hasher: inout Hasher) {
            certificates.first?.withUnsafeBytes {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.suffix(32)))
            }
        }
    }
}
