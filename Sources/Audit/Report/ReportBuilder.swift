import Recording
import TransportSecurity

extension Report {
    /// The report on traffic with those verdicts.
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

/// Gathers entries into the tables of a report.
private struct ReportBuilder {
    var traffic = TrafficCount()
    var findings: [FindingKey: ReportFinding] = [:]
    var hosts: [Host: HostSummary] = [:]
    var apps: [String: AppSummary] = [:]
    var findingTraffic: [FindingKey: ConcernedTraffic] = [:]
    var rules: [RuleID: RuleSummary] = [:]
    var ruleTraffic: [RuleID: ConcernedTraffic] = [:]
    var exceptions: [ExceptionKey: ExceptionSummary] = [:]

    struct FindingKey: Hashable {
        var host: Host
        var rule: RuleID
    }

    struct ExceptionKey: Hashable {
        var reason: Requirements.Reason
        var key: String?
    }

    mutating func add(_ judged: JudgedEntry) {
        let entry = judged.entry
        traffic.add(entry)
        guard let host = entry.decision.host else { return }
        let app = entry.decision.app?.name ?? "unknown"
        addHost(host, app, judged)
        addApp(app, host, judged)
        for finding in judged.violations { add(finding, .violation, host, app, entry) }
        for finding in judged.warnings { add(finding, .warning, host, app, entry) }
        if let policy = judged.policy { addException(policy, host, entry) }
    }

    private mutating func addHost(_ host: Host, _ app: String, _ judged: JudgedEntry) {
        let entry = judged.entry
        var summary = hosts[host] ?? HostSummary(host: host)
        if let port = entry.decision.port { summary.ports.insert(port) }
        if summary.apps.count < 50 { summary.apps.insert(app) }
        summary.traffic.add(entry)
        summary.decisions[judged.decision, default: 0] += entry.loads
        summary.violations.formUnion(judged.violations.map(\.rule))
        summary.warnings.formUnion(judged.warnings.map(\.rule))
        if let policy = judged.policy {
            summary.reasons.insert(policy.matched.map { "\(policy.reason.rawValue) (\($0))" } ?? policy.reason.rawValue)
        }
        for note in judged.notes where summary.notes.count < 20 && !summary.notes.contains(note) {
            summary.notes.append(note)
        }
        if judged.isUndetermined { summary.undetermined += entry.loads }
        if entry.isCleartext == true { summary.cleartextLoads += entry.loads }
        summary.clientRefusals += entry.clientRefusals
        hosts[host] = summary
    }

    private mutating func addApp(_ name: String, _ host: Host, _ judged: JudgedEntry) {
        var summary = apps[name] ?? AppSummary(name: name)
        if let version = judged.entry.decision.app?.version, summary.versions.count < 20 {
            summary.versions.insert(version)
        }
        if let os = judged.entry.decision.app?.os { summary.systems.insert(os) }
        summary.traffic.add(judged.entry)
        summary.hosts.insert(host)
        if !judged.violations.isEmpty { summary.violatedHosts.insert(host) }
        apps[name] = summary
    }

    private mutating func add(
        _ finding: Finding, _ severity: ReportFinding.Severity, _ host: Host, _ app: String, _ entry: TrafficEntry
    ) {
        let key = FindingKey(host: host, rule: finding.rule)
        var merged =
            findings[key]
            ?? ReportFinding(
                host: host, finding: finding, severity: severity, ports: [], apps: [], traffic: TrafficCount())
        // Of a violation and a warning of one rule at one host, the violation is what must be dealt with.
        if merged.severity == .warning, severity == .violation {
            (merged.finding, merged.severity) = (finding, severity)
        }
        if let port = entry.decision.port { merged.ports.insert(port) }
        if merged.apps.count < 50 { merged.apps.insert(app) }
        findings[key] = merged
        findingTraffic[key, default: ConcernedTraffic()].add(entry)
        var summary = rules[finding.rule] ?? RuleSummary(rule: finding.rule)
        switch severity {
        case .violation: summary.violatedHosts.insert(host)
        case .warning: summary.warnedHosts.insert(host)
        }
        rules[finding.rule] = summary
        ruleTraffic[finding.rule, default: ConcernedTraffic()].add(entry)
    }

    private mutating func addException(_ policy: PolicySummary, _ host: Host, _ entry: TrafficEntry) {
        let key = ExceptionKey(reason: policy.reason, key: policy.matched)
        var summary = exceptions[key] ?? ExceptionSummary(reason: policy.reason, key: policy.matched)
        summary.hosts.insert(host)
        summary.traffic.add(entry)
        exceptions[key] = summary
    }
}

extension ReportFinding {
    /// The finding with what baseline and waivers make of it.
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
    /// 0 for hosts with violations, then those with warnings, then the rest.
    fileprivate var rank: Int { !violations.isEmpty ? 0 : warnings.isEmpty ? 2 : 1 }
}
