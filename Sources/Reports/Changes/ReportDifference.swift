import Documents
import InternetNames
import TransportSecurity

/// The result of `report --against`: the findings of two recordings that are new, fixed, permitted by a laxer policy,
/// no longer exercised or still there. A recording exercises a finding if its loads would show it.
public struct ReportDifference: Sendable {
    /// The report on the old recording.
    public var old: Report
    /// The report on the new recording.
    public var new: Report
    /// The findings of the new recording that the old one does not have, or has with a lower severity.
    public var added: [ReportFinding] = []
    /// The findings of the old recording that the new one exercises and does not have.
    public var fixed: [ReportFinding] = []
    /// The findings that the new recording does not have because the policy became laxer. Their servers may be as they
    /// were.
    public var relaxed: [ReportFinding] = []
    /// The remaining findings that made the old recording fail, and that the app accepts in the new one.
    public var accepted: [ReportFinding] = []
    /// The findings of the old recording that the new one does not exercise.
    public var unexercised: [ReportFinding] = []
    /// The findings of both recordings, as they are in the new one.
    public var remaining: [ReportFinding] = []

    /// Whether the reports are on two builds in the same recordings, as with `--against-build`.
    public var comparesBuilds = false
    /// The relaxations of the policy that explain the findings in `relaxed`, by fingerprint.
    public var relaxations: [String: PolicyRelaxation] = [:]
    /// The hosts that the old recording judged and the new one does not.
    public var notJudgedAnyMore: [Host] = []

    /// Compares two reports that were made in the same way.
    ///
    /// - Parameter exercised: The destinations on which the new recording has verdicts.
    public init(from old: Report, to new: Report, exercised: ExercisedLoads) {
        self.old = old
        self.new = new
        let severitiesBefore = Dictionary(
            old.findings.map { ($0.fingerprint, $0.severity) }, uniquingKeysWith: { first, _ in first })
        for finding in new.findings {
            guard let before = severitiesBefore[finding.fingerprint], before.rank <= finding.severity.rank else {
                added.append(finding)
                continue
            }
            remaining.append(finding)
            if before != .warning, finding.severity == .warning { accepted.append(finding) }
        }
        let fingerprintsNow = Set(new.findings.map(\.fingerprint))
        for finding in old.findings where !fingerprintsNow.contains(finding.fingerprint) {
            if !exercised.exercises(finding) {
                unexercised.append(finding)
            } else if let relaxation = exercised.relaxation(of: finding) {
                relaxations[finding.fingerprint] = relaxation
                relaxed.append(finding)
            } else {
                fixed.append(finding)
            }
        }
        notJudgedAnyMore = old.judgedHosts.subtracting(new.judgedHosts).sorted { $0.description < $1.description }
    }

    /// The exit status: 1 if a finding that counts was added, 2 if none was but the new recording has a gap, or a host
    /// was judged before and is not now, else 0.
    public var status: Int32 {
        if added.contains(where: \.isFailing) { return 1 }
        return new.gaps.isEmpty && notJudgedAnyMore.isEmpty ? 0 : 2
    }

    /// The outcome in one sentence.
    public var outcome: String {
        let failing = added.filter(\.isFailing)
        let failingCount = Report.problemCount(of: failing)
        let passingCount = Report.problemCount(of: added) - failingCount
        var parts: [String] = []
        if failing.isEmpty {
            parts.append(status == 0 ? "Nothing got worse" : "Nothing that was judged got worse")
        } else {
            let areViolations = failing.allSatisfy { $0.severity == .violation }
            parts.append(Quantity.of(failingCount, areViolations ? "new violation" : "new finding"))
        }
        if passingCount > 0 { parts.append("\(passingCount) new that \(passingCount == 1 ? "does" : "do") not count") }
        parts.append("\(Report.problemCount(of: fixed)) fixed")
        if !relaxed.isEmpty {
            parts.append("\(Report.problemCount(of: relaxed)) not found any more because the policy became laxer")
        }
        parts.append("\(Report.problemCount(of: unexercised)) not exercised any more")
        parts.append(
            "\(Report.problemCount(of: remaining)) still there"
                + (accepted.isEmpty ? "" : " (\(Report.problemCount(of: accepted)) of these accepted by the app now)"))
        let hosts = notJudgedAnyMore.map(\.description).listed(atMost: 5)
        return parts.joined(separator: ", ")
            + (notJudgedAnyMore.isEmpty ? "" : "; not judged any more: \(hosts)")
            + (new.gaps.isEmpty ? "." : "; not everything in the new \(subject) was judged.")
    }

    /// The word for the subject of each report.
    var subject: String { comparesBuilds ? "build" : "recording" }

    /// The changes in one app.
    public struct AppChange: Sendable {
        /// The name of the app.
        public var app: String
        /// The builds in the old recording.
        public var oldBuilds: [String] = []
        /// The builds in the new recording.
        public var newBuilds: [String] = []
        /// The number of findings that only the new recording has, or that got worse.
        public var added = 0
        /// The number of findings that are fixed.
        public var fixed = 0
        /// The number of findings that the new recording did not exercise.
        public var unexercised = 0
        /// The number of findings of both recordings.
        public var remaining = 0
    }

    /// The changes by app, in the order of their names.
    public var apps: [AppChange] {
        var changes: [String: AppChange] = [:]
        for app in old.apps + new.apps { changes[app.name] = AppChange(app: app.name) }
        for build in old.builds { changes[build.app]?.oldBuilds += [build.version].compactMap(\.self) }
        for build in new.builds { changes[build.app]?.newBuilds += [build.version].compactMap(\.self) }
        for finding in added { changes[finding.app]?.added += 1 }
        for finding in fixed { changes[finding.app]?.fixed += 1 }
        for finding in unexercised { changes[finding.app]?.unexercised += 1 }
        for finding in remaining { changes[finding.app]?.remaining += 1 }
        return changes.values.sorted { $0.app < $1.app }
    }
}

extension Report {
    /// The hosts with a judged load of an app that is judged.
    var judgedHosts: Set<Host> { Set(hosts.filter { $0.isJudged && $0.isOfJudgedApps }.map(\.host)) }
}
