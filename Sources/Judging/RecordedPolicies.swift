import Events
import Recordings
import Traffic
import TransportSecurity

/// The policies of a recording, under which `Replay` judges its traffic again. Options may override parts of them.
public struct RecordedPolicies: Sendable {
    /// The policies by their digests.
    private var policies: [String: PolicyEvent]
    private let overrides: Overrides
    /// The applied policies that were made for earlier loads.
    private var appliedPolicies: [Key: AppliedPolicy] = [:]

    /// The values of options, such as `--policy` and `--os`, that replace the recorded ones.
    public struct Overrides: Sendable {
        /// The policy; nil for the recorded one of each load.
        public var policy: NamedPolicy?
        /// The OS whose rules apply; nil for the OS of each recorded decision.
        public var os: AppliedPolicy.Choice?
        /// The SDK that the app was built with; nil for the recorded one.
        public var linkedSDK: OSVersion?
        /// The API that loads; nil for the recorded one.
        public var loadingAPI: LoadingAPI?
        /// The waivers, besides the recorded ones.
        public var waivers: [Waiver]

        /// Creates overrides.
        public init(
            policy: NamedPolicy? = nil, os: AppliedPolicy.Choice? = nil, linkedSDK: OSVersion? = nil,
            loadingAPI: LoadingAPI? = nil, waivers: [Waiver] = []
        ) {
            self.policy = policy
            self.os = os
            self.linkedSDK = linkedSDK
            self.loadingAPI = loadingAPI
            self.waivers = waivers
        }
    }

    /// The properties by which loads share an applied policy.
    private struct Key: Hashable {
        /// The digest of the recorded policy; nil for ATS without a policy.
        var digest: String?
        /// The recorded OS; nil if an option overrides it.
        var os: OSVersion?
    }

    /// Creates the policies of traffic that was read with its facts.
    public init(_ policies: [String: PolicyEvent], _ overrides: Overrides) {
        self.policies = policies
        self.overrides = overrides
    }

    /// The name that events give as the source of the policy if loads were judged by ATS without a policy.
    public static let defaultsName = "defaults"

    /// Adds a policy that came into force.
    public mutating func add(_ policy: PolicyEvent) {
        policies[policy.id] = policy
    }

    /// The applied policy for the loads of an entry; nil if their policy is not in the recording.
    public mutating func appliedPolicy(for entry: TrafficEntry) -> AppliedPolicy? {
        let summary = entry.decision.policy?.value
        let recordedPolicy = summary?.digest.flatMap { policies[$0] }
        let givenPolicy = overrides.policy
        let isUnderDefaults = summary == nil || summary?.source == Self.defaultsName
        guard givenPolicy != nil || recordedPolicy != nil || isUnderDefaults else { return nil }
        let key = Key(digest: recordedPolicy?.id, os: overrides.os == nil ? summary?.os : nil)
        if let cachedPolicy = appliedPolicies[key] { return cachedPolicy }
        let linkedSDK = givenPolicy == nil ? recordedPolicy?.linkedSDK : givenPolicy?.linkedSDK
        let appliedPolicy = AppliedPolicy(
            policyName: givenPolicy?.name ?? recordedPolicy?.source ?? Self.defaultsName,
            dictionary: givenPolicy?.dictionary ?? recordedPolicy?.dictionary ?? [:],
            linkedSDK: overrides.linkedSDK ?? linkedSDK, os: overrides.os ?? .fixed(summary?.os ?? .newest),
            loadingAPI: overrides.loadingAPI ?? recordedPolicy?.api, appNames: recordedPolicy?.apps ?? [],
            mode: .observe,
            waivers: overrides.waivers + (recordedPolicy?.ignore ?? []).compactMap(Waiver.init),
            digest: givenPolicy == nil ? recordedPolicy?.id : nil)
        appliedPolicies[key] = appliedPolicy
        return appliedPolicy
    }
}

extension Replay {
    /// The traffic with its verdicts under the policies that were recorded with it. Loads whose policy is not recorded
    /// keep their recorded verdict.
    public func judge(_ traffic: RecordedTraffic, under policies: RecordedPolicies) -> [JudgedEntry] {
        var policies = policies
        return traffic.entries.map { entry in
            guard let appliedPolicy = policies.appliedPolicy(for: entry) else {
                var judged = JudgedEntry(recorded: entry)
                judged.lacksPolicy = true
                return judged
            }
            return judge(entry, in: traffic.facts, under: appliedPolicy)
        }
    }
}
