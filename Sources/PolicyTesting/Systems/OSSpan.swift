import TransportSecurity

/// The versions of one system from a first to a last one.
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

    /// All versions of iOS with ATS.
    package static var everyIOS: OSSpan {
        let history = VersionHistory.of(.ios)
        return OSSpan(from: history.versions.first ?? .newest, through: history.newest ?? .newest)
    }

    /// The parts of the span, oldest first. All versions of a part read every policy in the same way.
    package var parts: [OSSpan] {
        let history = VersionHistory.of(first.family)
        let starts =
            [first] + history.changes.filter { first.version < $0.version && $0.version <= last.version }
        return starts.indices.map { index in
            let next = index + 1 < starts.count ? starts[index + 1] : nil
            return OSSpan(from: starts[index], through: next.flatMap(history.version(before:)) ?? last)
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

    private func isFollowed(by other: OSSpan) -> Bool {
        first.family == other.first.family
            && VersionHistory.of(first.family).version(before: other.first) == last
    }
}

extension OSSpan: CustomStringConvertible {
    /// The span as a file of expectations has it, such as `ios9` or `ios10...ios16`.
    package var description: String {
        if first == last || (first.version.major == last.version.major && first.version.minor == 0 && parts.count == 1)
        {
            return first.description
        }
        let hasUpdates = last.version.minor == OSVersion.everyMinor
        return "\(first)...\(hasUpdates ? "\(last.family.rawValue)\(last.version.major)" : "\(last)")"
    }
}
