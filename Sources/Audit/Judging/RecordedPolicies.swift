import Recording
import TransportSecurity

/// The policies of a recording, each as the OS of a load reads it, for judging the traffic again without the files.
public struct RecordedPolicies {
    private var policies: [String: PolicyEvent]
    private let overrides: Overrides
    private var scopes: [Key: PolicyScope] = [:]

    /// What is given anew, in place of what was recorded.
    public struct Overrides: Sendable {
        /// The OS whose rules apply; nil for the OS of each recorded decision.
        public var os: PolicyScope.Choice?
        /// The SDK that the app was built with; nil for the recorded one.
        public var linkedSDK: OSVersion?
        /// The API that loads; nil for the recorded one.
        public var loadKind: LoadKind?
        /// The waivers, besides the recorded ones.
        public var waivers: [Waiver]

        /// Creates overrides.
        public init(
            os: PolicyScope.Choice? = nil, linkedSDK: OSVersion? = nil, loadKind: LoadKind? = nil,
            waivers: [Waiver] = []
        ) {
            self.os = os
            self.linkedSDK = linkedSDK
            self.loadKind = loadKind
            self.waivers = waivers
        }
    }

    private struct Key: Hashable {
        var digest: String?
        var os: OSVersion?
    }

    /// Creates the policies of traffic that was read with its facts.
    public init(_ policies: [String: PolicyEvent], _ overrides: Overrides) {
        self.policies = policies
        self.overrides = overrides
    }

    /// The name of ATS without a policy, as the source of a policy in events.
    public static let defaultsName = "defaults"

    /// Adds a policy that came into force.
    public mutating func add(_ policy: PolicyEvent) {
        policies[policy.id] = policy
    }

    /// The scope for the loads of an entry; nil if their policy is not in the recording.
    public mutating func scope(for entry: TrafficEntry) -> PolicyScope? {
        let recorded = entry.decision.policy?.value
        let policy = recorded?.digest.flatMap { policies[$0] }
        guard policy != nil || recorded == nil || recorded?.source == Self.defaultsName else { return nil }
        let key = Key(digest: policy?.id, os: overrides.os == nil ? recorded?.os : nil)
        if let known = scopes[key] { return known }
        let scope = PolicyScope(
            policyName: policy?.source ?? Self.defaultsName, dictionary: policy?.dictionary ?? [:],
            linkedSDK: overrides.linkedSDK ?? policy?.linkedSDK,
            os: overrides.os ?? .fixed(recorded?.os ?? .newest), loadKind: overrides.loadKind ?? policy?.api,
            appNames: policy?.apps ?? [], mode: .observe,
            waivers: overrides.waivers + (policy?.ignore ?? []).compactMap(Waiver.init), digest: policy?.id)
        scopes[key] = scope
        return scope
    }
}

extension Replay {
    /// The traffic with its verdicts under the policies that were recorded with it. Loads whose policy is not recorded
    /// keep their recorded verdict.
    public func judge(_ traffic: RecordedTraffic, under policies: RecordedPolicies) -> [JudgedEntry] {
        var policies = policies
        return traffic.entries.map { entry in
            guard let scope = policies.scope(for: entry) else {
                var judged = JudgedEntry(recorded: entry)
                judged.lacksPolicy = true
                return judged
            }
            return judge(entry, traffic.facts, under: scope)
        }
    }
}
