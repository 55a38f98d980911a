import InternetNames
import Judging
import Reports
import Traffic
import TransportSecurity

/// The search for the narrowest policies for recorded traffic: one for the loads for which only an exception was seen
/// to work, and one for all loads. For each host, a policy has the narrowest entry under which the fewest of its loads
/// violate ATS.
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

    /// Searches the policies.
    ///
    /// - Parameters:
    ///   - policySearch: The judge of the traffic.
    ///   - restrictions: The part of the declared policy that makes ATS stricter, which both policies keep.
    init(_ policySearch: PolicySearch, from restrictions: PolicyDictionary) {
        self.policySearch = policySearch
        self.restrictions = restrictions
        dictionary = restrictions
        completeDictionary = restrictions
        var verdictsByHost: [Host: [JudgedEntry]] = [:]
        for judged in policySearch.verdicts(under: restrictions) {
            if let host = judged.entry.decision.host { verdictsByHost[host, default: []].append(judged) }
        }
        var entries: [String: [String: PropertyValue]?] = [:]
        var completeEntries: [String: [String: PropertyValue]?] = [:]
        for (host, verdicts) in verdictsByHost.sorted(by: { $0.key.description < $1.key.description }) {
            let violated = verdicts.filter { !$0.violations.isEmpty }
            guard !violated.isEmpty else { continue }
            let https = https(of: host, like: violated)
            let order = FixOrder(violated, from: host, https: https)
            changes += order.changes
            let entry = narrowestEntry(
                for: host, permitting: order.loadsNeedingException.map(\.entry), including: [:])
            if let entry {
                entries[host.description] = entry
                exceptions.append(
                    exception(for: host, with: entry, permitting: order.loadsNeedingException, https: nil))
            }
            let completeEntry =
                narrowestEntry(for: host, permitting: verdicts.map(\.entry), including: entry ?? [:]) ?? entry
            guard let completeEntry else { continue }
            completeEntries[host.description] = completeEntry
            if completeEntry != entry {
                let answer = https.min { $0.key < $1.key }?.value
                furtherExceptions.append(
                    exception(for: host, with: completeEntry, permitting: violated, https: answer))
            }
        }
        dictionary.set(entries)
        completeDictionary.set(completeEntries)
    }

    /// The narrowest entry that permits the most of the host's loads; nil if no entry permits more loads than the
    /// restrictions.
    ///
    /// - Parameter requiredKeys: The keys that the entry must have, with their values.
    private func narrowestEntry(
        for host: Host, permitting entries: [TrafficEntry], including requiredKeys: [String: PropertyValue]
    ) -> [String: PropertyValue]? {
        guard !entries.isEmpty else { return nil }
        let before = policySearch.verdicts(under: restrictions, on: entries)
        let relaxesPackage = restrictions.keys[ATSKey.requiresNIAPTLSPackageVersion] != nil
        var best: [String: PropertyValue]?
        var fewest = Self.notPermittedCount(after: before, before: before)
        for candidate in ExceptionCandidates.all(relaxesPackage: relaxesPackage) {
            guard requiredKeys.allSatisfy({ candidate[$0.key] == $0.value }) else { continue }
            let dictionary = restrictions.setting(host.description, to: candidate)
            let count = Self.notPermittedCount(
                after: policySearch.verdicts(under: dictionary, on: entries), before: before)
            if count < fewest { (best, fewest) = (candidate, count) }
            if count == 0 { break }
        }
        return best
    }

    /// The number of traffic entries that a dictionary is not known to permit: those that keep a violation or become
    /// undetermined. Entries that lack only a complete handshake do not count, because no dictionary can supply one.
    private static func notPermittedCount(after: [JudgedEntry], before: [JudgedEntry]) -> Int {
        zip(after, before).count { after, before in
            let becomesUndetermined = after.isUndetermined && !after.lacksHandshake && !before.isUndetermined
            return !after.violations.isEmpty || becomesUndetermined
        }
    }

    /// The exception that an entry is, with the violations and the traffic of the loads that it is for.
    private func exception(
        for host: Host, with entry: [String: PropertyValue], permitting verdicts: [JudgedEntry], https: HTTPSAnswer?
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
            under: restrictions.setting(host.description, to: entry), on: before.map(\.entry))
        let permitted = zip(before, after).filter { _, after in after.violations.isEmpty }
        let isLeftToApp = permitted.contains { _, after in after.warnings.contains { $0.rule.isAboutTrust } }
        if isLeftToApp { return .leavesToApp }
        let isRefused = permitted.contains { before, after in
            before.violations.contains { $0.rule == .tlsHandshake }
                && after.notes.contains { $0.rule == .tlsHandshake }
                && !before.violations.contains { $0.rule == .cleartext }
        }
        return isRefused ? .permitsOnlyCleartext : .permits
    }

    /// The host's answers to https under the restrictions, by the ports of loads.
    private func https(of host: Host, like loads: [JudgedEntry]) -> [UInt16: HTTPSAnswer] {
        var answers: [UInt16: HTTPSAnswer] = [:]
        var asked: Set<UInt16> = []
        for entry in loads.map(\.entry) {
            guard let port = entry.decision.port, asked.insert(port).inserted else { continue }
            answers[port] = policySearch.replay.httpsAnswer(
                of: host, like: entry, in: policySearch.traffic.facts,
                under: policySearch.appliedPolicy(
                    of: restrictions, recordedOS: entry.decision.policy?.value.os ?? .newest))
        }
        return answers
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
                "The entry alone does not make the loads succeed: trust still fails, and the app's own code must "
                    + "accept the server; the risk is the app's."
            ]
        case .permitsOnlyCleartext:
            return [
                "The server refuses TLS altogether; the entry only permits cleartext to it, and https loads keep "
                    + "failing until the server is repaired."
            ]
        }
    }
}
