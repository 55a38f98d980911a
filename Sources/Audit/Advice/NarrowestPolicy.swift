import InternetNames
import Recording
import TransportSecurity

/// The search for the narrowest policy. For each host, the search finds the narrowest entry under which its traffic has
/// the fewest violations.
///
/// Entries are for exact hosts, never for a parent domain, and no key of the top level is set. An entry for each host
/// has the same effect and permits nothing else.
struct NarrowestPolicy {
    private let policySearch: PolicySearch
    private(set) var dictionary: PolicyDictionary
    private(set) var exceptions: [AdvisedException] = []

    init(_ policySearch: PolicySearch, from restrictions: PolicyDictionary) {
        self.policySearch = policySearch
        dictionary = restrictions
    }

    mutating func run() {
        let strict = policySearch.verdicts(under: dictionary)
        let violating = Dictionary(grouping: strict.filter { !$0.violations.isEmpty }) { $0.entry.decision.host }
        let byHost = Dictionary(grouping: strict) { $0.entry.decision.host }
        let restrictions = dictionary
        let relaxesPackage = restrictions.keys[ATSKey.requiresNIAPTLSPackageVersion] != nil
        var advised: [String: [String: PropertyValue]?] = [:]
        for (host, verdicts) in violating.sorted(by: { ($0.key?.description ?? "") < ($1.key?.description ?? "") }) {
            guard let host else { continue }
            let entries = byHost[host, default: []].map(\.entry)
            guard let entry = narrowest(for: host, entries, restrictions, relaxesPackage) else { continue }
            advised[host.description] = entry
            exceptions.append(exception(for: host, entry, verdicts, restrictions))
        }
        dictionary.set(advised)
    }

    /// The narrowest entry that permits the most of the host's traffic; nil if no entry improves on the restrictions.
    private func narrowest(
        for host: Host, _ entries: [TrafficEntry], _ restrictions: PolicyDictionary, _ relaxesPackage: Bool
    ) -> [String: PropertyValue]? {
        let before = policySearch.verdicts(under: restrictions, on: entries)
        var best: (entry: [String: PropertyValue]?, obstacles: Int) = (nil, Self.obstacles(before, unlike: before))
        for candidate in ExceptionCandidates.all(relaxesPackage: relaxesPackage) {
            let dictionary = restrictions.setting(host.description, candidate)
            let obstacles = Self.obstacles(policySearch.verdicts(under: dictionary, on: entries), unlike: before)
            if obstacles < best.obstacles { best = (candidate, obstacles) }
            if obstacles == 0 { break }
        }
        return best.entry
    }

    /// The number of entries that remain violated or that become undetermined. An undetermined entry counts, because
    /// the dictionary is not known to help. An entry that permits one load kind and leaves another one violated is
    /// still an obstacle.
    private static func obstacles(_ verdicts: [JudgedEntry], unlike before: [JudgedEntry]) -> Int {
        zip(verdicts, before).count { now, before in
            !now.violations.isEmpty || now.isUndetermined && !before.isUndetermined
        }
    }

    private func exception(
        for host: Host, _ entry: [String: PropertyValue], _ verdicts: [JudgedEntry], _ restrictions: PolicyDictionary
    ) -> AdvisedException {
        var findings: [Finding] = []
        var traffic = AffectedTraffic()
        for judged in verdicts {
            traffic.add(judged.entry)
            for finding in judged.violations where !findings.contains(where: { $0.rule == finding.rule }) {
                findings.append(finding)
            }
        }
        var caveats: [String] = []
        let allowsInsecure = entry[ATSKey.exceptionAllowsInsecureHTTPLoads] != nil
        if allowsInsecure, findings.contains(where: { $0.rule.isAboutTrust }) {
            caveats.append(
                "The entry alone does not make the loads succeed: trust still fails, and the app's own code must accept "
                    + "the server; the risk is the app's.")
        }
        if allowsInsecure, findings.contains(where: { $0.rule == .tlsHandshake }) {
            caveats.append(
                "The server refuses TLS altogether; the entry only permits cleartext to it, and https loads keep "
                    + "failing until the server is repaired.")
        }
        let isCleartext = findings.contains { $0.rule == .cleartext }
        return AdvisedException(
            host: host, keys: entry, findings: findings, traffic: traffic.total,
            https: isCleartext ? https(of: host, like: verdicts[0].entry, under: restrictions) : nil, caveats: caveats)
    }

    /// The host's answer to https according to the facts. If several ports answered, the one with the fewest
    /// violations.
    private func https(
        of host: Host, like entry: TrafficEntry, under restrictions: PolicyDictionary
    ) -> HTTPSAnswer? {
        let answers = policySearch.traffic.facts.authorities(of: host).compactMap { authority -> HTTPSAnswer? in
            var load = TrafficEntry(entry.decision)
            load.decision.scheme = .https
            load.decision.port = authority.port
            load.decision.facts = nil
            load.decision.tls = nil
            load.decision.violations = []
            load.last = entry.last
            let judged = policySearch.verdicts(under: restrictions, on: [load])[0]
            guard !judged.isUndetermined, !judged.violations.contains(where: { $0.rule == .tlsHandshake }) else {
                return nil
            }
            return HTTPSAnswer(authority: authority, violations: judged.violations.map(\.rule))
        }
        return answers.min { $0.violations.count < $1.violations.count }
    }
}
