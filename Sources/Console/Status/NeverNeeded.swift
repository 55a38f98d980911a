import Audit
import JSONWriting
import TransportSecurity

/// A declared exception that no load has needed.
public struct NeverNeeded: Hashable, JSONWritable, Sendable {
    /// The key of an entry of `NSExceptionDomains`; nil for a key of the top level.
    public var domain: String?
    /// The relaxing keys.
    public var keys: [String]
    /// The name of the policy.
    public var policy: String
    /// Why it is not needed, in one sentence.
    public var reason: String

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", domain)
            json.member("keys", keys)
            json.member("policy", policy)
            json.member("reason", reason)
        }
    }
}

/// The exceptions that no load has needed. Finding them judges all traffic several times, so that they are looked for
/// from time to time, and only if there are further kinds of loads.
public struct NeverNeededSearch {
    /// The exceptions that were found when they were last looked for.
    public private(set) var found: [NeverNeeded] = []

    private var entries = -1
    private var next = ContinuousClock.now

    /// The part of the time that the search may take, as a divisor.
    private static let share = 20
    /// The largest number of entries to judge. Above that, the search would hold up readers for seconds.
    private static let entryLimit = 5000

    /// Creates a search that has found nothing.
    public init() {}

    /// Looks for exceptions again, if that is due.
    public mutating func renew(in traffic: ConsoleTraffic) {
        let content = traffic.content
        guard content.entries.count != entries, ContinuousClock.now >= next, content.entries.count <= Self.entryLimit
        else { return }
        let start = ContinuousClock.now
        found = Self.exceptions(in: traffic)
        entries = content.entries.count
        next = ContinuousClock.now + max(.seconds(2), (ContinuousClock.now - start) * Self.share)
    }

    private static func exceptions(in traffic: ConsoleTraffic) -> [NeverNeeded] {
        if let given = traffic.given {
            return exceptions(of: given, in: traffic.content, by: traffic.replay)
        }
        return traffic.content.policies.values.sorted { $0.id < $1.id }.prefix(16).flatMap { policy -> [NeverNeeded] in
            let own = traffic.content.keeping { $0.decision.policy?.digest == policy.id }
            let os = own.entries.first?.decision.policy?.os ?? .newest
            let scope = PolicyScope(
                policyName: policy.source, dictionary: policy.dictionary, linkedSDK: policy.linkedSDK, os: .fixed(os),
                loadKind: policy.api, appNames: policy.apps, mode: .observe)
            return exceptions(of: scope, in: own, by: traffic.replay)
        }
    }

    private static func exceptions(
        of scope: PolicyScope, in content: RecordedTraffic, by replay: Replay
    ) -> [NeverNeeded] {
        guard !scope.dictionary.isEmpty else { return [] }
        let declared = DeclaredException.all(in: scope, heldAgainst: content, by: replay)
        return declared.compactMap { exception in
            switch exception.verdict {
            case .neverHit, .noLongerNeeded: break
            case .needed, .widerThanNeeded, .insufficient, .restricts: return nil
            }
            let keys = exception.isDomain ? scope.relaxingKeys(of: exception.key) : [exception.key]
            return NeverNeeded(
                domain: exception.isDomain ? exception.key : nil, keys: keys, policy: scope.policyName,
                reason: exception.reason)
        }
    }
}

extension PolicyScope {
    fileprivate func relaxingKeys(of domain: String) -> [String] {
        guard case .dictionary(let entries) = dictionary[ATSKey.exceptionDomains],
            case .dictionary(let entry) = entries[domain]
        else { return [] }
        return entry.keys.filter { $0 != ATSKey.includesSubdomains }.sorted()
    }
}
