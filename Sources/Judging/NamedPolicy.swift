import TransportSecurity

/// A policy of an app with its name, which takes the place of the recorded ones or is compared with another one.
public struct NamedPolicy: Sendable {
    /// The name for readers and in events.
    public var name: String
    /// The `NSAppTransportSecurity` dictionary.
    public var dictionary: [String: PropertyValue]
    /// The SDK that the app was linked with; nil if it is not known.
    public var linkedSDK: OSVersion?

    /// Creates a policy.
    public init(name: String, dictionary: [String: PropertyValue], linkedSDK: OSVersion?) {
        (self.name, self.dictionary, self.linkedSDK) = (name, dictionary, linkedSDK)
    }
}
