import TransportSecurity

/// Possible entries of `NSExceptionDomains` for a host, narrowest first.
///
/// An entry comes after all entries that relax less. The first one that suffices is therefore minimal: no key can be
/// removed from it and no version raised.
enum ExceptionCandidates {
    /// All entries, starting with the empty one.
    ///
    /// - Parameter relaxesPackage: Whether the policy requires NIAP's package, which an entry can revoke.
    static func all(relaxesPackage: Bool) -> [[String: PropertyValue]] {
        let relaxations = (relaxesPackage ? [package] : []) + [forwardSecrecy, insecureLoads]
        var candidates: [Candidate] = []
        for version in versions {
            var candidatesOfVersion = [version]
            for relaxation in relaxations {
                candidatesOfVersion += candidatesOfVersion.map { $0.adding(relaxation) }
            }
            candidates += candidatesOfVersion
        }
        return candidates.sorted { $0.weight < $1.weight }.map(\.entry)
    }

    /// A possible entry.
    private struct Candidate {
        var entry: [String: PropertyValue]
        /// The sum of the weights of the relaxations in the entry. Weights only order the entries.
        var weight: Int

        func adding(_ other: Candidate) -> Candidate {
            Candidate(entry: entry.merging(other.entry) { $1 }, weight: weight + other.weight)
        }
    }

    private static let versions = [
        Candidate(entry: [:], weight: 0),
        Candidate(entry: [ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.1")], weight: 2),
        Candidate(entry: [ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.0")], weight: 3),
    ]

    private static let package = Candidate(
        entry: [ATSKey.exceptionRequiresNIAPTLSPackageVersion: .string("none")], weight: 1)

    private static let forwardSecrecy = Candidate(
        entry: [ATSKey.exceptionRequiresForwardSecrecy: .boolean(false)], weight: 4)

    /// Insecure loads have more weight than all other relaxations together.
    private static let insecureLoads = Candidate(
        entry: [ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)], weight: 16)
}
