import InternetNames
import Judging
import Recordings
import TransportSecurity

/// The tables out of which a report is made. Judged entries are added to them one by one.
///
/// The proxy may decide on a load twice: first on its request, and again on its tunnel or its failure. The second
/// decisions have entries of their own, whose loads are not counted again.
///
/// Summaries are changed in place. Taking one out of its dictionary would copy its sets each time.
struct ReportTables {
    /// All traffic together.
    private(set) var traffic = TrafficCount()
    /// The findings, also those that do not count.
    private(set) var findings: [FindingKey: ReportFinding] = [:]
    /// The traffic of the findings.
    private(set) var findingTraffic: [FindingKey: AffectedTraffic] = [:]
    /// The hosts.
    private(set) var hosts: [Host: HostSummary] = [:]
    /// The apps, by name.
    private(set) var apps: [String: AppSummary] = [:]
    /// The builds of the apps.
    private(set) var builds: [BuildKey: BuildSummary] = [:]
    /// The rules with findings that count.
    private(set) var rules: [RuleID: RuleSummary] = [:]
    /// The traffic with findings of the rules.
    private(set) var ruleTraffic: [RuleID: AffectedTraffic] = [:]
    /// The parts of policies that decided.
    private(set) var exceptions: [ExceptionKey: ExceptionSummary] = [:]
    /// The devices, by address; at most `DeviceSummary.limit`.
    private(set) var devices: [String: DeviceSummary] = [:]
    /// The test cases, by name; at most `RecordedTraffic.labelLimit`.
    private(set) var labels: [String: LabelSummary] = [:]
    /// The loads without a test case.
    private(set) var unlabelled = LabelSummary(label: LabelSummary.unlabelledName)

    struct FindingKey: Hashable {
        var host: Host
        var rule: RuleID
        var app: String
    }

    struct BuildKey: Hashable {
        var app: String
        var version: String?
    }

    struct ExceptionKey: Hashable {
        var reason: Requirements.Reason
        var key: String?
    }

    /// Adds the loads of an entry.
    ///
    /// - Parameters:
    ///   - counted: The entry, with the findings that count.
    ///   - first: For second decisions, the entry of the first decisions on the same loads.
    mutating func add(_ counted: CountedEntry, after first: JudgedEntry?) {
        let judged = counted.judged
        traffic.add(judged.entry)
        let isViolated = judged.addsViolatedLoads(after: first)
        addDevices(of: judged, isViolated: isViolated)
        addLabels(of: judged, isViolated: isViolated)
        guard let host = judged.entry.decision.host else { return }
        let app = judged.appName
        hosts[host, default: HostSummary(host: host)].add(judged, by: app, covered: counted.coveredRules, after: first)
        apps[app, default: AppSummary(name: app)].add(judged, from: host)
        let build = BuildKey(app: app, version: judged.entry.decision.app?.version)
        builds[build, default: BuildSummary(app: app, version: build.version)].add(judged, from: host)
        addRules(of: judged, at: host)
        if let policy = judged.policy {
            let key = ExceptionKey(reason: policy.reason, key: policy.matched)
            let new = ExceptionSummary(reason: policy.reason, key: policy.matched)
            exceptions[key, default: new].add(judged.entry, from: host)
        }
    }

    /// Adds the findings of an entry, also those that do not count.
    mutating func addFindings(of judged: JudgedEntry) {
        guard let host = judged.entry.decision.host else { return }
        for finding in judged.violations { add(finding, severity: .violation, at: host, of: judged) }
        for finding in judged.warnings { add(finding, severity: judged.severityOfWarnings, at: host, of: judged) }
    }

    /// Adds the test cases that were named and made no load.
    mutating func addLabelsWithoutLoads(_ named: Set<String>) {
        for label in named.sorted() where labels[label] == nil && labels.count < RecordedTraffic.labelLimit {
            labels[label] = LabelSummary(label: label)
        }
    }
}

extension ReportTables {
    private mutating func add(
        _ finding: Finding, severity: ReportFinding.Severity, at host: Host, of judged: JudgedEntry
    ) {
        let app = judged.appName
        let key = FindingKey(host: host, rule: finding.rule, app: app)
        let new = ReportFinding(
            host: host, app: app, finding: finding, severity: severity, policy: judged.policy, ports: [],
            traffic: TrafficCount())
        findings[key, default: new].add(finding, severity: severity, of: judged)
        findingTraffic[key, default: AffectedTraffic()].add(judged.entry)
    }

    private mutating func addRules(of judged: JudgedEntry, at host: Host) {
        for finding in judged.violations {
            rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(.violation, at: host)
        }
        for finding in judged.warnings {
            rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(judged.severityOfWarnings, at: host)
        }
        for rule in Set((judged.violations + judged.warnings).map(\.rule)) {
            ruleTraffic[rule, default: AffectedTraffic()].add(judged.entry)
        }
    }

    private mutating func addDevices(of judged: JudgedEntry, isViolated: Bool) {
        for (address, loads) in judged.entry.devices.sorted
        where devices[address] != nil || devices.count < DeviceSummary.limit {
            devices[address, default: DeviceSummary(address: address)].add(loads, of: judged, isViolated: isViolated)
        }
    }

    private mutating func addLabels(of judged: JudgedEntry, isViolated: Bool) {
        let counts = judged.entry.labels
        for (label, loads) in counts.sorted
        where labels[label] != nil || labels.count < RecordedTraffic.labelLimit {
            labels[label, default: LabelSummary(label: label)].add(loads, of: judged, isViolated: isViolated)
        }
        let loadsWithoutLabel = judged.entry.decisions - counts.total - counts.others
        if loadsWithoutLabel > 0 { unlabelled.add(loadsWithoutLabel, of: judged, isViolated: isViolated) }
    }
}

/// A judged entry with only the findings that count: those that neither a waiver nor the baseline covers.
struct CountedEntry {
    /// The entry with the findings that count.
    private(set) var judged: JudgedEntry
    /// The rules of the findings that do not count.
    private(set) var coveredRules: Set<RuleID> = []

    /// Removes the findings of an entry that do not count.
    init(_ judged: JudgedEntry, options: ReportOptions) {
        self.judged = judged
        guard let host = judged.entry.decision.host, options.coversFindings else { return }
        func counts(_ finding: Finding, severity: ReportFinding.Severity) -> Bool {
            options.status(of: finding, severity: severity, at: host, in: judged.appName).counts
        }
        let covered =
            judged.violations.filter { !counts($0, severity: .violation) }
            + judged.warnings.filter { !counts($0, severity: judged.severityOfWarnings) }
        coveredRules = Set(covered.map(\.rule))
        self.judged.violations.removeAll { !counts($0, severity: .violation) }
        self.judged.warnings.removeAll { !counts($0, severity: judged.severityOfWarnings) }
    }
}
