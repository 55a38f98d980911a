import AppBundle
import Documents
import Judging
import Recordings
import Reports
import Traffic
import TransportSecurity

/// The review of a declared policy: for each of its exceptions, whether recorded traffic needs it.
///
/// The traffic that an exception decided on is judged again without the exception, and with narrower ones.
struct DeclaredReview {
    private let policySearch: PolicySearch
    private let policy: PolicyDictionary
    /// The part of the policy that makes ATS stricter. Exceptions are judged beside it, one at a time: another
    /// exception that permits the same loads does not make one of them unnecessary.
    private let restrictions: PolicyDictionary
    /// The changes that make exceptions unnecessary.
    private let changes: [AdvisedChange]
    /// The verdicts on the traffic under the policy.
    private let verdicts: [JudgedEntry]
    /// The verdicts on the recorded loads outside the traffic under the policy.
    private let verdictsOnOtherLoads: [JudgedEntry]
    /// The entries of `NSExceptionDomains` that relax ATS and decided on no load of the traffic, but on other loads, by
    /// their keys.
    let entriesOfOthers: [String: [String: PropertyValue]]

    /// Creates the review of a policy.
    ///
    /// - Parameters:
    ///   - verdicts: The verdicts on the traffic under the policy.
    ///   - changes: The changes that make exceptions unnecessary.
    ///   - verdictsOnOtherLoads: The verdicts on the recorded loads outside the traffic under the policy.
    init(
        _ policySearch: PolicySearch, of policy: PolicyDictionary, verdicts: [JudgedEntry], changes: [AdvisedChange],
        verdictsOnOtherLoads: [JudgedEntry] = []
    ) {
        self.policySearch = policySearch
        self.policy = policy
        restrictions = policy.restrictions
        self.changes = changes
        self.verdicts = verdicts
        self.verdictsOnOtherLoads = verdictsOnOtherLoads
        let keysOfOthers = Set(verdictsOnOtherLoads.compactMap(Self.entryKey(of:)))
            .subtracting(verdicts.compactMap(Self.entryKey(of:)))
        entriesOfOthers = policy.exceptions.filter { key, entry in
            keysOfOthers.contains(key) && ExceptionStrength.isRelaxing(entry)
        }
    }

    /// The keys of the top level that relax ATS and decided on no load of the traffic, but on other loads.
    var topLevelKeysOfOthers: [String] {
        PolicyDictionary.relaxations.filter { key in
            guard policy.keys[key]?.isYes == true else { return false }
            let reason = Self.reason(of: key)
            return !verdicts.contains { $0.policy?.reason == reason }
                && verdictsOnOtherLoads.contains { $0.policy?.reason == reason }
        }
    }

    /// All exceptions of the policy, those of the top level first.
    var exceptions: [DeclaredException] {
        PolicyDictionary.relaxations.compactMap(review(ofKey:))
            + policy.exceptions.sorted { $0.key < $1.key }.map { review(ofDomain: $0.key, entry: $0.value) }
    }

    /// The key of the entry of `NSExceptionDomains` that decided on loads; nil if none did.
    private static func entryKey(of judged: JudgedEntry) -> String? {
        judged.policy?.reason == .exceptionDomain ? judged.policy?.matched : nil
    }

    /// The sentence on an exception that decided on no load of the traffic.
    private static func sentenceOnNoLoad(isOfOthers: Bool) -> String {
        isOfOthers
            ? "It decided on no load of this app, only on loads of others." : "It decided on no recorded load."
    }

    /// The review of a key of the top level; nil if the key is not YES.
    private func review(ofKey key: String) -> DeclaredException? {
        guard policy.keys[key]?.isYes == true else { return nil }
        let decided = verdicts.filter { $0.policy?.reason == Self.reason(of: key) }
        let traffic = Self.traffic(of: decided)
        func exception(_ verdict: DeclaredException.Verdict, because reason: String) -> DeclaredException {
            DeclaredException(key: key, isDomain: false, verdict: verdict, reason: reason, traffic: traffic)
        }
        guard !decided.isEmpty else {
            let isOfOthers = topLevelKeysOfOthers.contains(key)
            return exception(.neverHit, because: Self.sentenceOnNoLoad(isOfOthers: isOfOthers))
        }
        // Without one of these keys, ATS may read another one that permits the same loads.
        let withoutKey = policy.withoutTopLevelRelaxations
        guard policySearch.isMoreViolated(withoutKey, than: decided) else {
            return exception(.noLongerNeeded, because: "All hosts that it let pass meet ATS without it.")
        }
        let hosts = Set(decided.compactMap(\.entry.decision.host))
        let violated = policySearch.verdicts(under: withoutKey, on: decided.map(\.entry))
            .filter { !$0.violations.isEmpty }
        let violatedHosts = Set(violated.compactMap(\.entry.decision.host))
        return exception(
            .widerThanNeeded,
            because: "Of \(Quantity.of(hosts.count, "host")) that it let pass, "
                + "\(violatedHosts.count) need an exception; entries for these would do.")
    }

