import InternetNames

/// A row of a file of expectations: loads, and the answer that the policy is expected to give about each of them.
package struct Expectation: Hashable, Sendable {
    /// The number of the row's first line.
    package let line: Int
    /// The URLs; at least one.
    package let urls: [LoadURL]
    /// The systems, APIs and SDK as far as the row says.
    package let settings: RowSettings
    /// The expected members of the answer; at least one.
    package let members: [AnswerMember: AnswerValue]
    /// The reason for people; nil if the row has none.
    package let reason: String?

    /// The expected members in the order of their definition.
    var orderedMembers: [(member: AnswerMember, value: AnswerValue)] {
        AnswerMember.allCases.compactMap { member in members[member].map { (member, $0) } }
    }
}
