import TransportSecurity

/// The versions of a system, and those at which the reading of a policy may change.
struct VersionHistory: Sendable {
    /// The versions of the system, oldest first. Minor numbers end at 15, because no later one changes the reading of a
    /// policy.
    let versions: [OSVersion]
    /// The first versions of each way to read a policy, oldest first.
    let changes: [OSVersion]

    /// The history of a system.
    static func of(_ family: OSVersion.Family) -> VersionHistory { histories[family] ?? VersionHistory(of: family) }

    private init(of family: OSVersion.Family) {
        let majors = 0...OSVersion.newest.version.major
        versions = majors.flatMap { major in
            (0...Self.largestMinor).compactMap { OSVersion("\(family.rawValue)\(major).\($0)") }
        }
        var changes: [OSVersion] = []
        var traits: ReadingTraits?
        for version in versions {
            let next = ReadingTraits(of: version)
            if next != traits { changes.append(version) }
            traits = next
        }
        self.changes = changes
    }

    /// The last version before another version, with all of its updates; nil for the first version.
    func lastVersion(before other: OSVersion) -> OSVersion? {
        guard let version = versions.last(where: { $0.version < other.version }) else { return nil }
        return version.version.minor == Self.largestMinor ? version.withUpdates : version
    }

    /// The newest version, with all of its updates.
    var newest: OSVersion? { versions.last?.withUpdates }

    private static let largestMinor = 15
    private static let histories = Dictionary(
        uniqueKeysWithValues: OSVersion.Family.allCases.map { ($0, VersionHistory(of: $0)) })
}

extension VersionHistory {
    /// The properties of a version on which its reading of a policy depends.
    private struct ReadingTraits: Equatable {
        let generation: ATSGeneration
        let readsPins: Bool
        let isFirstPublishedEngine: Bool

        init(of version: OSVersion) {
            generation = version.generation
            readsPins = version.readsPins
            isFirstPublishedEngine = version.isFirstPublishedEngine
        }
    }
}

extension OSVersion {
    /// The minor number that stands for all updates of a major version. No update has it.
    static let everyMinor = 999

    /// The version that stands for the major version with all of its updates. Each macOS 10.x counts as a major version
    /// by itself.
    var withUpdates: OSVersion {
        family == .macos && version.major == 10 ? self : OSVersion(family, version.major, OSVersion.everyMinor)
    }
}
