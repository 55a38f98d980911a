import TransportSecurity

/// A policy under which traffic is judged again.
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
