import Documents
import InternetNames
import Judging
import Recordings
import TransportSecurity

/// Makes a report out of traffic and verdicts, which `ReportTables` adds up.
extension Report {
    /// Creates the report on traffic with its verdicts.
    ///
    /// - Parameter entries: The verdicts on all entries of the traffic, in its order.
    public init(_ traffic: RecordedTraffic, _ entries: [JudgedEntry], options: ReportOptions) {
        time = options.time
        basis =
            options.anew.map { Basis.anew(policy: $0.policy, os: $0.os) }
            ?? .recorded(policies: Self.policyNames(in: entries))
        sources = traffic.sources
        period = traffic.period
        let entries = entries.withoutRepeatedFindings()
        // Entries are large. Copies are made only if some of their findings may not count.
        let counted = options.coversFindings ? entries.map { CountedEntry($0, options: options) } : nil
        var tables = ReportTables()
        for index in entries.indices {
            tables.addFindings(of: entries[index])
            let countedEntry = counted?[index] ?? CountedEntry(entries[index], options: options)
            tables.add(
                countedEntry,
                after: entries[index].entry.firstDecisionIndex.map { counted?[$0].judged ?? entries[$0] })
        }
        // A test case beyond the limit of those that are counted may have loads.
        let isEachLabelCounted = traffic.uncountedDecisions == 0 && entries.allSatisfy { $0.entry.labels.others == 0 }
        if isEachLabelCounted { tables.addLabelsWithoutLoads(traffic.namedLabels) }
        self.traffic = tables.traffic
        timeline = Timeline(of: counted?.map(\.judged) ?? entries)
        versions = VersionCount(of: entries)
        let systems = entries.compactMap(\.policy?.os)
        isOfSystemProcesses = !systems.isEmpty && systems.allSatisfy(\.isOfSystemProcesses)
        setFindings(tables, entries: entries, options: options)
        setHosts(tables, traffic: traffic)
        setSummaries(tables)
        setWaiversAndRenewals(options)
        setGaps(traffic, entries: entries, options: options)
    }

    private mutating func setFindings(_ tables: ReportTables, entries: [JudgedEntry], options: ReportOptions) {
        let httpsAuthorities = Self.httpsAuthorities(in: entries)
        findings = []
        for (key, found) in tables.findings {
            var finding = found
            let authorities = httpsAuthorities[key.host, default: []].sorted { $0.port < $1.port }
            finding.httpsAuthority = authorities.first { $0.port == 443 || found.ports == [$0.port] }
            finding.status = options.status(of: found.finding, severity: found.severity, at: key.host, in: key.app)
            finding.traffic = tables.findingTraffic[key]?.total ?? TrafficCount()
            findings.append(finding)
        }
        findings.sort(by: Self.isBefore)
    }

