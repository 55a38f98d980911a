import InternetNames
import Judging
import Recordings
import TransportSecurity

extension Report {
    /// Creates the report on traffic with its verdicts.
    public init(_ traffic: RecordedTraffic, _ entries: [JudgedEntry], options: ReportOptions) {
        time = options.time
        basis =
            options.anew.map { Basis.anew(policy: $0.policy, os: $0.os) }
            ?? .recorded(policies: Self.policies(of: entries))
        sources = traffic.sources
        period = traffic.period
        let entries = entries.withoutRepeatedFindings()
        let counted = entries.map { $0.counted(by: options) }
        var builder = ReportBuilder()
        for (judged, counted) in zip(entries, counted) {
            builder.add(findingsOf: judged)
            let first = counted.entry.entry.firstDecisionIndex.map { entries[$0] }
            builder.add(counted.entry, covered: counted.covered, after: first)
        }
        // A test case beyond the limit of those that are counted may have loads.
        let isEachCounted = traffic.uncountedDecisions == 0 && entries.allSatisfy { $0.entry.labels.others == 0 }
        if isEachCounted { builder.addLabelsWithoutLoads(traffic.namedLabels) }
        self.traffic = builder.traffic
        timeline = Timeline(of: counted.map(\.entry))
        versions = VersionCount(of: entries)
        let systems = entries.compactMap(\.policy?.os)
        isOfSystemProcesses = !systems.isEmpty && systems.allSatisfy(\.isOfSystemProcesses)
        addFindings(of: builder, in: entries, options: options)
        addHosts(of: builder, in: traffic)
        addSummaries(of: builder)
        addWaiversAndRenewals(of: options)
        addGaps(in: traffic, entries, options: options)
    }

    private mutating func addFindings(of builder: ReportBuilder, in entries: [JudgedEntry], options: ReportOptions) {
        let httpsAuthorities = Self.httpsAuthorities(in: entries)
        findings = builder.findings.map { key, found in
            var finding = found
            finding.httpsAuthority = httpsAuthorities[key.host]
            finding.status = options.status(of: found.finding, severity: found.severity, at: key.host, in: key.app)
            finding.traffic = builder.findingTraffic[key]?.total ?? TrafficCount()
            return finding
        }.sorted(by: Self.isBefore)
    }

    private mutating func addHosts(of builder: ReportBuilder, in traffic: RecordedTraffic) {
        hosts = builder.hosts.values.sorted { left, right in
            let (first, second) = (left.rank, right.rank)
            return first == second ? left.host.description < right.host.description : first < second
        }
        for index in hosts.indices {
            hosts[index].keepWorst()
            hosts[index].offersHTTP3 = traffic.services.offersHTTP3(hosts[index].host)
            hosts[index].refusedQUIC = traffic.refusedQUIC.hosts[hosts[index].host]?.count ?? 0
            hosts[index].offersECH = traffic.services.offersECH(hosts[index].host)
        }
    }

    private mutating func addSummaries(of builder: ReportBuilder) {
        apps = builder.apps.values.sorted { $0.name < $1.name }
        rules = RuleID.allCases.compactMap { rule in
            builder.rules[rule].map { found in
                var summary = found
                summary.keepWorst()
                summary.traffic = builder.ruleTraffic[rule]?.total ?? TrafficCount()
                return summary
            }
        }
        exceptions = builder.exceptions.values.sorted {
            ($0.reason.rawValue, $0.key ?? "") < ($1.reason.rawValue, $1.key ?? "")
        }
        builds = builder.builds.values.sorted { ($0.app, $0.version ?? "") < ($1.app, $1.version ?? "") }
        devices = builder.devices.values.sorted {
            ($1.violatedLoads, $1.loads, $0.address) < ($0.violatedLoads, $0.loads, $1.address)
        }
        labels = builder.labels.values.sorted {
            ($1.violatedLoads, $0.label) < ($0.violatedLoads, $1.label)
        }
        if !labels.isEmpty, builder.unlabelled.loads > 0 { unlabelled = builder.unlabelled }
    }

