import InternetNames
import TransportSecurity

/// The lint of an app's policies.
public struct PolicyLint: Sendable {
    /// The OS that reads the policies.
    public let os: OSVersion
    /// The public suffixes, which no exception should cover as a whole.
    public let publicSuffixes: PublicSuffixes

    /// Creates a lint for one OS.
    public init(readBy os: OSVersion, publicSuffixes: PublicSuffixes = PublicSuffixes()) {
        self.os = os
        self.publicSuffixes = publicSuffixes
    }

    /// The remarks on one property list.
    public struct Report: Hashable, Sendable {
        /// The path of the property list for messages.
        public var file: String
        /// The name of the policy in events.
        public var source: String
        /// The remarks, in the order of the file.
        public var lints: [Lint]
    }

    /// The reports on a value of `--policy`. The report on the app comes first, followed by one for each nested bundle
    /// with remarks. If the path names a bundle, there is one report.
    public func reports(on path: String) throws(PolicyFileError) -> [Report] {
        let layout = try BundleLayout(path: path)
        let isDistribution = layout.isDistribution
        var reports = [try report(layout.propertyList(of: layout.chosen), layout.source, isDistribution)]
        for place in layout.others {
            let report = try report(layout.propertyList(of: place), place.source, isDistribution)
            if !report.lints.isEmpty { reports.append(report) }
        }
        return reports
    }

    private func report(
        _ file: PropertyListFile, _ source: String, _ isDistribution: Bool
    ) throws(PolicyFileError) -> Report {
        let root = try file.locatedDictionary()
        let sdk = AppPolicy(source: source, propertyList: try file.dictionary()).linkedSDK
        return Report(
            file: file.path, source: source, lints: lints(root, linkedSDK: sdk, isDistribution: isDistribution))
    }

    /// The remarks on a property list.
    func lints(_ root: LocatedValue, linkedSDK: OSVersion? = nil, isDistribution: Bool = false) -> [Lint] {
        let policy = LintedPolicy(
            root, linkedSDK: linkedSDK, isDistribution: isDistribution, readBy: os, publicSuffixes: publicSuffixes)
        let found = Self.families.flatMap { $0.lints(in: policy) }
        return withoutRedundant(found).enumerated().sorted { Self.precedes($0, $1) }.map(\.element)
    }

    private static let families: [any LintFamily.Type] = [
        KeyLints.self, LegacySpellingLints.self, ValueLints.self, DomainLints.self, AddressLints.self, PinLints.self,
        SystemLints.self, EffectLints.self, ScopeLints.self, ReviewLints.self,
    ]

    /// The remarks without redundant ones. A remark that an entry has no effect is redundant if another remark reports
    /// a problem in it.
    private func withoutRedundant(_ lints: [Lint]) -> [Lint] {
        var explained: Set<PropertyPath> = []
        for lint in lints where lint.id != .noEffect && (lint.severity > .advice || lint.id == .localhost) {
            for count in 0...lint.path.components.count {
                explained.insert(PropertyPath(Array(lint.path.components.prefix(count))))
            }
        }
        return lints.filter { $0.id != .noEffect || !explained.contains($0.path) }
    }

    private static func precedes(_ left: (offset: Int, element: Lint), _ right: (offset: Int, element: Lint)) -> Bool {
        guard let a = left.element.position, let b = right.element.position else { return left.offset < right.offset }
        return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
    }
}
