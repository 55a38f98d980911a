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
        let entries = entries.withoutRepeatedProblems()
        for entry in entries { builder.add(entry, after: entry.entry.follows.map { entries[$0] }) }
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
        let present = Set(findings.flatMap { [$0.fingerprint, $0.problem] })
        resolved = (options.baseline ?? []).subtracting(present).sorted()
        builds = builder.builds.values.sorted { ($0.app, $0.version ?? "") < ($1.app, $1.version ?? "") }
        devices = builder.devices.values.sorted {
            ($1.violatedLoads, $1.loads, $0.address) < ($0.violatedLoads, $0.loads, $1.address)
        }
        timeline = Timeline(of: entries)
        versions = VersionCount(of: entries)
        coverage = Coverage(of: traffic, entries, hosts: hosts, options: options)
        gaps = ReportGap.gaps(in: traffic, entries, coverage, self.traffic)
    }

    private static func isBefore(_ left: ReportFinding, _ right: ReportFinding) -> Bool {
        if left.isFailing != right.isFailing { return left.isFailing }
        if left.severity != right.severity { return left.severity == .violation }
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

    /// The largest number of devices in a report.
    static let deviceLimit = 10_000

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

    /// Adds an entry. For second decisions, `first` is the entry of the first decisions on the same loads.
    mutating func add(_ judged: JudgedEntry, after first: JudgedEntry? = nil) {
        let entry = judged.entry
        traffic.add(entry)
        add(devicesOf: judged)
        guard let host = entry.decision.host else { return }
        let app = entry.decision.app?.name ?? AppSummary.unknownName
        hosts[host, default: HostSummary(host: host)].add(judged, app, after: first)
        let version = entry.decision.app?.version
        builds[BuildKey(app: app, version: version), default: BuildSummary(app: app, version: version)].add(
            judged, host)
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
        let key = FindingKey(host: host, rule: finding.rule, app: app)
        let new = ReportFinding(
            host: host, app: app, finding: finding, severity: severity, ports: [], traffic: TrafficCount())
        findings[key, default: new].add(finding, severity, entry)
        findingTraffic[key, default: AffectedTraffic()].add(entry)
        rules[finding.rule, default: RuleSummary(rule: finding.rule)].add(severity, host)
        ruleTraffic[finding.rule, default: AffectedTraffic()].add(entry)
    }
}

extension ReportBuilder {
    private mutating func add(devicesOf judged: JudgedEntry) {
        // Second decisions are about loads that the first ones count.
        for (address, loads) in judged.entry.devices where devices[address] != nil || devices.count < Self.deviceLimit {
            devices[address, default: DeviceSummary(address: address)].add(judged, loads)
        }
    }
}

extension DeviceSummary {
    fileprivate mutating func add(_ judged: JudgedEntry, _ loads: Int) {
        let isFirst = judged.entry.follows == nil
        if isFirst { self.loads += loads }
        if !judged.violations.isEmpty {
            if isFirst { violatedLoads += loads }
            for finding in judged.violations { violations.insert(finding.rule) }
            if let host = judged.entry.decision.host { violatedHosts.insert(host) }
        }
        if let app = judged.entry.decision.app?.value {
            if apps.count < 20 { apps.insert(app.name ?? AppSummary.unknownName) }
            if let os = app.os { systems.insert(os) }
        }
        users.formUnion(judged.entry.users)
        last = max(last ?? judged.entry.last, judged.entry.last)
    }
}

extension BuildSummary {
    fileprivate mutating func add(_ judged: JudgedEntry, _ host: Host) {
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        for device in judged.entry.devices.keys where devices.count < ReportBuilder.deviceLimit {
            devices.insert(device)
        }
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
        if !judged.warnings.isEmpty { warnedHosts.insert(host) }
        violations.formUnion(judged.violations.map(\.rule))
    }
}

extension HostSummary {
    fileprivate mutating func add(_ judged: JudgedEntry, _ app: String, after first: JudgedEntry?) {
        let entry = judged.entry
        if let port = entry.decision.port { ports.insert(port) }
        if apps.count < 50 { apps.insert(app) }
        traffic.add(entry)
        decisions[judged.decision, default: 0] += entry.loads
        if let first, entry.repeats > 0, judged.decision.stopsOrWould, !first.decision.stopsOrWould {
            // The tunnel was stopped, or would have been, after the first decision let it pass.
            decisions[first.decision, default: 0] -= entry.repeats
            decisions[judged.decision, default: 0] += entry.repeats
        }
        for device in entry.devices.keys where devices.count < 50 { devices.insert(device) }
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

extension Decision {
    /// Whether ATS stops the load, or would in `enforce`.
    fileprivate var stopsOrWould: Bool {
        switch self {
        case .blocked, .wouldBlock: return true
        case .allowed, .failed: return false
        }
    }
}

extension ReportFinding {
    fileprivate mutating func add(_ found: Finding, _ severity: Severity, _ entry: TrafficEntry) {
        // If a rule has both a violation and a warning at one host, the violation is kept.
        if self.severity == .warning, severity == .violation { (finding, self.severity) = (found, severity) }
        if let port = entry.decision.port { ports.insert(port) }
        if let version = entry.decision.app?.version, versions.count < 20 { versions.insert(version) }
        for device in entry.devices.keys.sorted() where devices.count < 50 { devices.insert(device) }
        for path in entry.paths where paths.count < TrafficEntry.sampleLimit && !paths.contains(path) {
            paths.append(path)
        }
    }

    /// The finding with its status according to baseline and waivers.
    fileprivate func settled(_ options: ReportOptions) -> ReportFinding {
        var settled = self
        let covering = options.waivers.filter { $0.covers(finding.rule, at: host) }
        if let valid = covering.first(where: { !$0.isExpired(at: options.time) }) {
            settled.status = .waived(valid)
        } else if let expired = covering.first {
            settled.status = .expired(expired)
        } else if let known = options.baseline, known.contains(fingerprint) || known.contains(problem) {
            settled.status = .known
        }
        return settled
    }
}

extension HostSummary {
    /// The sort rank: 0 for hosts with violations, 1 for hosts with warnings, 2 for others.
    fileprivate var rank: Int { !violations.isEmpty ? 0 : warnings.isEmpty ? 2 : 1 }
}
