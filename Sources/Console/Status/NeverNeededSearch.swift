import Audit
import TransportSecurity

/// The exceptions that no load has needed. Finding them judges all traffic several times, so that they are looked for
/// on another thread, from time to time, and only if there are further kinds of loads, facts or policies.
public struct NeverNeededSearch {
    /// What the last search that ended has found.
    public private(set) var result = NeverNeededResult.nothingYet

    /// The number of changes of the content that the last search began with; nil if there was none.
    private var searched: UInt64?
    /// When a running search began; nil if none runs.
    private var began: ContinuousClock.Instant?
    private var next: ContinuousClock.Instant?

    /// The largest number of kinds of loads to judge. Above that, a search would take a processor for seconds.
    public static let entryLimit = 5000
    /// The largest number of policies to search.
    public static let policyLimit = 256
    /// The shortest time from one search to the next.
    private static let interval = Duration.seconds(2)
    /// The part of the time that the search may take, as a divisor.
    private static let share = 20

    /// Creates a search that has looked for nothing.
    public init() {}

    /// Begins a search if there is something new, none runs, and enough time has passed since the last one.
    ///
    /// - Parameter inForce: The policies to search; nil for all.
    mutating func begin(
        in snapshot: TrafficSnapshot, inForce: Set<String>?, at now: ContinuousClock.Instant = .now
    ) -> ConsoleComputation? {
        guard snapshot.contentRevision != searched, next.map({ now >= $0 }) ?? true,
            began == nil
        else { return nil }
        searched = snapshot.contentRevision
        began = now
        return ConsoleComputation { judge in
            let revision = snapshot.contentRevision
            guard Self.canSearch(snapshot.judged) else { return .neverNeeded(.tooMuch, of: revision) }
            let found = Self.exceptions(in: snapshot.judged, inForce, by: judge.replay(for: snapshot))
            return .neverNeeded(.found(found), of: revision)
        }
    }

    /// Takes the result of the search that began at a revision of the content, if it is the last one.
    mutating func end(with result: NeverNeededResult, of revision: UInt64, at now: ContinuousClock.Instant = .now) {
        guard revision == searched else { return }
        self.result = result
        if let began { next = now + max(Self.interval, (now - began) * Self.share) }
        began = nil
    }

    private static func canSearch(_ traffic: JudgedTraffic) -> Bool {
        traffic.content.entries.count <= entryLimit
            && (traffic.given != nil || traffic.content.policies.count <= policyLimit)
    }

    private static func exceptions(
        in traffic: JudgedTraffic, _ inForce: Set<String>?, by replay: Replay
    ) -> [NeverNeeded] {
        if let given = traffic.given { return exceptions(of: given, in: traffic.content, by: replay) }
        let policies = traffic.content.policies.values.filter { inForce?.contains($0.id) ?? true }
        return policies.sorted { $0.id < $1.id }.flatMap { policy -> [NeverNeeded] in
            let own = traffic.content.keeping { $0.decision.policy?.digest == policy.id }
            let os = own.entries.first?.decision.policy?.os ?? .newest
            let scope = PolicyScope(
                policyName: policy.source, dictionary: policy.dictionary, linkedSDK: policy.linkedSDK, os: .fixed(os),
                loadKind: policy.api, appNames: policy.apps, mode: .observe)
            return exceptions(of: scope, in: own, by: replay)
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
