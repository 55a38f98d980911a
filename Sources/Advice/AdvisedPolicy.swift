import Traffic
import TransportSecurity

/// The advised policy: the part of the declared policy that makes ATS stricter, with exceptions for hosts of the app,
/// and with those that other loads use.
///
/// At a host that needs no exception, it permits nothing that the declared policy does not permit. Therefore it has the
/// entries that relax nothing without which another entry or a key of the top level would hold for their hosts.
struct AdvisedPolicy {
    /// The policy.
    private(set) var dictionary: PolicyDictionary
    /// The domains whose declared entries became entries that relax nothing, sorted. Without such an entry, the entry
    /// of a parent domain, a key of the top level or an exemption by ATS itself would hold for the domain.
    private(set) var domainsUnderATS: [String] = []
    /// The domains whose declared entries keep only the keys that make ATS stricter, sorted.
    private(set) var strictDomains: [String] = []
    /// The domains whose exceptions hold for subdomains only because a kept key of the top level would exempt these,
    /// sorted.
    private(set) var domainsWithSubdomains: [String] = []
    /// The keys with which declared entries made ATS stricter for subdomains, by the domains of the entries. These keys
    /// are lost, because an exception that is only for the domain takes the place of the entry.
    private(set) var keysLostBySubdomains: [String: [String: PropertyValue]] = [:]
    private let declared: PolicyDictionary
    private let restrictions: PolicyDictionary
    /// The exceptions by the keys of their entries.
    private let exceptions: [String: AdvisedException]

    /// The parts of the declared policy that only loads outside the advice use.
    struct PartOfOthers {
        /// The entries of `NSExceptionDomains`, by their keys.
        var entries: [String: [String: PropertyValue]] = [:]
        /// The keys of the top level.
        var topLevelKeys: [String] = []
    }

    /// Creates the policy with exceptions.
    ///
    /// - Parameters:
    ///   - exceptions: The exceptions for hosts of the app.
    ///   - declared: The declared policy.
    ///   - others: The parts of the declared policy that other loads use.
    ///   - loads: All recorded loads.
    ///   - policySearch: The judge of the traffic.
    init(
        with exceptions: [AdvisedException], declared: PolicyDictionary, keeping others: PartOfOthers,
        for loads: [TrafficEntry], _ policySearch: PolicySearch
    ) {
        self.declared = declared
        restrictions = declared.restrictions
        self.exceptions = Dictionary(exceptions.map { ($0.host.description, $0) }, uniquingKeysWith: { $1 })
        dictionary = restrictions
        dictionary.set(self.exceptions.mapValues(\.entry))
        if !others.topLevelKeys.isEmpty { coverSubdomains() }
        dictionary.set(others.entries.mapValues(Optional.some))
        for key in others.topLevelKeys { dictionary.keys[key] = declared.keys[key] }
        if others.topLevelKeys.contains(ATSKey.allowsArbitraryLoads) {
            // Keys that void `NSAllowsArbitraryLoads` (from iOS 10 on) are kept beside it.
            for key in PolicyDictionary.keysVoidingArbitraryLoads where dictionary.keys[key] == nil {
                dictionary.keys[key] = declared.keys[key]
            }
        }
        limitEntries(beside: others)
        keepStrictness(at: loads, policySearch)
    }

    /// Lets exceptions hold for subdomains where the declared entries that they replace do. Otherwise a kept key of the
    /// top level would exempt the subdomains altogether.
    private mutating func coverSubdomains() {
        let presentEntries = restrictions.exceptions
        for (key, exception) in exceptions {
            guard var entry = exception.entry, entry[ATSKey.includesSubdomains] == nil,
                let value = presentEntries[key]?[ATSKey.includesSubdomains], value.isYes
            else { continue }
            entry[ATSKey.includesSubdomains] = value
            dictionary.set([key: entry])
            domainsWithSubdomains.append(key)
        }
        domainsWithSubdomains.sort()
    }

    /// Sets entries for hosts whose declared entry was that of a parent domain, if an exception has replaced that entry
    /// and something else would hold for the host.
    private mutating func keepStrictness(at loads: [TrafficEntry], _ policySearch: PolicySearch) {
        let presentEntries = restrictions.exceptions
        let replaced = exceptions.filter { key, exception in
            guard let present = presentEntries[key], present[ATSKey.includesSubdomains]?.isYes == true else {
                return false
            }
            return exception.entry != present
        }
        guard !replaced.isEmpty else { return }
        let advisedEntries = dictionary.exceptions
        for key in replaced.keys where advisedEntries[key]?[ATSKey.includesSubdomains]?.isYes != true {
            let lost = presentEntries[key, default: [:]].filter(ExceptionStrength.isStrengthening)
            if !lost.isEmpty { keysLostBySubdomains[key] = lost }
        }
        let suffixes = replaced.keys.map { ".\($0)" }
        var added: [String: [String: PropertyValue]?] = [:]
        var checked: Set<String> = []
        for load in loads where load.decision.error == nil {
            guard let host = load.decision.host?.description, exceptions[host] == nil, added[host] == nil,
                suffixes.contains(where: { host.hasSuffix($0) }),
                checked.insert("\(host) \(load.decision.policy?.value.os ?? .newest)").inserted,
                let before = policySearch.requirements(for: load, under: restrictions),
                before.reason == .exceptionDomain, let key = before.matched, replaced[key] != nil,
                let after = policySearch.requirements(for: load, under: dictionary),
                !after.demandsTheSame(as: before)
            else { continue }
            var entry = presentEntries[key]
            entry?[ATSKey.includesSubdomains] = nil
            added[host] = .some(entry)
        }
        dictionary.set(added)
    }

    /// Removes the remainders of relaxing entries without which nothing more is permitted, and notes the domains of the
    /// others.
    ///
    /// Entries of parent domains are decided on first, because they may be the reason for others.
    private mutating func limitEntries(beside others: PartOfOthers) {
        let redundant = declared.redundantKeys
        let remainders = declared.exceptions.filter { key, entry in
            ExceptionStrength.isRelaxing(entry) && exceptions[key] == nil && others.entries[key] == nil
                && !redundant.contains(key)
        }
        var removed: [String: [String: PropertyValue]?] = [:]
        var present = dictionary.exceptions
        for (key, entry) in remainders.sorted(by: { ($0.key.count, $0.key) < ($1.key.count, $1.key) }) {
            let hasOtherEffect = PolicyDictionary.entries(covering: key, in: present).contains {
                ExceptionStrength.isRelaxing($0) || ExceptionStrength.isStrengthening($0)
            }
            if ExceptionStrength.isStrengthening(ExceptionStrength.strictPart(of: entry)) {
                strictDomains.append(key)
            } else if !others.topLevelKeys.isEmpty || ExemptDomain.contains(key) || hasOtherEffect {
                domainsUnderATS.append(key)
            } else {
                removed[key] = .some(nil)
                present[key] = nil
            }
        }
        dictionary.set(removed)
        domainsUnderATS.sort()
        strictDomains.sort()
    }
}

extension Requirements {
    /// Whether other requirements on the same host demand the same, for whatever reason.
    fileprivate func demandsTheSame(as other: Requirements) -> Bool {
        var same = other
        (same.reason, same.matched, same.notes) = (reason, matched, notes)
        return same == self
    }
}
