import TransportSecurity

/// The versions of one system from a first to a last one, such as `ios10...ios16`.
package struct OSSpan: Hashable, Sendable {
    /// The first version.
    package let first: OSVersion
    /// The last version. The minor number `OSVersion.everyMinor` stands for all updates of the major version.
    package let last: OSVersion

    /// Creates a span of one version.
    package init(_ version: OSVersion) {
        first = version
        last = version
    }

    init(from first: OSVersion, through last: OSVersion) {
        self.first = first
        self.last = last
    }

    /// All versions of a system with ATS.
    package static func every(_ family: OSVersion.Family) -> OSSpan {
        let history = VersionHistory.of(family)
        return OSSpan(from: history.versions.first ?? .newest, through: history.newest ?? .newest)
    }

    /// The newest major version of iOS with all of its updates.
    package static var newest: OSSpan { OSSpan(from: .newest, through: OSVersion.newest.withUpdates) }

    /// The span, divided where the reading of policies changes, oldest first. All versions of each of these spans read
    /// every policy in the same way.
    package var uniformSpans: [OSSpan] {
        let history = VersionHistory.of(first.family)
        let starts =
            [first] + history.changes.filter { first.version < $0.version && $0.version <= last.version }
        return starts.indices.map { index in
            let next = index + 1 < starts.count ? starts[index + 1] : nil
            return OSSpan(from: starts[index], through: next.flatMap(history.lastVersion(before:)) ?? last)
        }
    }

    /// The spans in order, where one takes the place of several that follow each other without a gap.
    package static func joined(_ spans: [OSSpan]) -> [OSSpan] {
        var joined: [OSSpan] = []
        for span in spans {
            guard let previous = joined.last, previous.isFollowed(by: span) else {
                joined.append(span)
                continue
            }
            joined[joined.count - 1] = OSSpan(from: previous.first, through: span.last)
        }
        return joined
    }

    /// Whether no version lies between this span and a later one.
    private func isFollowed(by other: OSSpan) -> Bool {
        first.family == other.first.family
            && VersionHistory.of(first.family).lastVersion(before: other.first) == last
    }
}

extension OSSpan: CustomStringConvertible {
    /// The span as a file of expectations has it, such as `ios9` or `ios10...ios16`. A bare major version has all of
    /// its updates, and `ios18.0` is the one version.
    package var description: String {
        let end = last.version.minor == OSVersion.everyMinor ? last.bareName : last.exactName
        guard first != last else { return end }
        let begin = first.version.minor == 0 ? first.bareName : first.exactName
        return begin == end ? end : "\(begin)...\(end)"
    }
}

extension OSVersion {
    /// The system and the major number.
    fileprivate var bareName: String { "\(family.rawValue)\(version.major)" }

    /// The system with the major and the minor number.
    fileprivate var exactName: String { "\(bareName).\(version.minor)" }
}
