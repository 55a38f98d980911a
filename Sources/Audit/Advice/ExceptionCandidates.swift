import TransportSecurity

/// Entries of `NSExceptionDomains` that might let a host's traffic pass, narrowest first.
///
/// A candidate comes after every other that has less of what it has. So of the first that suffices no key can be taken
/// away, and no version raised.
enum ExceptionCandidates {
    /// All entries, the empty one first.
    ///
    /// - Parameter relaxesPackage: Whether the policy asks for NIAP's package, which an entry can take back.
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
                        // Insecure loads weigh more than all else together.
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
