import InternetNames
import Judging
import Traffic
import TransportSecurity

extension TrafficCount {
    /// Creates the count of an entry.
    public init(_ entry: TrafficEntry) {
        self.init()
        add(entry)
    }

    /// Adds the loads of an entry.
    public mutating func add(_ entry: TrafficEntry) {
        loads += entry.loads
        bytesFromClient &+= entry.bytesFromClient
        bytesFromServer &+= entry.bytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }

    /// Adds the second decisions of an entry, whose loads other entries count.
    mutating func addRepeats(of entry: TrafficEntry) {
        guard entry.repeats > 0 else { return }
        loads += entry.repeats
        bytesFromClient &+= entry.repeatedBytesFromClient
        bytesFromServer &+= entry.repeatedBytesFromServer
        first = min(first ?? entry.first, entry.first)
        last = max(last ?? entry.last, entry.last)
    }
}

extension AppSummary {
    /// Adds the loads of an entry from a host.
    mutating func add(_ judged: JudgedEntry, from host: Host) {
        if let version = judged.entry.decision.app?.version, versions.count < 20 { versions.insert(version) }
        if let os = judged.entry.decision.app?.os { systems.insert(os) }
        traffic.add(judged.entry)
        hosts.insert(host)
        if !judged.violations.isEmpty { violatedHosts.insert(host) }
    }
}

extension LabelSummary {
    /// Adds loads of an entry that belong to the test case.
    mutating func add(_ loads: Int, of judged: JudgedEntry) {
        let isFirst = judged.entry.firstDecisionIndex == nil
        if isFirst { self.loads += loads }
        guard let host = judged.entry.decision.host else { return }
        if hosts.count < 1000 { hosts.insert(host) }
        for rule in Set((judged.violations + judged.warnings).map(\.rule)) {
            findings.insert(
                ReportFinding.fingerprint(of: ReportFinding.problem(of: rule, at: host), in: judged.appName))
        }
        guard !judged.violations.isEmpty else { return }
        if isFirst { violatedLoads += loads }
        violatedHosts.insert(host)
        for finding in judged.violations { violations.insert(finding.rule) }
    }
}
