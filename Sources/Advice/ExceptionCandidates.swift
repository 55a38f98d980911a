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
        var candidates: [(entry: [String: PropertyValue], width: Int)] = []
        for (version, versionWidth) in [(nil, 0), ("TLSv1.1", 2), ("TLSv1.0", 3)] as [(String?, Int)] {
            for needsForwardSecrecy in [true, false] {
                for allowsInsecure in [false, true] {
                    for takesBackPackage in relaxesPackage ? [false, true] : [false] {
                        var entry: [String: PropertyValue] = [:]
                        entry[ATSKey.exceptionMinimumTLSVersion] = version.map(PropertyValue.string)
                        if !needsForwardSecrecy { entry[ATSKey.exceptionRequiresForwardSecrecy] = .boolean(false) }
                        if allowsInsecure { entry[ATSKey.exceptionAllowsInsecureHTTPLoads] = .boolean(true) }
                        if takesBackPackage {
                            entry[ATSKey.exceptionRequiresNIAPTLSPackageVersion] = .string("none")
                        }
                        // Insecure loads have more weight than all other relaxations together.
                        let width =
                            versionWidth + (needsForwardSecrecy ? 0 : 4) + (allowsInsecure ? 16 : 0)
                            + (takesBackPackage ? 1 : 0)
                        candidates.append((entry, width))
                    }
                }
            }
        }
        return candidates.sorted { $0.width < $1.width }.map(\.entry)
    }
}
