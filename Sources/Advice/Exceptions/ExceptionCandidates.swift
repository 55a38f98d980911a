import TransportSecurity

/// Possible entries of `NSExceptionDomains` for a host, narrowest first.
///
/// An entry comes after all entries that relax less. The first one that suffices is therefore minimal: no key can be
/// removed from it and no version raised. Each entry has the keys by which the declared policy makes ATS stricter for
/// the host, except those that it relaxes itself.
struct ExceptionCandidates {
    /// The keys by which the declared policy makes ATS stricter for the host.
    var strictKeys: [String: PropertyValue] = [:]
    /// Whether the policy requires NIAP's package, which an entry can revoke.
    var relaxesPackage = false
    /// Whether the declared entry for the host covers its subdomains.
    var includesSubdomains = false
    /// Whether ATS exempts the host without an entry. Its entry can then be removed instead of relaxed.
    var mayRemoveEntry = false

    /// All entries, starting with the one that relaxes nothing.
    var all: [Candidate] {
        var candidates: [Candidate] = []
        for version in versions {
            var candidatesOfVersion = [version]
            for relaxation in relaxations {
                candidatesOfVersion += candidatesOfVersion.map { $0.adding(relaxation) }
            }
            candidates += candidatesOfVersion
        }
        if mayRemoveEntry { candidates.append(Candidate(entry: nil, weight: Self.removalWeight)) }
        return candidates.map { $0.finished(includesSubdomains: includesSubdomains) }
            .sorted { $0.weight < $1.weight }
    }

    /// A possible entry.
    struct Candidate {
        /// The keys of the entry; nil if the declared entry is removed.
        private(set) var entry: [String: PropertyValue]?
        /// The sum of the weights of the relaxations in the entry. Weights only order the entries.
        fileprivate var weight = 0
        /// The relaxations apart from the minimum version.
        private var relaxations: Set<Relaxation> = []
        /// The number of the minimum version, which grows as versions fall.
        private var versionRank = 0

        fileprivate init(entry: [String: PropertyValue]?, weight: Int) {
            (self.entry, self.weight) = (entry, weight)
        }

        /// Whether the entry relaxes everything that another one relaxes.
        func relaxesAtLeast(_ other: Candidate) -> Bool {
            guard entry != nil else { return true }
            return other.entry != nil && relaxations.isSuperset(of: other.relaxations)
                && versionRank >= other.versionRank
        }

        fileprivate func adding(_ relaxation: Relaxation) -> Candidate {
            var candidate = self
            candidate.entry?[relaxation.key] = relaxation.value
            candidate.weight += relaxation.weight
            candidate.relaxations.insert(relaxation)
            return candidate
        }

        /// The entry with a minimum version, the first below the present one having the rank 1.
        fileprivate func lowering(to version: String, rank: Int) -> Candidate {
            var candidate = self
            candidate.entry = entry?.filter { !ExceptionStrength.isMinimumVersion($0.key) }
            candidate.entry?[ATSKey.exceptionMinimumTLSVersion] = .string(version)
            candidate.weight += rank * ExceptionCandidates.versionWeight
            candidate.versionRank = rank
            return candidate
        }

        /// The entry without a minimum that is the default, or for the subdomains as well. An entry that relaxes ATS is
        /// for its host only, and one that only lowers a minimum says so.
        fileprivate func finished(includesSubdomains: Bool) -> Candidate {
            var candidate = self
            guard let entry, ExceptionStrength.isRelaxing(entry) else {
                if includesSubdomains { candidate.entry?[ATSKey.includesSubdomains] = .boolean(true) }
                return candidate
            }
            if entry[ATSKey.exceptionMinimumTLSVersion] == .string("TLSv1.2") {
                candidate.entry?[ATSKey.exceptionMinimumTLSVersion] = nil
            }
            return candidate
        }
    }

    /// A relaxation other than of the minimum version.
    fileprivate struct Relaxation: Hashable {
        var key: String
        /// The value that relaxes ATS; nil if the absence of the key does.
        var value: PropertyValue?
        var weight: Int
    }

    private var versions: [Candidate] {
        let highest = Candidate(entry: strictKeys, weight: 0)
        let isRaised = strictKeys.contains {
            ExceptionStrength.isMinimumVersion($0.key) && $0.value == .string("TLSv1.3")
        }
        let lower = (isRaised ? ["TLSv1.2"] : []) + ["TLSv1.1", "TLSv1.0"]
        return [highest] + lower.enumerated().map { highest.lowering(to: $1, rank: $0 + 1) }
    }

    private var relaxations: [Relaxation] {
        var relaxations: [Relaxation] = []
        if strictKeys[ATSKey.requiresCertificateTransparency] != nil {
            relaxations.append(Relaxation(key: ATSKey.requiresCertificateTransparency, value: nil, weight: 1))
        }
        let package = ATSKey.exceptionRequiresNIAPTLSPackageVersion
        if relaxesPackage {
            relaxations.append(Relaxation(key: package, value: .string("none"), weight: 2))
        } else if strictKeys[package] != nil {
            relaxations.append(Relaxation(key: package, value: nil, weight: 2))
        }
        return relaxations + [
            Relaxation(key: ATSKey.exceptionRequiresForwardSecrecy, value: .boolean(false), weight: 16),
            // Insecure loads have more weight than all other relaxations together.
            Relaxation(key: ATSKey.exceptionAllowsInsecureHTTPLoads, value: .boolean(true), weight: 64),
        ]
    }

    /// The weight of each lower version. Three of them have less weight than forward secrecy.
    private static let versionWeight = 4

    /// The weight of removing the entry, which permits cleartext as insecure loads do, and needs no key for that.
    private static let removalWeight = 40
}