    /// The review of the entry of `NSExceptionDomains` for a domain.
    private func review(ofDomain key: String, entry: [String: PropertyValue]) -> DeclaredException {
        let decided = verdicts.filter { Self.entryKey(of: $0) == key }
        let traffic = Self.traffic(of: decided)
        func exception(_ verdict: DeclaredException.Verdict, because reason: String) -> DeclaredException {
            DeclaredException(key: key, isDomain: true, verdict: verdict, reason: reason, traffic: traffic)
        }
        if decided.isEmpty, let fault = MistakenKey.reasonOfNoMatch(of: key) {
            return exception(.neverMatches, because: mismatchSentences(on: key, entry: entry, fault: fault))
        }
        guard ExceptionStrength.isRelaxing(entry) else {
            return exception(
                .restricts, because: "It relaxes nothing; it keeps ATS on for the host, or makes it stricter.")
        }
        guard !decided.isEmpty else {
            let sentence = Self.sentenceOnNoLoad(isOfOthers: entriesOfOthers[key] != nil)
            return exception(.neverHit, because: sentence + missingSubdomains(of: key, entry: entry))
        }
        let verdictsWithEntry = policySearch.verdicts(
            under: restrictions.setting(key, to: entry), on: decided.map(\.entry))
        guard policySearch.isMoreViolated(restrictions, than: verdictsWithEntry) else {
            let violated = Set(verdictsWithEntry.flatMap { $0.violations.map(\.rule) })
            guard !violated.isEmpty else {
                let isStricter = ExceptionStrength.isStrengthening(entry)
                let remains = isStricter ? " Only the keys that make ATS stricter have an effect." : ""
                return exception(.noLongerNeeded, because: "What was loaded meets ATS without it.\(remains)")
            }
            let rules = RuleID.allCases.filter(violated.contains).map(\.rawValue).joined(separator: ", ")
            return exception(.insufficient, because: "What was loaded violates \(rules) with it as without it.")
        }
        let excesses = excesses(of: key, entry: entry, judged: verdictsWithEntry)
        guard excesses.isEmpty else {
            return exception(.widerThanNeeded, because: "Less would do: \(excesses.joined(separator: "; ")).")
        }
        let isLeftToApp = verdictsWithEntry.contains { $0.warnings.contains { $0.rule.isAboutTrust } }
        return exception(
            .needed,
            because: "Without it, recorded loads violate ATS\(changeClause(for: verdictsWithEntry))."
                + (isLeftToApp ? " With it they fail unless the app accepts them." : ""))
    }

    private static func traffic(of entries: [JudgedEntry]) -> TrafficCount {
        entries.reduce(into: TrafficCount()) { $0.add($1.entry) }
    }

    /// The sentences on a key that matches no host: its fault, the loads that it was meant for, and the key that was
    /// meant.
    ///
    /// - Parameter fault: The fault as the end of a sentence, such as `has capital letters`.
    private func mismatchSentences(on key: String, entry: [String: PropertyValue], fault: String) -> String {
        let hosts = violatedHosts(meantBy: key, entry: entry) { $0.key != $0.meant }
        let loads = hosts.isEmpty ? nil : "Loads from \(hosts.listed(atMost: 3)) violate ATS."
        return ["The key matches no host: it \(fault).", loads, MistakenKey.meaning(of: key, entry)]
            .compactMap(\.self).joined(separator: " ")
    }

    /// The hosts with violations that a key was meant for, sorted.
    private func violatedHosts(
        meantBy key: String, entry: [String: PropertyValue], where isMeant: (MistakenKey) -> Bool
    ) -> [String] {
        let onlyEntry = [ATSKey.exceptionDomains: PropertyValue.dictionary([key: .dictionary(entry)])]
        let violated = Set(verdicts.filter { !$0.violations.isEmpty }.compactMap(\.entry.decision.host))
        return violated.filter { MistakenKey.keys(of: onlyEntry, meantFor: $0).contains(where: isMeant) }
            .map(\.description).sorted()
    }

