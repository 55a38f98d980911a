import Audit
import TransportSecurity

/// The exceptions that no load has needed. Finding them judges all traffic several times, so that they are looked for
/// from time to time, and only if there are further kinds of loads, facts or policies.
public struct NeverNeededSearch {
    /// The exceptions that were found when they were last looked for; nil if they were not looked for, because there is
    /// too much traffic.
    public private(set) var found: [NeverNeeded]?

    /// What the traffic was when it was last searched; nil if it never was.
    private var searched: UInt64?
    private var next: ContinuousClock.Instant?

    /// The largest number of kinds of loads to judge. Above that, the search would hold up readers for seconds.
    public static let entryLimit = 5000
    /// The largest number of policies to search.
    public static let policyLimit = 256
    /// The shortest time from one search to the next.
    private static let interval = Duration.seconds(2)
    /// The part of the time that the search may take, as a divisor.
    private static let share = 20

    /// Creates a search that has looked for nothing.
    public init() {}

    /// Whether there is something new, and enough time has passed to look for exceptions again.
    public func isDue(in traffic: ConsoleTraffic, at now: ContinuousClock.Instant = .now) -> Bool {
        traffic.contentRevision != searched && next.map { now >= $0 } ?? true
    }

    /// Looks for exceptions again, if that is due.
    public mutating func renew(in traffic: ConsoleTraffic, at now: ContinuousClock.Instant = .now) {
        guard Self.canSearch(traffic) else {
            (found, searched) = (nil, traffic.contentRevision)
            return
        }
        guard isDue(in: traffic, at: now) else { return }
        let start = ContinuousClock.now
        found = Self.exceptions(in: traffic)
        searched = traffic.contentRevision
        next = now + max(Self.interval, (ContinuousClock.now - start) * Self.share)
    }

    private static func canSearch(_ traffic: ConsoleTraffic) -> Bool {
        traffic.content.entries.count <= entryLimit
            && (traffic.given != nil || traffic.content.policies.count <= policyLimit)
    }

    private static func exceptions(in traffic: ConsoleTraffic) -> [NeverNeeded] {
        if let given = traffic.given {
            return exceptions(of: given, in: traffic.content, by: traffic.replay)
        }
        return traffic.content.policies.values.sorted { $0.id < $1.id }.flatMap { policy -> [NeverNeeded] in
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
