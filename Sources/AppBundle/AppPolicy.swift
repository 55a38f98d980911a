import TransportSecurity

/// What an app's bundle says about its network security: its `NSAppTransportSecurity` and where it stands.
public struct AppPolicy: Sendable, Hashable {
    /// The name by which events call the policy: the file's or the bundle's.
    public var source: String
    /// The `NSAppTransportSecurity` dictionary; empty where the app declares none.
    public var dictionary: [String: PropertyValue]
    /// The SDK that the app was built with, after `DTSDKName`; nil where that is not said.
    public var linkedSDK: OSVersion?
    /// The name of the app, after `CFBundleName` or the file; nil for a bare dictionary.
    public var appName: String?
    /// What a person should know about the reading, a sentence each: a key of the wrong type, a file without any.
    public var warnings: [String]

    /// A policy with these parts.
    public init(
        source: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion? = nil, appName: String? = nil,
        warnings: [String] = []
    ) {
        self.source = source
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
        self.appName = appName
        self.warnings = warnings
    }
}
