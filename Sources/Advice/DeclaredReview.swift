import AppBundle
import Documents
import Judging
import Recordings
import Reports
import TransportSecurity

/// The review of a declared policy. For each exception, the traffic is judged again without it and with a narrower one.
struct DeclaredReview {
    private let policySearch: PolicySearch
    private let policy: PolicyDictionary
    private let verdicts: [JudgedEntry]
    private let changes: [AdvisedChange]

    /// Creates the review of a policy.
    ///
    /// - Parameter changes: The changes that make exceptions unnecessary.
    init(_ policySearch: PolicySearch, of policy: PolicyDictionary, changes: [AdvisedChange]) {
        self.policySearch = policySearch
        self.policy = policy
        self.changes = changes
        verdicts = policySearch.verdicts(under: policy)
    }

    /// All exceptions of the policy, those of the top level first.
    var exceptions: [DeclaredException] {
        PolicyDictionary.relaxations.compactMap(reviewed)
            + policy.exceptions.sorted { $0.key < $1.key }.map { reviewed(entryOf: $0.key, $0.value) }
    }

    /// The review of a key of the top level; nil if the key is not YES.
    private func reviewed(_ key: String) -> DeclaredException? {
        guard policy.keys[key]?.isYes == true else { return nil }
        let decided = verdicts.filter { $0.policy?.reason == Self.reason(of: key) }
        var traffic = TrafficCount()
        for judged in decided { traffic.add(judged.entry) }
        func exception(_ verdict: DeclaredException.Verdict, _ reason: String) -> DeclaredException {
            DeclaredException(key: key, isDomain: false, verdict: verdict, reason: reason, traffic: traffic)
        }
        guard !decided.isEmpty else { return exception(.neverHit, "It decided on no recorded load.") }
        guard policySearch.isMoreViolated(policy.removing(key), than: decided) else {
            return exception(.noLongerNeeded, "All hosts that it let pass meet ATS without it.")
        }
        let hosts = Set(decided.compactMap(\.entry.decision.host))
        let violated = policySearch.verdicts(under: policy.removing(key), on: decided.map(\.entry))
            .filter { !$0.violations.isEmpty }
        let violatedHosts = Set(violated.compactMap(\.entry.decision.host))
        return exception(
            .widerThanNeeded,
            "Of \(Quantity.of(hosts.count, "host")) that it let pass, "
                + "\(violatedHosts.count) need an exception; entries for these would do."
        )
    }

    /// The review of the entry of `NSExceptionDomains` for a domain.
    private func reviewed(entryOf key: String, _ entry: [String: PropertyValue]) -> DeclaredException {
        let decided = verdicts.filter { $0.policy?.matched == key && $0.policy?.reason == .exceptionDomain }
        var traffic = TrafficCount()
        for judged in decided { traffic.add(judged.entry) }
        func exception(_ verdict: DeclaredException.Verdict, _ reason: String) -> DeclaredException {
            DeclaredException(key: key, isDomain: true, verdict: verdict, reason: reason, traffic: traffic)
        }
        if decided.isEmpty, let reason = MistakenKey.reasonOfNoMatch(of: key) {
            return exception(.neverMatches, noMatch(of: key, entry, because: reason))
        }
        guard entry.contains(where: { PolicyDictionary.isRelaxing($0.key, $0.value) }) else {
            return exception(.restricts, "It relaxes nothing; it keeps ATS on for the host, or makes it stricter.")
        }
        guard !decided.isEmpty else {
            return exception(.neverHit, "It decided on no recorded load.\(missingSubdomains(of: key, entry))")
        }
        // The keys of the top level are removed first, because they would permit loads in place of the entry.
        let withoutTopLevel = PolicyDictionary.relaxations.reduce(policy) { $0.removing($1) }
        let verdicts = policySearch.verdicts(under: withoutTopLevel, on: decided.map(\.entry))
        guard policySearch.isMoreViolated(withoutTopLevel.setting(key, nil), than: verdicts) else {
            let violated = Set(verdicts.flatMap { $0.violations.map(\.rule) })
            guard !violated.isEmpty else {
                return exception(.noLongerNeeded, "What was loaded meets ATS without it.")
            }
            let rules = RuleID.allCases.filter(violated.contains).map(\.rawValue).joined(separator: ", ")
            return exception(.insufficient, "What was loaded violates \(rules) with it as without it.")
        }
        let excesses = excesses(of: key, entry, in: withoutTopLevel, judged: verdicts)
        guard excesses.isEmpty else {
            return exception(.widerThanNeeded, "Less would do: \(excesses.joined(separator: "; ")).")
        }
        let isLeftToApp = verdicts.contains { $0.warnings.contains { $0.rule.isAboutTrust } }
        return exception(
            .needed,
            "Without it, recorded loads violate ATS\(prospect(of: verdicts))."
                + (isLeftToApp ? " With it they fail unless the app accepts them." : ""))
    }

