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
        let relaxations = [package, forwardSecrecy, insecureLoads].dropFirst(relaxesPackage ? 0 : 1)
        let candidates = versions.flatMap { version in
            relaxations.reduce([version]) { candidates, relaxation in
                candidates + candidates.map { $0.adding(relaxation) }
            }
        }
        return candidates.sorted { $0.width < $1.width }.map(\.entry)
    }

    /// An entry, and the sum of the weights of its relaxations.
    private struct Candidate {
        var entry: [String: PropertyValue]
        var width: Int

        func adding(_ other: Candidate) -> Candidate {
            Candidate(entry: entry.merging(other.entry) { $1 }, width: width + other.width)
        }
    }

    private static let versions = [
        Candidate(entry: [:], width: 0),
        Candidate(entry: [ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.1")], width: 2),
        Candidate(entry: [ATSKey.exceptionMinimumTLSVersion: .string("TLSv1.0")], width: 3),
    ]

    private static let package = Candidate(
        entry: [ATSKey.exceptionRequiresNIAPTLSPackageVersion: .string("none")], width: 1)

    private static let forwardSecrecy = Candidate(
        entry: [ATSKey.exceptionRequiresForwardSecrecy: .boolean(false)], width: 4)

    /// Insecure loads have more weight than all other relaxations together.
    private static let insecureLoads = Candidate(
        entry: [ATSKey.exceptionAllowsInsecureHTTPLoads: .boolean(true)], width: 16)
}
