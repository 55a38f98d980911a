import InternetNames
import TransportSecurity

/// A row of a file of expectations: loads, and the answer that the policy is to give about each of them. In YAML:
///
///     - url: http://img.example.com/
///       os: ios17...
///       expect: blocked
package struct Expectation: Hashable, Sendable {
    /// The number of its first line.
    package let line: Int
    /// The URLs; at least one.
    package let urls: [LoadURL]
    /// The systems, APIs and SDK as far as the expectation says.
    package let settings: ExpectationSettings
    /// The expected values of members of the answer; at least one.
    package let expected: [AnswerMember: AnswerValue]
    /// The reason for people; nil if it has none.
    package let reason: String?

    /// The expected values in the order in which members are defined.
    var expectedInOrder: [(member: AnswerMember, value: AnswerValue)] {
        AnswerMember.allCases.compactMap { member in expected[member].map { (member, $0) } }
    }
}

/// The systems, APIs and SDK of loads, as far as an expectation, its file or the command line states them.
package struct ExpectationSettings: Hashable, Sendable {
    /// The systems that read the policy; nil if not stated.
    package var systems: [OSSpan]?
    /// The APIs that load; nil if not stated.
    package var apis: [LoadingAPI]?
    /// The SDK that the app was linked with; nil if not stated.
    package var linkedSDK: OSVersion?

    /// Creates settings.
    package init(systems: [OSSpan]? = nil, apis: [LoadingAPI]? = nil, linkedSDK: OSVersion? = nil) {
        self.systems = systems
        self.apis = apis
        self.linkedSDK = linkedSDK
    }

    /// The settings, with those of another source where these say nothing.
    package func completed(by other: ExpectationSettings) -> ExpectationSettings {
        ExpectationSettings(
            systems: systems ?? other.systems, apis: apis ?? other.apis, linkedSDK: linkedSDK ?? other.linkedSDK)
    }
}

/// A list of the keys that a policy is expected to have in one of its dictionaries of domains.
package struct DomainList: Hashable, Sendable {
    /// The dictionary.
    package let dictionary: DomainDictionary
    /// The number of the list's line.
    package let line: Int
    /// The keys as the policy spells them.
    package let keys: [String]
}
