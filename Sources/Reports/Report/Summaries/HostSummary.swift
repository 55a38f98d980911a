import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The traffic of one host, as a report sums it up.
public struct HostSummary: Hashable, Sendable {
    /// The host.
    public var host: Host
    /// The ports of the loads.
    public var ports: Set<UInt16> = []
    /// The schemes of the loads.
    public var schemes: Set<Load.Scheme> = []
    /// The names of the apps, at most `nameLimit`.
    public var apps: Set<String> = []
    /// The IP addresses of devices, at most `nameLimit`.
    public var devices: Set<String> = []
    /// The amount of traffic.
    public var traffic = TrafficCount()
    /// The number of loads by decision.
    public var decisions: [Decision: Int] = [:]
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The rules by which loads fail unless the app accepts them.
    public var unaccepted: Set<RuleID> = []
    /// The rules with warnings, which the app was seen to accept.
    public var warnings: Set<RuleID> = []
    /// The rules of findings that a waiver or the baseline covers. `violations` and `warnings` have only findings that
    /// count.
    public var covered: Set<RuleID> = []
    /// All reasons of the policy, such as `exception-domain (example.com)`.
    public var reasons: Set<String> = []
    /// Notes without duplicates, at most `noteLimit`.
    public var notes: [Note] = []
    /// The reasons why loads failed, one sentence each; at most `failureReasonLimit`.
    public var failureReasons: [String] = []
    /// The number of loads that cannot be judged from the recording.
    public var undetermined = 0
    /// The number of loads that ended as if the device itself had refused the server.
    public var clientRefusals = 0
    /// The number of loads whose own handshake in the tunnel did not complete.
    public var unfinishedHandshakes = 0
    /// The number of loads in tunnels that hide their server or content.
    public var hiddenInTunnels = 0
    /// The number of loads that were blocked when recorded, of which nothing else is known.
    public var blockedOnly = 0
    /// The number of loads that are not judged because the client says that it is a browser.
    public var claimedByClients = 0
    /// The number of loads in cleartext.
    public var cleartextLoads = 0
    /// Whether the host offers HTTP/3 in the DNS, which no HTTP proxy sees; nil if that is not known.
    public var offersHTTP3: Bool?
    /// The number of QUIC connections to the host that a gateway refused.
    public var refusedQUIC = 0
    /// Whether the host offers keys for an encrypted ClientHello in the DNS; nil if that is not known.
    public var offersECH: Bool?

    // The limits bound the memory of a report on many loads.
    private static let nameLimit = 50
    private static let noteLimit = 20
    private static let failureReasonLimit = 3

    /// Whether at least one load was judged.
    var isJudged: Bool {
        decisions[.failed, default: 0] + undetermined + claimedByClients + blockedOnly < traffic.loads
    }

    /// Whether any load is one of an app that is judged.
    var isOfJudgedApps: Bool { reasons != [Requirements.Reason.otherApp.rawValue] }

    /// Counts each rule once, under the worst state of the loads.
    mutating func keepWorst() {
        unaccepted.subtract(violations)
        warnings.subtract(violations.union(unaccepted))
    }

    /// Counts the loads of an entry.
    ///
    /// - Parameters:
    ///   - judged: The entry, with the findings that count.
    ///   - app: The name of its app.
    ///   - covered: The rules of its findings that do not count.
    ///   - first: For second decisions, the entry of the first decisions on the same loads.
    mutating func add(_ judged: JudgedEntry, by app: String, covered: Set<RuleID>, after first: JudgedEntry?) {
        let entry = judged.entry
        self.covered.formUnion(covered)
        if let port = entry.decision.port { ports.insert(port) }
        if let scheme = entry.decision.scheme { schemes.insert(scheme) }
        if apps.count < Self.nameLimit { apps.insert(app) }
        traffic.add(entry)
        decisions[judged.decision, default: 0] += entry.loads
        if let first, entry.repeats > 0, judged.decision.rank > first.decision.rank {
            // The load failed, or its tunnel was stopped or would have been, after the first decision let it pass.
            decisions[first.decision, default: 0] -= entry.repeats
            decisions[judged.decision, default: 0] += entry.repeats
        }
        for device in entry.devices.names where devices.count < Self.nameLimit { devices.insert(device) }
        violations.formUnion(judged.violations.map(\.rule))
        switch judged.severityOfWarnings {
        case .warning: warnings.formUnion(judged.warnings.map(\.rule))
        case .violation, .failsUnlessAccepted: unaccepted.formUnion(judged.warnings.map(\.rule))
        }
        if let policy = judged.policy {
            reasons.insert(policy.matched.map { "\(policy.reason.rawValue) (\($0))" } ?? policy.reason.rawValue)
        }
        if let reason = entry.decision.error?.message, failureReasons.count < Self.failureReasonLimit,
            !failureReasons.contains(reason)
        {
            failureReasons.append(reason)
        }
        for note in judged.notes where notes.count < Self.noteLimit && !notes.contains(note) { notes.append(note) }
        if judged.isUndetermined { undetermined += entry.loads }
        if judged.isBlockedOnly { blockedOnly += max(entry.loads, entry.repeats) }
        if judged.isClaimedByClient { claimedByClients += entry.loads }
        if judged.isHiddenInTunnel { hiddenInTunnels += max(entry.loads, entry.repeats) }
        if judged.hasUnfinishedHandshake, !judged.isExempt {
            unfinishedHandshakes += max(entry.loads, entry.repeats)
        }
        if entry.isCleartext == true { cleartextLoads += entry.loads }
        clientRefusals += entry.clientRefusals
    }

    /// The host, with the ports of its loads unless it is only the usual one of their schemes.
    var place: String { host.named(at: ports, of: schemes) }

    /// The sort rank: the worst hosts first.
    var rank: Int {
        if !violations.isEmpty { return 0 }
        if !unaccepted.isEmpty { return 1 }
        return warnings.isEmpty ? 3 : 2
    }
}

extension Decision {
    /// The order from the best to the worst outcome.
    fileprivate var rank: Int {
        switch self {
        case .allowed: return 0
        case .failed: return 1
        case .wouldBlock: return 2
        case .blocked: return 3
        }
    }
}

extension HostSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("apps", apps.sorted())
            json.member("devices", devices.sorted())
            json.member("traffic", traffic)
            json.name("decisions")
            json.object { json in
                for (decision, count) in decisions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    json.name(decision.rawValue)
                    json.number(Int64(count))
                }
            }
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("failsUnlessAccepted", RuleID.allCases.filter(unaccepted.contains))
            json.member("warnings", RuleID.allCases.filter(warnings.contains))
            json.member("covered", RuleID.allCases.filter(covered.contains))
            json.member("policy", reasons.sorted())
            json.member("cleartextLoads", cleartextLoads)
            json.member("undeterminedLoads", undetermined)
            json.member("clientRefusals", clientRefusals)
            json.member("unfinishedHandshakes", unfinishedHandshakes)
            json.member("hiddenInTunnels", hiddenInTunnels)
            json.member("claimedByClients", claimedByClients)
            json.member("blockedWhenRecorded", blockedOnly)
            json.member("http3", offersHTTP3)
            json.member("refusedQUIC", refusedQUIC)
            json.member("ech", offersECH)
            json.member("notes", notes)
        }
    }
}