    private mutating func addWaiversAndRenewals(of options: ReportOptions) {
        failsOnRenewal = options.failsOnRenewal
        renewals = options.renewals.sorted { HostRenewal.isBefore($0, than: $1) }
        expiredWaivers = options.waivers.filter { $0.isExpired(at: options.time) }
        unusedWaivers = options.waivers.filter { waiver in
            !waiver.isExpired(at: options.time) && !findings.contains { waiver.covers($0.finding.rule, at: $0.host) }
        }
    }

    /// Adds the coverage and the gaps, also those that a baseline and the log of a device show.
    private mutating func addGaps(in traffic: RecordedTraffic, _ entries: [JudgedEntry], options: ReportOptions) {
        coverage = Coverage(of: traffic, entries, hosts: hosts, options: options)
        deviceLog = options.deviceLog.map { DeviceLogComparison(of: $0, with: entries) }
        let compared = options.baseline?.compared(
            with: Set(findings.map(\.fingerprint)), on: judgedHosts, exercised: ExercisedLoads(entries),
            choosing: options.filter)
        resolved = compared?.resolved ?? []
        gaps =
            LoadGaps(in: entries, coverage: coverage, total: self.traffic).gaps
            + ReportGap.gaps(in: traffic, missing: coverage.missingHosts, expecting: options.expectedHosts)
            + ReportGap.gaps(coverage.refusedQUIC) + ReportGap.gaps(deviceLog) + (compared?.gaps ?? [])
    }

    /// The hosts with judged loads over TLS, none of which ATS refuses, with the port of one.
    private static func httpsAuthorities(in entries: [JudgedEntry]) -> [Host: Authority] {
        var succeeding: [Host: Authority] = [:]
        var failing: Set<Host> = []
        for judged in entries where judged.entry.decision.scheme?.isSecure == true {
            guard let authority = judged.entry.authority else { continue }
            if judged.isFailing || judged.isUndetermined || judged.decision == .failed {
                failing.insert(authority.host)
            } else if judged.policy?.applies == true, judged.entry.decision.tls != nil {
                succeeding[authority.host] = authority
            }
        }
        return succeeding.filter { !failing.contains($0.key) }
    }

    private static func isBefore(_ left: ReportFinding, _ right: ReportFinding) -> Bool {
        if left.isFailing != right.isFailing { return left.isFailing }
        if left.severity != right.severity { return left.severity.rank < right.severity.rank }
        if left.host != right.host { return left.host.description < right.host.description }
        return (left.finding.rule.rawValue, left.app) < (right.finding.rule.rawValue, right.app)
    }
}

/// Collects entries into the tables of a report.
struct ReportBuilder {
    var traffic = TrafficCount()
    var findings: [FindingKey: ReportFinding] = [:]
    var hosts: [Host: HostSummary] = [:]
    var apps: [String: AppSummary] = [:]
    var findingTraffic: [FindingKey: AffectedTraffic] = [:]
    var rules: [RuleID: RuleSummary] = [:]
    var ruleTraffic: [RuleID: AffectedTraffic] = [:]
    var exceptions: [ExceptionKey: ExceptionSummary] = [:]

    var builds: [BuildKey: BuildSummary] = [:]
    var devices: [String: DeviceSummary] = [:]
    var labels: [String: LabelSummary] = [:]
    var unlabelled = LabelSummary(label: LabelSummary.unlabelledName)

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

    // Summaries are changed in place. Taking one out of its dictionary would copy its sets each time.

