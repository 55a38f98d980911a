import Advice
import Judging
import Recordings
import TransportSecurity

/// The repeated search for exceptions of the policies that no load has needed, with its last result.
///
/// A search judges all traffic several times. The search therefore runs on the computing thread, from time to time, and
/// only if there are further kinds of loads, facts or policies.
public struct UnusedExceptionSearch {
    /// The result of the last search that ended.
    public private(set) var result = UnusedExceptionResult.nothingYet

    /// The inputs of the last search that began; nil if there was none.
    private var lastInputs: Inputs?
    /// The number of the search that runs; nil if none does.
    private var running: Int?
    /// The number of the search that began last.
    private var lastNumber = 0
    /// The time from which the next search may begin; nil if no search has ended.
    private var next: ContinuousClock.Instant?

    /// The inputs on which the result of a search depends.
    private struct Inputs: Hashable {
        var contentRevision: UInt64
        var inForce: Set<String>?
    }

    /// The largest number of kinds of loads to judge. Above that, a search would hold up other answers for seconds.
    public static let entryLimit = 5000
    /// The largest number of policies to search.
    public static let policyLimit = 256
    /// The shortest time from one search to the next.
    private static let interval = Duration.seconds(2)
    /// The pause after a search, as a multiple of its duration. Searches then take at most a twentieth of the time.
    private static let pauseFactor = 20

    /// Creates a search that has not begun.
    public init() {}

    /// Begins a search if its inputs have changed, none runs, and enough time has passed since the last one. Returns
    /// the work of the search; nil if none was begun.
    ///
    /// - Parameter inForce: The identifiers of the policies to search; nil for all policies.
    mutating func begin(
        in snapshot: TrafficSnapshot, inForce: Set<String>?, at now: ContinuousClock.Instant = .now
    ) -> ConsoleComputation? {
        let inputs = Inputs(contentRevision: snapshot.contentRevision, inForce: inForce)
        guard inputs != lastInputs, running == nil else { return nil }
        if let next, now < next { return nil }
        lastInputs = inputs
        lastNumber += 1
        running = lastNumber
        return ConsoleComputation { [number = lastNumber] cache in
            let start = ContinuousClock.now
            let result = Self.result(of: snapshot, inForce: inForce, by: cache)
            return .unusedExceptions(result, search: number, took: ContinuousClock.now - start)
        }
    }

    /// Keeps the result of the search with a number. The result of a search that was reset meanwhile is ignored.
    ///
    /// - Parameter duration: The duration of the search, which determines the pause after it.
    mutating func end(
        with result: UnusedExceptionResult, search number: Int, took duration: Duration,
        at now: ContinuousClock.Instant = .now
    ) {
        guard number == running else { return }
        self.result = result
        next = now + max(Self.interval, duration * Self.pauseFactor)
        running = nil
    }

    /// Forgets the result and a running search, because the traffic was replaced.
    mutating func reset() {
        (result, lastInputs, running, next) = (.nothingYet, nil, nil, nil)
    }

    private static func result(
        of snapshot: TrafficSnapshot, inForce: Set<String>?, by cache: ReplayCache
    ) -> UnusedExceptionResult {
        let traffic = snapshot.judged
        guard traffic.content.entries.count <= entryLimit,
            traffic.givenPolicy != nil || traffic.content.policies.count <= policyLimit
        else { return .tooMuch }
        return .found(exceptions(in: traffic, inForce: inForce, by: cache.replay(for: snapshot)))
    }

    private static func exceptions(
        in traffic: JudgedTraffic, inForce: Set<String>?, by replay: Replay
    ) -> [UnusedException] {
        if let given = traffic.givenPolicy { return exceptions(of: given, in: traffic.content, by: replay) }
        let policies = traffic.content.policies.values.filter { inForce?.contains($0.id) ?? true }
        return policies.sorted { $0.id < $1.id }.flatMap { policy -> [UnusedException] in
            let trafficOfPolicy = traffic.content.keeping { $0.decision.policy?.digest == policy.id }
            let os = trafficOfPolicy.entries.first?.decision.policy?.os ?? .newest
            let appliedPolicy = AppliedPolicy(
                policyName: policy.source, dictionary: policy.dictionary, linkedSDK: policy.linkedSDK, os: .fixed(os),
                loadingAPI: policy.api, appNames: policy.apps, mode: .observe)
            return exceptions(of: appliedPolicy, in: trafficOfPolicy, by: replay)
        }
    }

    /// The exceptions of one policy that no load in the traffic has needed.
    private static func exceptions(
        of appliedPolicy: AppliedPolicy, in content: RecordedTraffic, by replay: Replay
    ) -> [UnusedException] {
        guard !appliedPolicy.dictionary.isEmpty else { return [] }
        let declared = DeclaredException.all(in: appliedPolicy, against: content, by: replay)
        return declared.compactMap { exception in
            switch exception.verdict {
            case .neverHit, .neverMatches, .noLongerNeeded: break
            case .needed, .widerThanNeeded, .insufficient, .restricts: return nil
            }
            let keys = exception.isDomain ? appliedPolicy.relaxingKeys(of: exception.key) : [exception.key]
            guard !keys.isEmpty else { return nil }
            return UnusedException(
                domain: exception.isDomain ? exception.key : nil, keys: keys, policy: appliedPolicy.policyName,
                reason: exception.reason)
        }
    }
}

extension AppliedPolicy {
    /// The keys of a domain's entry, except `NSIncludesSubdomains`.
    fileprivate func relaxingKeys(of domain: String) -> [String] {
        guard case .dictionary(let entries) = dictionary[ATSKey.exceptionDomains],
            case .dictionary(let entry) = entries[domain]
        else { return [] }
        return entry.keys.filter { $0 != ATSKey.includesSubdomains }.sorted()
    }
}