    private mutating func setHosts(_ tables: ReportTables, traffic: RecordedTraffic) {
        hosts = tables.hosts.values.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            return left.host.description < right.host.description
        }
        for index in hosts.indices {
            let host = hosts[index].host
            hosts[index].keepWorst()
            hosts[index].offersHTTP3 = traffic.services.offersHTTP3(host)
            hosts[index].offersECH = traffic.services.offersECH(host)
            hosts[index].refusedQUIC = traffic.refusedQUIC.hosts[host]?.count ?? 0
        }
    }

    private mutating func setSummaries(_ tables: ReportTables) {
        apps = tables.apps.values.sorted { $0.name < $1.name }
        builds = tables.builds.values.sorted { ($0.app, $0.version ?? "") < ($1.app, $1.version ?? "") }
        rules = RuleID.allCases.compactMap { rule in
            guard var summary = tables.rules[rule] else { return nil }
            summary.keepWorst()
            summary.traffic = tables.ruleTraffic[rule]?.total ?? TrafficCount()
            return summary
        }
        exceptions = tables.exceptions.values.sorted {
            ($0.reason.rawValue, $0.key ?? "") < ($1.reason.rawValue, $1.key ?? "")
        }
        devices = tables.devices.values.sorted { left, right in
            if left.violatedLoads != right.violatedLoads { return left.violatedLoads > right.violatedLoads }
            if left.loads != right.loads { return left.loads > right.loads }
            return left.address < right.address
        }
        labels = tables.labels.values.sorted { left, right in
            if left.violatedLoads != right.violatedLoads { return left.violatedLoads > right.violatedLoads }
            return left.label < right.label
        }
        if !labels.isEmpty, tables.unlabelled.loads > 0 { unlabelled = tables.unlabelled }
    }

    private mutating func setWaiversAndRenewals(_ options: ReportOptions) {
        renewals = options.renewals.sorted { HostRenewal.isBefore($0, than: $1) }
        expiredWaivers = options.waivers.filter { $0.isExpired(at: options.time) }
        unusedWaivers = options.waivers.filter { waiver in
            !waiver.isExpired(at: options.time) && !findings.contains { waiver.covers($0.finding.rule, at: $0.host) }
        }
    }

    /// Sets the coverage and the gaps, also those that a baseline and the log of a device show.
    private mutating func setGaps(_ traffic: RecordedTraffic, entries: [JudgedEntry], options: ReportOptions) {
        coverage = Coverage(
            of: traffic, entries: entries, hosts: hosts, policyKeys: options.policyKeys ?? [],
            expecting: options.expectedHosts, choosing: options.filter)
        let statements = CoverageStatements(coverage: coverage, traffic: traffic, entries: entries, hosts: hosts)
        coverage.statements += statements.all
        deviceLog = options.deviceLog.map { DeviceLogComparison(of: $0, with: entries) }
        let comparison = options.baseline.map {
            BaselineComparison(of: $0, with: self, exercised: ExercisedLoads(entries), choosing: options.filter)
        }
        resolved = comparison?.resolved ?? []
        gaps =
            LoadGaps(in: entries, coverage: coverage, total: self.traffic).gaps
            + ReportGap.gaps(in: traffic, missing: coverage.missingHosts, expecting: options.expectedHosts)
            + ReportGap.gaps(ofRefused: coverage.refusedQUIC) + ReportGap.gaps(inDeviceLog: deviceLog)
            + (comparison?.gaps ?? [])
    }
}

extension Report {
    /// The largest number of policies, and of systems, that a sentence names.
    private static let nameLimit = 8

    /// The policies of entries with their systems, such as `App.app, Pay.app (ios17.6, ios26)`, at most `nameLimit`.
    private static func policyNames(in entries: [JudgedEntry]) -> [String] {
        var systemsByPolicy: [String: Set<String>] = [:]
        for policy in entries.lazy.compactMap(\.policy) {
            systemsByPolicy[policy.source ?? "defaults", default: []].insert(policy.os.description)
        }
        // Policies with the same systems have one text.
        let policiesBySystems = Dictionary(grouping: systemsByPolicy.keys) { systemsByPolicy[$0, default: []] }
        let texts = policiesBySystems.map { systems, policies in
            "\(policies.sorted().listed(atMost: nameLimit)) (\(systems.sorted().listed(atMost: nameLimit)))"
        }.sorted()
        guard texts.count > nameLimit else { return texts }
        return texts.prefix(nameLimit) + ["\(texts.count - nameLimit) more"]
    }

    /// The destinations of judged loads over TLS, by host, for hosts of which ATS refuses no load over TLS.
    private static func httpsAuthorities(in entries: [JudgedEntry]) -> [Host: Set<Authority>] {
        var succeeding: [Host: Set<Authority>] = [:]
        var failing: Set<Host> = []
        for judged in entries where judged.entry.decision.scheme?.isSecure == true {
            guard let authority = judged.entry.authority else { continue }
            if judged.isFailing || judged.isUndetermined || judged.decision == .failed {
                failing.insert(authority.host)
            } else if judged.policy?.applies == true, judged.entry.decision.tls != nil {
                succeeding[authority.host, default: []].insert(authority)
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
