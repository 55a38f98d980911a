import InternetNames
import Recording
import TransportSecurity

extension Report {
    /// Creates the report on traffic with its verdicts.
    public init(_ traffic: RecordedTraffic, _ entries: [JudgedEntry], options: ReportOptions) {
        let policies = Set(entries.compactMap { $0.policy.map { "\($0.source ?? "defaults") (\($0.os))" } })
        basis =
            options.anew.map { Basis.anew(policy: $0.policy, os: $0.os) }
            ?? .recorded(policies: policies.sorted().prefix(8).map { $0 })
        sources = traffic.sources
        period = traffic.period
        var builder = ReportBuilder()
        for entry in entries { builder.add(entry) }
        self.traffic = builder.traffic
        findings = builder.findings.map { key, found in
            var settled = found.settled(options)
            settled.traffic = builder.findingTraffic[key]?.total ?? TrafficCount()
            return settled
        }.sorted(by: Self.isBefore)
        hosts = builder.hosts.values.sorted { left, right in
            let (first, second) = (left.rank, right.rank)
            return first == second ? left.host.description < right.host.description : first < second
        }
        apps = builder.apps.values.sorted { $0.name < $1.name }
        rules = RuleID.allCases.compactMap { rule in
            builder.rules[rule].map { found in
                var summary = found
                summary.traffic = builder.ruleTraffic[rule]?.total ?? TrafficCount()
                return summary
            }
        }
        exceptions = builder.exceptions.values.sorted {
            ($0.reason.rawValue, $0.key ?? "") < ($1.reason.rawValue, $1.key ?? "")
        }
        expiredWaivers = options.waivers.filter { $0.isExpired(at: options.time) }
        let present = Set(findings.map(\.fingerprint))
        resolved = (options.baseline ?? []).subtracting(present).sorted()
        coverage = Coverage(of: traffic, entries, hosts: hosts, options: options)
    }

    private static func isBefore(_ left: ReportFinding, _ right: ReportFinding) -> Bool {
        if left.isFailing != right.isFailing { return left.isFailing }
        if left.severity != right.severity { return left.severity == .violation }
        if left.host != right.host { return left.host.description < right.host.description }
        return left.finding.rule.rawValue < right.finding.rule.rawValue
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

    struct FindingKey: Hashable {
        var host: Host
        var rule: RuleID
    }

    struct ExceptionKey: Hashable {
        var reason: Requirements.Reason
        var key: String?
    }

    // Summaries are changed in place. Taking one out of its dictionary would copy its sets each time.

    mutating func add(_ judged: JudgedEntry) {
        let entry = judged.entry
        traffic.add(entry)
        guard let host = entry.decision.host else { return }
        let app = entry.decision.app?.name ?? "unknown"
        hosts[host, default: HostSummary(host: host)].add(judged, app)
        apps[app, default: AppSummary(name: app)].add(judged, host)
        for finding in judged.violations { add(finding, .violation, host, app, entry) }
        for finding in judged.warnings { add(finding, .warning, host, app, entry) }
        if let policy = judged.policy {
            let key = ExceptionKey(reason: policy.reason, key: policy.matched)
            exceptions[key, default: ExceptionSummary(reason: policy.reason, key: policy.matched)].add(entry, host)
        }
    }

    private mutating func add(
        _ finding: Finding, _ severity: ReportFinding.Severity, _ host: Host, _ app: String, _ entry: TrafficEntry
    ) {
        let key = FindingKey(host: host, rule: finding.rule)
        let new = ReportFinding(
            host: host, finding: finding, severity: severity, ports: [], apps: [], traffic: TrafficCount())
        findings[key, default: new].add(finding, severity, entry, app)
        findingTraffic[key, default: AffectedTraffic()].add(entry)
        rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(severity, host)
        ruleTraffic[finding.rule, default: AffectedTraffic()].add(entry)
    }
}

extension HostSummary {
    fileprivate mutating func add(_ judged: JudgedEntry, _ app: String) {
        let entry = judged.entry
        if let port = entry.decision.port { ports.insert(port) }
        if apps.count < 50 { apps.insert(app) }
        traffic.add(entry)
        decisions[judged.decision, default: 0] += entry.loads
        violations.formUnion(judged.violations.map(\.rule))
        warnings.formUnion(judged.warnings.map(\.rule))
        if let policy = judged.policy {
            reasons.insert(policy.matched.map { "\(policy.reason.rawValue) (\($0))" } ?? policy.reason.rawValue)
        }
        for note in judged.notes where notes.count < 20 && !notes.contains(note) { notes.append(note) }
        if judged.isUndetermined { undetermined += entry.loads }
        if entry.isCleartext == true { cleartextLoads += entry.loads }
        clientRefusals += entry.clientRefusals
    }
}

extension AppSummary {
    fileprivate mutating func add(_ judged: JudgedEntry, _ host: Host) {
        if let version = judged.entry.decision.app?.version, versions.count < 20 { versions.insert(version) }
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
    }
}

extension RuleSummary {
    fileprivate mutating func add(_ severity: ReportFinding.Severity, _ host: Host) {
        switch severity {
        case .violation: violatedHosts.insert(host)
        case .warning: warnedHosts.insert(host)
        }
    }
}

extension ExceptionSummary {
    fileprivate mutating func add(_ entry: TrafficEntry, _ host: Host) {
        hosts.insert(host)
        traffic.add(entry)
    }
}

extension ReportFinding {
    fileprivate mutating func add(
        _ found: Finding, _ severity: Severity, _ entry: TrafficEntry, _ app: String
    ) {
        // If a rule has both a violation and a warning at one host, the violation is kept.
        if self.severity == .warning, severity == .violation { (finding, self.severity) = (found, severity) }
        if let port = entry.decision.port { ports.insert(port) }
        if apps.count < 50 { apps.insert(app) }
    }

    /// The finding with its status according to baseline and waivers.
    fileprivate func settled(_ options: ReportOptions) -> ReportFinding {
        var settled = self
        let covering = options.waivers.filter { $0.covers(finding.rule, at: host) }
        if let valid = covering.first(where: { !$0.isExpired(at: options.time) }) {
            settled.status = .waived(valid)
        } else if let expired = covering.first {
            settled.status = .expired(expired)
        } else if options.baseline?.contains(fingerprint) == true {
            settled.status = .known
        }
        return settled
    }
}

extension HostSummary {
    /// The sort rank: 0 for hosts with violations, 1 for hosts with warnings, 2 for others.
    fileprivate var rank: Int { !violations.isEmpty ? 0 : warnings.isEmpty ? 2 : 1 }
}
