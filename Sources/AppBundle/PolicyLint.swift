import InternetNames
import TransportSecurity

/// Finds mistakes in the policies of an app: keys and values that systems ignore, and exceptions that permit too much
/// or nothing.
///
/// Each `LintFamily` finds mistakes of one kind. `LintFixes` adds their corrections, and `RelatedLints` joins findings
/// about one key.
public struct PolicyLint: Sendable {
    /// The OS that reads the policies.
    public let os: OSVersion
    /// The public suffixes, which no exception should cover as a whole.
    let publicSuffixes: PublicSuffixes

    /// Creates a lint for one OS.
    public init(readBy os: OSVersion, publicSuffixes: PublicSuffixes = PublicSuffixes()) {
        self.os = os
        self.publicSuffixes = publicSuffixes
    }

    /// The findings on one property list.
    public struct Report: Hashable, Sendable {
        /// The path of the property list for messages.
        public var file: String
        /// The name of the policy in events.
        public var source: String
        /// The findings: errors, then warnings, then advice, each in the order of the file.
        public var lints: [Lint]
    }

    /// The reports on a value of `--policy`. The report on the app comes first, followed by one for each nested bundle
    /// with findings. If the path names a bundle, there is one report.
    public func reports(on path: String) throws(PolicyFileError) -> [Report] {
        let layout = try BundleLayout(path: path)
        var reports = [try report(on: layout.propertyList(of: layout.chosen), of: layout.source, in: layout)]
        for location in layout.others {
            let report = try report(on: layout.propertyList(of: location), of: location.source, in: layout)
            if !report.lints.isEmpty { reports.append(report) }
        }
        return reports
    }

    /// The report on one property list of a bundle or file.
    func report(
        on file: PropertyListFile, of source: String, in layout: BundleLayout
    ) throws(PolicyFileError) -> Report {
        let root = try file.locatedPolicy()
        let sdk = AppPolicy(source: source, propertyList: try file.policyDictionary()).linkedSDK
        let lints = lints(
            root, linkedSDK: sdk, isDistribution: layout.isDistribution, isBuilt: layout.isBuilt)
        return Report(file: file.path, source: source, lints: file.worded(lints))
    }

    /// The findings on a property list. A list that has the keys which Xcode adds counts as built as well.
    func lints(
        _ root: LocatedValue, linkedSDK: OSVersion? = nil, isDistribution: Bool = false, isBuilt: Bool = false
    ) -> [Lint] {
        let hasBuildKeys = (root.entries ?? []).contains { ["DTXcode", "BuildMachineOSBuild"].contains($0.key) }
        let policy = LintedPolicy(
            root, linkedSDK: linkedSDK, isDistribution: isDistribution, isBuilt: isBuilt || hasBuildKeys, readBy: os,
            publicSuffixes: publicSuffixes)
        let lints = Self.families.flatMap { $0.lints(in: policy) }
        let joined = RelatedLints.joined(LintFixes(policy).added(to: lints))
        return joined.enumerated().sorted { Self.precedes($0, $1) }.map(\.element)
    }

    /// The groups of checks. Of findings at one position, those of earlier groups come first.
    private static let families: [any LintFamily.Type] = [
        BuildSettingLints.self, KeyLints.self, LegacySpellingLints.self, ValueLints.self, DomainLints.self,
        AddressLints.self, PinLints.self,
        SystemLints.self, EffectLints.self, ScopeLints.self, ReviewLints.self,
    ]

    /// Whether a finding comes before another one: by severity, then by position, then by the order of the families.
    private static func precedes(_ left: (offset: Int, element: Lint), _ right: (offset: Int, element: Lint)) -> Bool {
        guard left.element.severity == right.element.severity else {
            return left.element.severity > right.element.severity
        }
        guard let a = left.element.position, let b = right.element.position else { return left.offset < right.offset }
        return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
    }
}

extension PropertyListFile {
    /// Findings on the file, with corrections in its words: those of JSON, which YAML has as well, or of XML.
    func worded(_ lints: [Lint]) -> [Lint] { isJSONOrYAML ? lints.map(\.inWordsOfJSON) : lints }
}
