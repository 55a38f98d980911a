import TransportSecurity

/// The network security settings of an app: its `NSAppTransportSecurity` dictionary and facts about the bundle.
public struct AppPolicy: Sendable, Hashable {
    /// The name of the policy in events: the name of the file or bundle.
    public var source: String
    /// The `NSAppTransportSecurity` dictionary; empty if the app declares none.
    public var dictionary: [String: PropertyValue]
    /// The SDK that the app was built with, from `DTSDKName`; nil if the key is missing or names no SDK of a system
    /// with ATS.
    public var linkedSDK: OSVersion?
    /// The names that a User-Agent of the app may have: `CFBundleExecutable`, `CFBundleName` and `CFBundleDisplayName`,
    /// each once. Build settings such as `$(PRODUCT_NAME)` are left out. Empty for a bare dictionary.
    public var userAgentNames: [String]
    /// The bundle identifier, from `CFBundleIdentifier`; nil if there is none, or if it is a build setting.
    public var bundleIdentifier: String?
    /// The problems that were found while the policy was read, one sentence each.
    public var warnings: [String]

    /// Creates a policy with the given parts.
    public init(
        source: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion? = nil,
        userAgentNames: [String] = [], warnings: [String] = []
    ) {
        self.source = source
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
        self.userAgentNames = userAgentNames
        self.warnings = warnings
    }
}