    /// Adds the loads of an entry.
    ///
    /// - Parameters:
    ///   - judged: The entry, with the findings that count.
    ///   - covered: The rules of its findings that do not count.
    ///   - first: For second decisions, the entry of the first decisions on the same loads.
    mutating func add(_ judged: JudgedEntry, covered: Set<RuleID>, after first: JudgedEntry?) {
        let entry = judged.entry
        traffic.add(entry)
        add(devicesOf: judged)
        add(labelsOf: judged)
        guard let host = entry.decision.host else { return }
        let app = judged.appName
        hosts[host, default: HostSummary(host: host)].add(judged, by: app, covered: covered, after: first)
        let version = entry.decision.app?.version
        builds[BuildKey(app: app, version: version), default: BuildSummary(app: app, version: version)].add(
            judged, from: host)
        apps[app, default: AppSummary(name: app)].add(judged, from: host)
        for finding in judged.violations {
            rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(.violation, at: host)
        }
        for finding in judged.warnings {
            rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(judged.severityOfWarnings, at: host)
        }
        for rule in Set((judged.violations + judged.warnings).map(\.rule)) {
            ruleTraffic[rule, default: AffectedTraffic()].add(entry)
        }
        if let policy = judged.policy {
            let key = ExceptionKey(reason: policy.reason, key: policy.matched)
            exceptions[key, default: ExceptionSummary(reason: policy.reason, key: policy.matched)].add(
                entry, from: host)
        }
    }

    /// Adds the findings of an entry, also those that do not count.
    mutating func add(findingsOf judged: JudgedEntry) {
        guard let host = judged.entry.decision.host else { return }
        let app = judged.appName
        for finding in judged.violations { add(finding, severity: .violation, at: host, in: app, of: judged) }
        for finding in judged.warnings {
            add(finding, severity: judged.severityOfWarnings, at: host, in: app, of: judged)
        }
    }

    private mutating func add(
        _ finding: Finding, severity: ReportFinding.Severity, at host: Host, in app: String, of judged: JudgedEntry
    ) {
        let key = FindingKey(host: host, rule: finding.rule, app: app)
        let new = ReportFinding(
            host: host, app: app, finding: finding, severity: severity, policy: judged.policy, ports: [],
            traffic: TrafficCount())
        findings[key, default: new].add(finding, severity: severity, of: judged)
        findingTraffic[key, default: AffectedTraffic()].add(judged.entry)
    }
}

extension ReportBuilder {
    private mutating func add(devicesOf judged: JudgedEntry) {
        for (address, loads) in judged.entry.devices.sorted
        where devices[address] != nil || devices.count < DeviceSummary.limit {
            devices[address, default: DeviceSummary(address: address)].add(loads, of: judged)
        }
    }

    /// Adds the test cases that were named and made no load.
    mutating func addLabelsWithoutLoads(_ named: Set<String>) {
        for label in named.sorted() where labels[label] == nil && labels.count < RecordedTraffic.labelLimit {
            labels[label] = LabelSummary(label: label)
        }
    }

    private mutating func add(labelsOf judged: JudgedEntry) {
        for (label, loads) in judged.entry.labels.sorted
        where labels[label] != nil || labels.count < RecordedTraffic.labelLimit {
            labels[label, default: LabelSummary(label: label)].add(loads, of: judged)
        }
        let others = judged.entry.decisions - judged.entry.labels.total - judged.entry.labels.others
        if others > 0 { unlabelled.add(others, of: judged) }
    }
}

extension JudgedEntry {
    /// The entry without the findings that waivers and the baseline cover, and the rules of the covered findings.
    func counted(by options: ReportOptions) -> (entry: JudgedEntry, covered: Set<RuleID>) {
        guard let host = entry.decision.host, options.baseline != nil || !options.waivers.isEmpty else {
            return (self, [])
        }
        var counted = self
        var covered: Set<RuleID> = []
        func isCovered(_ finding: Finding, severity: ReportFinding.Severity) -> Bool {
            guard !options.status(of: finding, severity: severity, at: host, in: appName).counts else { return false }
            covered.insert(finding.rule)
            return true
        }
        counted.violations.removeAll { isCovered($0, severity: .violation) }
        counted.warnings.removeAll { isCovered($0, severity: severityOfWarnings) }
        return (counted, covered)
    }
}
