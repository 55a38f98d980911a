import InternetNames
import JSONWriting
import Judging
import Recordings
import Traffic
import TransportSecurity

/// The loads and hosts that a report does not cover: failed and unjudged loads, missing hosts, and the share of the
/// known hosts that was judged.
public struct Coverage: Hashable, Sendable {
    /// Keys of the policy whose hosts were never seen, as the policy spells them.
    public var policyKeysNeverSeen: [String] = []
    /// Expected hosts without a judged load.
    public var missingHosts = MissingHosts()
    /// Hosts that were addressed by IP address.
    public var addresses: [Host] = []
    /// The number of loads that failed because of the network and were not judged.
    public var failedLoads = 0
    /// The number of loads of apps that are not judged.
    public var otherAppLoads = 0
    /// The number of loads that are not judged because the client says that it is a browser.
    public var claimedLoads = 0
    /// The number of loads that cannot be judged from the recording.
    public var undeterminedLoads = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of loads in cleartext.
    public var cleartextLoads = 0
    /// The number of loads that went through an upstream proxy.
    public var upstreamLoads = 0
    /// The number of loads that failed at an upstream proxy. Such loads count in `failedLoads`, and not in
    /// `upstreamLoads`.
    public var upstreamProxyFailedLoads = 0
    /// The most frequent failure at an upstream proxy, in one sentence with the fix; nil if no load failed there.
    public var upstreamProxyFailure: String?
    /// The number of loads that were redirected to the proxy.
    public var transparentLoads = 0
    /// The share of the known hosts that was judged in every load, and the reasons why it is not larger.
    public var hostCoverage = HostCoverage(HostGaps(), notLoaded: [], services: ServiceStore())
    /// The hosts of QUIC connections that a gateway refused.
    public var refusedQUIC = RefusedHosts()
    /// Statements for readers, in one or two sentences each, most important first.
    public var statements: [String] = []
}

extension Coverage {
    /// Creates the coverage of traffic, without the statements of `CoverageStatements`.
    ///
    /// - Parameters:
    ///   - entries: The verdicts on the traffic.
    ///   - hosts: The hosts of the report.
    ///   - policyKeys: The keys of `NSExceptionDomains` in the policy; empty if no policy is available.
    ///   - expectedHosts: The hosts from which loads are expected.
    ///   - filter: The choice of the loads that the report is on.
    init(
        of traffic: RecordedTraffic, entries: [JudgedEntry], hosts: [HostSummary], policyKeys: [String],
        expecting expectedHosts: ExpectedHosts, choosing filter: RecordingFilter
    ) {
        for judged in entries { addLoads(of: judged) }
        upstreamProxyFailure = Self.mostFrequentUpstreamProxyFailure(in: entries)
        addresses = hosts.map(\.host).filter { if case .address = $0 { true } else { false } }
        let matchedKeys = Set(entries.compactMap { $0.policy?.matched })
        policyKeysNeverSeen = policyKeys.filter { !matchedKeys.contains($0) }.sorted()
        missingHosts = MissingHosts(
            of: expectedHosts, in: entries, traffic: traffic, choosing: filter)
        let hostGaps = entries.reduce(into: HostGaps()) { $0.add($1) }
        refusedQUIC = RefusedHosts(traffic.refusedQUIC, among: hostGaps, services: traffic.services)
        var losses = CoverageLosses(of: traffic, expecting: expectedHosts)
        if missingHosts.concernsNoExpectedHost { losses.apps = missingHosts.otherApps.count }
        hostCoverage = HostCoverage(
            hostGaps, notLoaded: missingHosts.names, services: traffic.services, refused: traffic.refusedQUIC,
            losses: losses)
        statements = missingHosts.statements(on: expectedHosts)
    }

    private mutating func addLoads(of judged: JudgedEntry) {
        let entry = judged.entry
        let loads = entry.loads
        let error = entry.decision.error
        if error?.nextHop != nil { upstreamProxyFailedLoads += entry.failedLoads }
        // A load that failed later may have been judged before.
        let isJudged = !judged.violations.isEmpty || judged.isExplainedByFirstDecision
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
    var failedLoads: Int { max(self.loads, self.repeats) }
}

extension Coverage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("policyKeysNeverSeen", policyKeysNeverSeen)
            json.member("expectedHostsNeverSeen", missingHosts.names)
            json.member("contactsNeverSeen", missingHosts.hosts.filter { $0.expected.bundleIdentifier != nil })
            json.member("contactsOutsideRecording", missingHosts.unrecorded)
            json.name("expectedHosts")
            if missingHosts.isAsked {
                json.object { json in
                    json.member("compared", missingHosts.compared)
                    json.member("seen", missingHosts.seen)
                    json.member("outsideRecording", missingHosts.unrecorded.count)
                }
            } else {
                json.null()
            }
            json.member("addresses", addresses)
            json.member("failedLoads", failedLoads)
            json.member("otherAppLoads", otherAppLoads)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("claimedLoads", claimedLoads)
            json.member("clientRefusals", clientRefusals)
            json.member("cleartextLoads", cleartextLoads)
            json.member("upstreamLoads", upstreamLoads)
            json.member("parentFailedLoads", upstreamProxyFailedLoads)
            json.member("transparentLoads", transparentLoads)
            json.member("evidence", hostCoverage)
            json.member("statements", statements)
        }
    }
}