    /// The sentences on a key that matches no host: why, which loads it was meant for, and which key was meant.
    private func noMatch(of key: String, _ entry: [String: PropertyValue], because reason: String) -> String {
        let hosts = violated(amongThoseMeantBy: key, entry) { $0.key != $0.meant }
        let loads = hosts.isEmpty ? nil : "Loads from \(hosts.listed(atMost: 3)) violate ATS."
        return ["The key matches no host: it \(reason).", loads, MistakenKey.meaning(of: key, entry)]
            .compactMap(\.self).joined(separator: " ")
    }

    /// The hosts with violations that a key was meant for, sorted.
    private func violated(
        amongThoseMeantBy key: String, _ entry: [String: PropertyValue], where isMeant: (MistakenKey) -> Bool
    ) -> [String] {
        let onlyEntry = [ATSKey.exceptionDomains: PropertyValue.dictionary([key: .dictionary(entry)])]
        let violated = Set(verdicts.filter { !$0.violations.isEmpty }.compactMap(\.entry.decision.host))
        return violated.filter { MistakenKey.keys(of: onlyEntry, meantFor: $0).contains(where: isMeant) }
            .map(\.description).sorted()
    }

    /// The sentence that names hosts below an entry's domain that it would have decided on with `NSIncludesSubdomains`;
    /// empty if there are none with violations.
    private func missingSubdomains(of key: String, _ entry: [String: PropertyValue]) -> String {
        let hosts = violated(amongThoseMeantBy: key, entry, where: \.needsSubdomains)
        guard !hosts.isEmpty else { return "" }
        return " Loads from \(hosts.listed(atMost: 3)) violate ATS; the entry needs "
            + "NSIncludesSubdomains to hold for them."
    }

    /// The clause that says which changes would make the exception for these loads unnecessary; empty if an exception
    /// remains the only fix.
    private func prospect(of decided: [JudgedEntry]) -> String {
        let hosts = Set(decided.compactMap(\.entry.decision.host))
        let clauses = AdvisedChange.Step.allCases.compactMap { step -> String? in
            let changed = changes.filter { $0.step == step && hosts.contains($0.host) }.map(\.host.description)
            guard !changed.isEmpty else { return nil }
            return "the \(step == .url ? "URL" : "server") at \(changed.listed(atMost: 3))"
        }
        return clauses.isEmpty ? "" : "; better, change \(clauses.joined(separator: ", and "))"
    }

    /// The parts of an entry that can be removed, one after the other, without a new violation, as clauses.
    ///
    /// - Parameter decided: The verdicts on the traffic of the entry under the whole policy.
    private func excesses(
        of key: String, _ entry: [String: PropertyValue], in policy: PolicyDictionary, judged decided: [JudgedEntry]
    ) -> [String] {
        var entry = entry
        var excesses: [String] = []
        func suffices(_ narrower: [String: PropertyValue]) -> Bool {
            !policySearch.isMoreViolated(policy.setting(key, narrower), than: decided)
        }
        for (name, value) in entry.sorted(by: { $0.key < $1.key }) where PolicyDictionary.isRelaxing(name, value) {
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
                if hosts.count <= 3 { excesses.append("name \(hosts.joined(separator: ", ")) itself") }
            }
        }
        return excesses
    }

    /// The reason in requirements that a key of the top level determines.
    private static func reason(of key: String) -> Requirements.Reason {
        switch key {
        case ATSKey.allowsArbitraryLoadsForMedia: return .media
        case ATSKey.allowsArbitraryLoadsInWebContent: return .webContent
        case _: return .arbitraryLoads
        }
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
        return DeclaredReview(search, of: PolicyDictionary(appliedPolicy.dictionary), changes: []).exceptions
    }
}
