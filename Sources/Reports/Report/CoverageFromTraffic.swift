import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

extension Coverage {
    /// Creates the coverage of traffic.
    ///
    /// - Parameters:
    ///   - entries: The verdicts on the traffic.
    ///   - hosts: The hosts of the report.
    init(of traffic: RecordedTraffic, entries: [JudgedEntry], hosts: [HostSummary], options: ReportOptions) {
        for judged in entries { addLoads(of: judged) }
        upstreamProxyFailure = Self.mostFrequentUpstreamProxyFailure(in: entries)
        addresses = hosts.map(\.host).filter { if case .address = $0 { true } else { false } }
        let matchedKeys = Set(entries.compactMap { $0.policy?.matched })
        policyKeysNeverSeen = (options.policyKeys ?? []).filter { !matchedKeys.contains($0) }.sorted()
        missingHosts = MissingHosts(
            of: options.expectedHosts, in: entries, traffic: traffic, choosing: options.filter)
        let hostGaps = entries.reduce(into: HostGaps()) { $0.add($1) }
        refusedQUIC = RefusedHosts(traffic.refusedQUIC, among: hostGaps, services: traffic.services)
        var losses = CoverageLosses(of: traffic, expecting: options.expectedHosts)
        if missingHosts.concernsNone { losses.apps = missingHosts.leftOut.count }
        hostCoverage = HostCoverage(
            hostGaps, notLoaded: missingHosts.names, services: traffic.services, refused: traffic.refusedQUIC,
            losses: losses)
        statements =
            missingHosts.statements(on: options.expectedHosts)
            + CoverageStatements(coverage: self, traffic: traffic, entries: entries, hosts: hosts).all
    }

    private mutating func addLoads(of judged: JudgedEntry) {
        let entry = judged.entry
        let loads = entry.loads
        let error = entry.decision.error
        if error?.nextHop != nil { upstreamProxyFailedLoads += entry.failedLoads }
        // A load that failed later may have been judged before.
        let isJudged = !judged.violations.isEmpty || judged.isExplainedByFirst
        if !isJudged, error != nil || judged.decision == .failed { failedLoads += entry.failedLoads }
        if judged.policy?.reason == .otherApp { otherAppLoads += loads }
        if judged.isClaimedByClient, error == nil { claimedLoads += loads }
        if judged.isUndetermined { undeterminedLoads += loads }
        if entry.isCleartext == true { cleartextLoads += loads }
        clientRefusals += entry.clientRefusals
        switch entry.decision.route {
        case .upstream: if error?.nextHop == nil { upstreamLoads += loads }
        case .transparent: transparentLoads += loads
        case .direct, nil: break
        }
    }

    /// The message of the failure at an upstream proxy that most loads have, the first in order among equally frequent
    /// ones; nil if no load failed there.
    private static func mostFrequentUpstreamProxyFailure(in entries: [JudgedEntry]) -> String? {
        var loadsByMessage: [String: Int] = [:]
        for entry in entries.map(\.entry) {
            guard let error = entry.decision.error, error.nextHop != nil else { continue }
            loadsByMessage[error.message, default: 0] += entry.failedLoads
        }
        return loadsByMessage.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension TrafficEntry {
    /// The number of loads of an entry that failed. A load may fail after a first decision that let it pass.
    fileprivate var failedLoads: Int { max(self.loads, self.repeats) }
}
