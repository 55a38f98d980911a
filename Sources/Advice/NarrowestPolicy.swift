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
/// has the same effect and permits nothing else. An entry takes the place of the declared one for its host, also of one
/// for a parent domain, so it has the keys of that entry that make ATS stricter.
struct NarrowestPolicy {
    private let policySearch: PolicySearch
    /// The part of the declared policy that makes ATS stricter.
    let restrictions: PolicyDictionary
    /// The changes that make exceptions unnecessary, by host.
    private(set) var changes: [AdvisedChange] = []
    /// The exceptions for loads for which only an exception was seen to work, by host.
    private(set) var exceptions: [AdvisedException] = []
    /// The exceptions for these loads and for those that the declared policy permits until something else than the URL
    /// is changed, where these are not in `exceptions`, by host.
    private(set) var retainedExceptions: [AdvisedException] = []
    /// The exceptions under which all loads succeed that any exception permits, where these are not in `exceptions`, by
    /// host.
    private(set) var furtherExceptions: [AdvisedException] = []

    /// Searches the policies.
    ///
    /// - Parameters:
    ///   - policySearch: The judge of the traffic.
    ///   - restrictions: The part of the declared policy that makes ATS stricter, which both policies keep.
    ///   - strictVerdicts: The verdicts on the traffic under the restrictions.
    ///   - declaredVerdicts: The verdicts on the traffic under the declared policy.
    init(
        _ policySearch: PolicySearch, from restrictions: PolicyDictionary, strictVerdicts: [JudgedEntry],
        declaredVerdicts: [JudgedEntry]
    ) {
        self.policySearch = policySearch
        self.restrictions = restrictions
        var loadsByHost: [Host: [Load]] = [:]
        for (strict, declared) in zip(strictVerdicts, declaredVerdicts) {
            guard let host = strict.entry.decision.host else { continue }
            loadsByHost[host, default: []].append(Load(judged: strict, isPermitted: declared.violations.isEmpty))
        }
        for (host, loads) in loadsByHost.sorted(by: { $0.key.description < $1.key.description })
        where loads.contains(where: \.isViolated) {
            addHost(host, loads: loads)
        }
    }

    /// A load with its verdict under the restrictions.
    private struct Load {
        var judged: JudgedEntry
        /// Whether the declared policy permits it.
        var isPermitted: Bool

        var isViolated: Bool { !judged.violations.isEmpty }
    }

    /// Adds the changes and the exceptions for a host with violated loads.
    private mutating func addHost(_ host: Host, loads: [Load]) {
        let violated = loads.filter(\.isViolated).map(\.judged)
        let https = https(of: host, like: violated)
        let order = FixOrder(violated, from: host, https: https)
        changes += order.changes
        let candidates = candidates(for: host, like: loads.map(\.judged)).all
        let needed = order.loadsNeedingException
        let narrowest = narrowest(of: candidates, for: host, permitting: needed.map(\.entry), beside: nil)
        if let narrowest { exceptions.append(exception(for: host, with: narrowest, permitting: needed, https: nil)) }
        let answer = https.min { $0.key < $1.key }?.value
        /// The exception for more loads; nil if it is the narrowest one, or if there is none.
        func further(permitting entries: [TrafficEntry], of verdicts: [JudgedEntry]) -> AdvisedException? {
            let candidate = self.narrowest(of: candidates, for: host, permitting: entries, beside: narrowest)
            guard let candidate, candidate.entry != narrowest?.entry || narrowest == nil else { return nil }
            return exception(for: host, with: candidate, permitting: verdicts, https: answer)
        }
        let retained = loads.filter { $0.isViolated && $0.isPermitted && !FixOrder.isOfURL($0.judged, https: https) }
            .map(\.judged)
        if !retained.isEmpty, let exception = further(permitting: (needed + retained).map(\.entry), of: retained) {
            retainedExceptions.append(exception)
        }
        if let exception = further(permitting: loads.map(\.judged.entry), of: violated) {
            furtherExceptions.append(exception)
        }
    }

    /// The possible entries for a host, beginning from the entry of the restrictions that holds for its loads.
    private func candidates(for host: Host, like verdicts: [JudgedEntry]) -> ExceptionCandidates {
        var candidates = ExceptionCandidates(
            relaxesPackage: restrictions.keys[ATSKey.requiresNIAPTLSPackageVersion] != nil)
        // An entry with a failure keeps the requirements that were recorded with it.
        let decided = verdicts.first { $0.entry.decision.error == nil && $0.policy?.reason == .exceptionDomain }
        guard let decided, let key = decided.policy?.matched, let present = restrictions.exceptions[key] else {
            return candidates
        }
        candidates.strictKeys = ExceptionStrength.strictKeys(of: present)
        guard key == host.description else { return candidates }
        candidates.includesSubdomains = present[ATSKey.includesSubdomains]?.isYes == true
        if !ExceptionStrength.isStrengthening(present) {
            let withoutEntry = restrictions.setting(key, to: nil)
            let reason = policySearch.requirements(for: decided.entry, under: withoutEntry)?.reason
            candidates.mayRemoveEntry = reason == .local || reason == .builtInException
        }
        return candidates
    }

    /// The narrowest entry that permits the most loads of a host; nil if no entry permits more than the restrictions.
    ///
    /// - Parameter other: The entry everything of which the new entry must relax as well.
    private func narrowest(
        of candidates: [ExceptionCandidates.Candidate], for host: Host, permitting entries: [TrafficEntry],
        beside other: ExceptionCandidates.Candidate?
    ) -> ExceptionCandidates.Candidate? {
        guard !entries.isEmpty else { return nil }
        let before = policySearch.verdicts(under: restrictions, on: entries)
        var best: ExceptionCandidates.Candidate?
        var fewest = Self.notPermittedCount(after: before, before: before)
        for candidate in candidates {
            if let other, !candidate.relaxesAtLeast(other) { continue }
            let dictionary = restrictions.setting(host.description, to: candidate.entry)
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
        for host: Host, with candidate: ExceptionCandidates.Candidate, permitting verdicts: [JudgedEntry],
        https: HTTPSAnswer?
    ) -> AdvisedException {
        var findings: [Finding] = []
        var traffic = AffectedTraffic()
        for judged in verdicts {
            traffic.add(judged.entry)
            for finding in judged.violations where !findings.contains(where: { $0.rule == finding.rule }) {
                findings.append(finding)
            }
        }
        let effect = effect(of: candidate.entry, at: host, on: verdicts)
        let isCleartext = findings.contains { $0.rule == .cleartext }
        let isRemoval = candidate.entry == nil
        let removal = isRemoval ? ["Without the declared entry, ATS exempts the host."] : []
        return AdvisedException(
            host: host, keys: candidate.entry ?? [:], isRemoval: isRemoval, effect: effect, findings: findings,
            traffic: traffic.total, https: isCleartext ? https : nil, caveats: effect.caveats + removal)
    }

    /// The effect of the entry on violated loads. The weakest effect on any load is the effect of the entry.
    private func effect(
        of entry: [String: PropertyValue]?, at host: Host, on before: [JudgedEntry]
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
