import InternetNames

/// An expectation, which is a row of a file: loads, and the answer that the policy is to give about each of them.
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
