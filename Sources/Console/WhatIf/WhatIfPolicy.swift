import Traffic
import TransportSecurity

/// A policy that a what-if or advice takes as the declared one, by the content of its Info.plist.
public struct WhatIfPolicy: Sendable {
    /// The name for readers.
    public var name: String
    /// The `NSAppTransportSecurity` dictionary.
    public var dictionary: [String: PropertyValue]
    /// The SDK that the app was built with; nil if it is not known.
    public var linkedSDK: OSVersion?
    /// The API that loads; nil if the User-Agent decides.
    public var loadingAPI: LoadingAPI?

    /// Creates a policy.
    public init(
        name: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion? = nil, loadingAPI: LoadingAPI? = nil
    ) {
        self.name = name
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
        self.loadingAPI = loadingAPI
    }

    /// Creates the policy that is applied to recorded loads.
    init(_ appliedPolicy: AppliedPolicy) {
        self.init(
            name: appliedPolicy.policyName, dictionary: appliedPolicy.dictionary, linkedSDK: appliedPolicy.linkedSDK,
            loadingAPI: appliedPolicy.loadingAPI)
    }

    /// The policy that App Store Review accepts without a justification: ATS without exceptions.
    public static let defaults = WhatIfPolicy(name: "App Store defaults", dictionary: [:])
}

/// Finds the applied policy under which a what-if judges a load again. Each one is made once for each policy and OS.
struct WhatIfPolicies {
    private let policy: WhatIfPolicy?
    private let os: OSVersion?
    private var traffic: JudgedTraffic
    private var appliedPolicies: [Key: AppliedPolicy] = [:]

    private struct Key: Hashable {
        /// The identity of the policy that the loads were judged under; nil if another policy takes its place.
        var source: ObjectIdentifier?
        /// The OS under which the loads are judged.
        var os: OSVersion
    }

    init(policy: WhatIfPolicy?, os: OSVersion?, traffic: JudgedTraffic) {
        self.policy = policy
        self.os = os
        self.traffic = traffic
    }

    /// The applied policy for the loads of an entry; nil if their policy is not known.
    mutating func appliedPolicy(for entry: TrafficEntry) -> AppliedPolicy? {
        guard let policy else {
            guard let recorded = traffic.appliedPolicy(for: entry) else { return nil }
            guard let os else { return recorded }
            return appliedPolicy(Key(source: ObjectIdentifier(recorded), os: os)) {
                AppliedPolicy(
                    policyName: recorded.policyName, dictionary: recorded.dictionary, linkedSDK: recorded.linkedSDK,
                    os: .fixed(os), loadingAPI: recorded.loadingAPI, appNames: recorded.appNames.sorted(),
                    mode: .observe, waivers: recorded.waivers, digest: recorded.digest)
            }
        }
        let os = os ?? entry.decision.policy?.os ?? .newest
        return appliedPolicy(Key(source: nil, os: os)) {
            AppliedPolicy(
                policyName: policy.name, dictionary: policy.dictionary, linkedSDK: policy.linkedSDK, os: .fixed(os),
                loadingAPI: policy.loadingAPI, mode: .observe)
        }
    }

    /// The cached applied policy of a key, which the closure makes if it is not cached.
    private mutating func appliedPolicy(_ key: Key, make: () -> AppliedPolicy) -> AppliedPolicy {
        if let cached = appliedPolicies[key] { return cached }
        let appliedPolicy = make()
        appliedPolicies[key] = appliedPolicy
        return appliedPolicy
    }
}
