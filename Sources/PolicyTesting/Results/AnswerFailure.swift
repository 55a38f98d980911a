import InternetNames
import TransportSecurity

/// The answer of a policy about a URL that is not the one expected, on one or several systems.
package struct AnswerFailure: Sendable {
    /// The systems.
    package private(set) var systems: [OSSpan]
    /// The answer on the first of the systems.
    package let verdict: PolicyVerdict
    /// The members that differ.
    package let differences: [Difference]

    /// A member of an answer with another value than the expected one.
    package struct Difference: Hashable, Sendable {
        /// The member.
        package let member: AnswerMember
        /// The value of the row.
        package let expected: AnswerValue
        /// The value of the policy.
        package let actual: AnswerValue
    }

    /// The failures of a row for one URL and one API. Systems with the same differences are together.
    static func failures(
        of row: Expectation, at url: LoadURL, through api: LoadingAPI, on parts: [OSSpan], linkedSDK: OSVersion?,
        under readings: inout PolicyReadings
    ) -> [AnswerFailure] {
        var failures: [AnswerFailure] = []
        for part in parts {
            let policy = readings.policy(readBy: part.first, linkedSDK: linkedSDK)
            let verdict = policy.verdict(for: url, kind: api)
            let differences = row.differences(from: verdict)
            guard !differences.isEmpty else { continue }
            let reason = verdict.requirements.reason
            let same = failures.firstIndex {
                $0.differences == differences && $0.verdict.requirements.reason == reason
            }
            if let same {
                failures[same].systems = OSSpan.joined(failures[same].systems + [part])
            } else {
                failures.append(AnswerFailure(systems: [part], verdict: verdict, differences: differences))
            }
        }
        return failures
    }
}

extension Expectation {
    /// The members that a policy answers otherwise.
    fileprivate func differences(from verdict: PolicyVerdict) -> [AnswerFailure.Difference] {
        orderedMembers.compactMap { member, expected in
            let actual = member.value(in: verdict)
            return expected.isMet(by: actual)
                ? nil : AnswerFailure.Difference(member: member, expected: expected, actual: actual)
        }
    }
}
