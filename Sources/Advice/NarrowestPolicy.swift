import InternetNames
import Judging
import Reports
import Traffic
import TransportSecurity

/// The search for the narrowest policies. For each host, the search finds the narrowest entry under which its traffic
/// has the fewest violations: once for the loads for which only an exception was seen to work, and once for all loads.
///
/// Entries are for exact hosts, never for a parent domain, and no key of the top level is set. An entry for each host
/// has the same effect and permits nothing else.
struct NarrowestPolicy {
    private let policySearch: PolicySearch
    private let restrictions: PolicyDictionary
    /// The policy with exceptions only where nothing else was seen to work.
    private(set) var dictionary: PolicyDictionary
    /// The policy under which all loads succeed that any exception permits, with every key of `dictionary`.
    private(set) var completeDictionary: PolicyDictionary
    /// The changes that make exceptions unnecessary, by host.
    private(set) var changes: [AdvisedChange] = []
    /// The exceptions in `dictionary`, by host.
    private(set) var exceptions: [AdvisedException] = []
    /// The exceptions in `completeDictionary` that `dictionary` does not have, or has with fewer keys.
    private(set) var furtherExceptions: [AdvisedException] = []

    init(_ policySearch: PolicySearch, from restrictions: PolicyDictionary) {
        self.policySearch = policySearch
        self.restrictions = restrictions
        dictionary = restrictions
        completeDictionary = restrictions
    }

    mutating func run() {
        let strict = policySearch.verdicts(under: restrictions)
        let violating = Dictionary(grouping: strict.filter { !$0.violations.isEmpty }) { $0.entry.decision.host }
        let byHost = Dictionary(grouping: strict) { $0.entry.decision.host }
        var advised: [String: [String: PropertyValue]?] = [:]
        var complete: [String: [String: PropertyValue]?] = [:]
        for (host, verdicts) in violating.sorted(by: { ($0.key?.description ?? "") < ($1.key?.description ?? "") }) {
            guard let host else { continue }
            let https = https(of: host, like: verdicts[0].entry)
            let order = FixOrder(verdicts, from: host, https: https)
            changes += order.changes
            let least = narrowestEntry(for: host, permitting: order.lastResort.map(\.entry), including: [:])
            if let least {
                advised[host.description] = least
                exceptions.append(exception(for: host, least, permitting: order.lastResort, https: https))
            }
            let loads = byHost[host, default: []].map(\.entry)
            let entry = narrowestEntry(for: host, permitting: loads, including: least ?? [:]) ?? least
            guard let entry else { continue }
            complete[host.description] = entry
            if entry != least {
                furtherExceptions.append(exception(for: host, entry, permitting: verdicts, https: https))
            }
        }
        dictionary.set(advised)
        completeDictionary.set(complete)
    }

    /// The narrowest entry with the given keys that permits the most of the host's loads; nil if no entry improves on
    /// the restrictions.
    private func narrowestEntry(
        for host: Host, permitting entries: [TrafficEntry], including least: [String: PropertyValue]
    ) -> [String: PropertyValue]? {
        guard !entries.isEmpty else { return nil }
        let before = policySearch.verdicts(under: restrictions, on: entries)
        let relaxesPackage = restrictions.keys[ATSKey.requiresNIAPTLSPackageVersion] != nil
        var best: (entry: [String: PropertyValue]?, obstacles: Int) = (nil, Self.obstacles(before, unlike: before))
        for candidate in ExceptionCandidates.all(relaxesPackage: relaxesPackage) {
            guard least.allSatisfy({ candidate[$0.key] == $0.value }) else { continue }
            let dictionary = restrictions.setting(host.description, candidate)
            let obstacles = Self.obstacles(policySearch.verdicts(under: dictionary, on: entries), unlike: before)
            if obstacles < best.obstacles { best = (candidate, obstacles) }
            if obstacles == 0 { break }
        }
        return best.entry
    }

    /// The number of traffic entries that keep a violation or become undetermined. For an undetermined entry, the
    /// dictionary is not known to help. An entry that lacks only a complete handshake does not count, because no
    /// dictionary can supply that.
    private static func obstacles(_ verdicts: [JudgedEntry], unlike before: [JudgedEntry]) -> Int {
        zip(verdicts, before).count { now, before in
            !now.violations.isEmpty || now.isUndetermined && !now.lacksHandshake && !before.isUndetermined
        }
    }

    private func exception(
        for host: Host, _ entry: [String: PropertyValue], permitting verdicts: [JudgedEntry], https: HTTPSAnswer?
    ) -> AdvisedException {
        var findings: [Finding] = []
        var traffic = AffectedTraffic()
        for judged in verdicts {
            traffic.add(judged.entry)
            for finding in judged.violations where !findings.contains(where: { $0.rule == finding.rule }) {
                findings.append(finding)
            }
        }
        let effect = effect(of: entry, at: host, on: verdicts)
        let isCleartext = findings.contains { $0.rule == .cleartext }
        return AdvisedException(
            host: host, keys: entry, effect: effect, findings: findings, traffic: traffic.total,
            https: isCleartext ? https : nil, caveats: effect.caveats)
    }

    /// The effect of the entry on violated loads. The weakest effect on any load is the effect of the entry.
    private func effect(
        of entry: [String: PropertyValue], at host: Host, on before: [JudgedEntry]
    ) -> AdvisedException.Effect {
        let after = policySearch.verdicts(
            under: restrictions.setting(host.description, entry), on: before.map(\.entry))
        let helped = zip(before, after).filter { $1.violations.isEmpty }
        if helped.contains(where: { $1.warnings.contains { $0.rule.isAboutTrust } }) { return .leavesToApp }
        let isRefused = helped.contains { before, after in
            before.violations.contains { $0.rule == .tlsHandshake }
                && after.notes.contains { $0.rule == .tlsHandshake }
                && !before.violations.contains { $0.rule == .cleartext }
        }
        return isRefused ? .permitsCleartextAlone : .permits
    }

    /// The host's answer to https under the restrictions.
    private func https(of host: Host, like entry: TrafficEntry) -> HTTPSAnswer? {
        policySearch.replay.httpsAnswer(
            of: host, like: entry, in: policySearch.traffic.facts,
            under: policySearch.appliedPolicy(
                of: restrictions, recordedOS: entry.decision.policy?.value.os ?? .newest))
    }
}

extension AdvisedException.Effect {
    /// The notes that an entry of this effect needs.
    fileprivate var caveats: [String] {
        switch self {
        case .permits:
            return []
        case .leavesToApp:
            return [
                "The entry alone does not make the loads succeed: trust still fails, and the app's own code must accept "
                    + "the server; the risk is the app's."
            ]
        case .permitsCleartextAlone:
            return [
                "The server refuses TLS altogether; the entry only permits cleartext to it, and https loads keep "
                    + "failing until the server is repaired."
            ]
        }
    }
}