    /// The sentence that names hosts below an entry's domain that it would have decided on with `NSIncludesSubdomains`;
    /// empty if there are none with violations.
    private func missingSubdomains(of key: String, entry: [String: PropertyValue]) -> String {
        let hosts = violatedHosts(meantBy: key, entry: entry, where: \.needsSubdomains)
        guard !hosts.isEmpty else { return "" }
        return " Loads from \(hosts.listed(atMost: 3)) violate ATS; the entry needs "
            + "NSIncludesSubdomains to hold for them."
    }

    /// The clause that says which changes would make the exception for these loads unnecessary; empty if an exception
    /// remains the only fix.
    private func changeClause(for decided: [JudgedEntry]) -> String {
        let hosts = Set(decided.compactMap(\.entry.decision.host))
        let clauses = AdvisedChange.Step.allCases.compactMap { step -> String? in
            let changed = changes.filter { $0.step == step && hosts.contains($0.host) }.map(\.host.description)
            guard !changed.isEmpty else { return nil }
            return "\(step.noun) at \(changed.listed(atMost: 3))"
        }
        return clauses.isEmpty ? "" : "; better, change \(clauses.joined(separator: ", and "))"
    }

    /// The parts of an entry that can be removed, one after the other, without a new violation, as clauses.
    ///
    /// - Parameter decided: The verdicts on the traffic of the entry under the entry and the restrictions.
    private func excesses(
        of key: String, entry declared: [String: PropertyValue], judged decided: [JudgedEntry]
    ) -> [String] {
        var entry = declared
        var excesses: [String] = []
        func suffices(_ narrower: [String: PropertyValue]) -> Bool {
            !policySearch.isMoreViolated(restrictions.setting(key, to: narrower), than: decided)
        }
        for (name, value) in declared.sorted(by: { $0.key < $1.key })
        where ExceptionStrength.isRelaxing(name, value: value) {
            var narrower = entry
            narrower[name] = nil
            if suffices(narrower) {
                entry = narrower
                excesses.append("\(name) is not needed")
            } else if value == .string("TLSv1.0") {
                narrower[name] = .string("TLSv1.1")
                guard suffices(narrower) else { continue }
                entry = narrower
                excesses.append("\(name) may be TLSv1.1")
            }
        }
        if entry[ATSKey.includesSubdomains]?.isYes == true {
            var narrower = entry
            narrower[ATSKey.includesSubdomains] = nil
            if suffices(narrower) {
                excesses.append("\(ATSKey.includesSubdomains) is not needed")
            } else {
                let hosts = Set(decided.compactMap { $0.entry.decision.host?.description }).sorted()
                let pronoun = hosts.count == 1 ? "itself" : "themselves"
                if hosts.count <= 3 { excesses.append("name \(hosts.joined(separator: ", ")) \(pronoun)") }
            }
        }
        return excesses
    }

    /// The reason in requirements that a key of the top level determines.
    private static func reason(of key: String) -> Requirements.Reason {
        if key == ATSKey.allowsArbitraryLoadsForMedia { return .media }
        return key == ATSKey.allowsArbitraryLoadsInWebContent ? .webContent : .arbitraryLoads
    }
}

extension DeclaredException {
    /// The review of all exceptions that a policy declares, those of the top level first.
    ///
    /// - Parameters:
    ///   - appliedPolicy: The policy and the OS whose rules apply.
    ///   - traffic: The traffic with its facts.
    ///   - replay: The judge of the traffic.
    public static func all(
        in appliedPolicy: AppliedPolicy, against traffic: RecordedTraffic, by replay: Replay
    ) -> [DeclaredException] {
        let search = PolicySearch(
            traffic: traffic, replay: replay,
            setting: .init(
                linkedSDK: appliedPolicy.linkedSDK, os: appliedPolicy.os, loadingAPI: appliedPolicy.loadingAPI,
                waivers: appliedPolicy.waivers))
        let policy = PolicyDictionary(appliedPolicy.dictionary)
        return DeclaredReview(search, of: policy, verdicts: search.verdicts(under: policy), changes: []).exceptions
    }
}
