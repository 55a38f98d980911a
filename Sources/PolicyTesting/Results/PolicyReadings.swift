import TransportSecurity

/// The dictionary of an app as each OS reads it, kept for further questions.
package struct PolicyReadings: Sendable {
    /// The SDK that the app was linked with; nil if the app does not say.
    package let linkedSDK: OSVersion?
    private let dictionary: [String: PropertyValue]
    /// The policies that were read before.
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

    /// The keys that the dictionary has under one of its keys, such as `NSExceptionDomains`, sorted. No OS need read
    /// the entries.
    package func entries(of key: String) -> [String] {
        guard case .dictionary(let entries) = dictionary[key] else { return [] }
        return entries.keys.sorted()
    }

    /// The policies that some systems read, oldest first. All versions of a part read the same policy.
    ///
    /// - Parameters:
    ///   - systems: The systems; nil for all versions of the system whose SDK the app was linked with, or of iOS.
    ///   - other: The SDK in place of the one that the app was linked with; nil for that one.
    mutating func readings(on systems: [OSSpan]?, linkedSDK other: OSVersion?) -> [PolicyReading] {
        let family = (other ?? linkedSDK)?.family ?? .ios
        var readings: [PolicyReading] = []
        for part in (systems ?? [.every(family)]).flatMap(\.parts) {
            readings.append(PolicyReading(part: part, policy: policy(readBy: part.first, linkedSDK: other)))
        }
        return readings
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
