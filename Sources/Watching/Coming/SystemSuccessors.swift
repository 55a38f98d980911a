import TransportSecurity

extension OSVersion {
    /// The newer versions of the same system with other rules or another trust store, oldest first.
    var successors: [OSVersion] {
        var reached = stage
        return (Self.released[family] ?? []).filter { newer in
            guard newer.version > version, newer.stage > reached else { return false }
            reached = newer.stage
            return true
        }
    }

    /// The number of changes of the rules up to this version.
    private var stage: Int { Self.changes.count { $0 <= equivalentIOS } }

    /// The versions of iOS that changed the rules for servers, and those with another trust store.
    private static let changes: [Version] = [
        Version(major: 9, minor: 3), Version(major: 10), Version(major: 11), Version(major: 12),
        Version(major: 12, minor: 1), Version(major: 12, minor: 2), Version(major: 13), Version(major: 13, minor: 4),
        Version(major: 14), Version(major: 15), Version(major: 15, minor: 4), Version(major: 16), Version(major: 17),
        Version(major: 18), Version(major: 18, minor: 4), Version(major: 26), Version(major: 26, minor: 4),
        Version(major: 27),
    ]

    /// The versions of each system that can have a change, oldest first.
    private static let released: [Family: [OSVersion]] = Dictionary(
        uniqueKeysWithValues: Family.allCases.map { family in
            let versions = (0...newest.version.major).flatMap { major in
                // The largest minor number of a system that counts is that of OS X 10.15.
                (0...15).compactMap { OSVersion("\(family.rawValue)\(major).\($0)") }
            }
            return (family, versions)
        })
}
