import TransportSecurity

/// The policy of an app as each version of a system reads it. Each policy is read once and then kept.
package struct VersionedPolicy: Sendable {
    /// The SDK that the app was linked with; nil if the app does not say.
    package let linkedSDK: OSVersion?
    private let dictionary: [String: PropertyValue]
    /// The policies that were read before.
    private var knownPolicies: [Reader: Policy] = [:]

    /// A version of a system, and the SDK of the app whose policy it reads.
    private struct Reader: Hashable {
        let os: OSVersion
        let linkedSDK: OSVersion?
    }

    /// Creates the policy of a dictionary.
    package init(of dictionary: [String: PropertyValue], linkedSDK: OSVersion?) {
        self.dictionary = dictionary
        self.linkedSDK = linkedSDK
    }

    /// The keys of a dictionary of domains, sorted. Keys whose entries no OS reads are among them.
    package func keys(of domains: DomainDictionary) -> [String] {
        guard case .dictionary(let entries) = dictionary[domains.key] else { return [] }
        return entries.keys.sorted()
    }

    /// The policies that some systems read, each with the span of versions that read it, oldest first.
    ///
    /// - Parameters:
    ///   - systems: The systems; nil for all versions of the system whose SDK the app was linked with, or of iOS.
    ///   - other: An SDK in place of the one that the app was linked with; nil to keep that.
    mutating func policies(on systems: [OSSpan]?, linkedSDK other: OSVersion?) -> [SpanPolicy] {
        let family = (other ?? linkedSDK)?.family ?? .ios
        var policies: [SpanPolicy] = []
        for span in (systems ?? [.every(family)]).flatMap(\.uniformSpans) {
            policies.append(SpanPolicy(span: span, policy: policy(readBy: span.first, linkedSDK: other)))
        }
        return policies
    }

    /// The policy that an OS reads, for an app linked with another SDK if one is given.
    package mutating func policy(readBy os: OSVersion, linkedSDK other: OSVersion? = nil) -> Policy {
        let reader = Reader(os: os, linkedSDK: other ?? linkedSDK)
        if let policy = knownPolicies[reader] { return policy }
        let policy = Policy(dictionary, readBy: os, linkedSDK: reader.linkedSDK)
        knownPolicies[reader] = policy
        return policy
    }
}

/// A dictionary of a policy whose keys are domains. The raw value is the key of its list in a file of expectations.
package enum DomainDictionary: String, CaseIterable, Sendable {
    /// `NSExceptionDomains`.
    case exceptions = "domains"
    /// `NSPinnedDomains`.
    case pins = "pinned-domains"

    /// The key of the dictionary in a policy.
    package var key: String {
        switch self {
        case .exceptions: return ATSKey.exceptionDomains
        case .pins: return ATSKey.pinnedDomains
        }
    }
}

/// A policy as all versions of a span read it.
struct SpanPolicy: Sendable {
    /// The versions.
    let span: OSSpan
    /// The policy.
    let policy: Policy
}
