import TransportSecurity

/// The dictionary of an app as each OS reads it, kept for further questions.
package struct PolicyReadings: Sendable {
    private let dictionary: [String: PropertyValue]
    /// The SDK that the app was linked with; nil if the app does not say.
    package let linkedSDK: OSVersion?
    private var policies: [Reader: Policy] = [:]

    private struct Reader: Hashable {
        let os: OSVersion
        let linkedSDK: OSVersion?
    }

    /// Creates the readings of a dictionary.
    package init(of dictionary: [String: PropertyValue], linkedSDK: OSVersion?) {
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
    }

    /// The policy that an OS reads, for an app linked with another SDK if one is given.
    package mutating func policy(readBy os: OSVersion, linkedSDK other: OSVersion? = nil) -> Policy {
        let reader = Reader(os: os, linkedSDK: other ?? linkedSDK)
        if let policy = policies[reader] { return policy }
        let policy = Policy(dictionary, readBy: os, linkedSDK: reader.linkedSDK)
        policies[reader] = policy
        return policy
    }
}
