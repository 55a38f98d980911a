import InternetNames
import TransportSecurity

/// An answer of a policy about a URL that differs from the expected answer, on one or several systems.
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
        /// The value that is expected.
        package let expected: AnswerValue
        /// The value of the policy.
        package let actual: AnswerValue
    }

    /// The failures of an expectation for one URL and one API. Systems with the same differences are together.
    ///
    /// - Parameter systems: Spans whose versions all read the policy in the same way.
    static func failures(
        of expectation: Expectation, at url: LoadURL, through api: LoadingAPI, on systems: [OSSpan],
        linkedSDK: OSVersion?, under policy: inout VersionedPolicy
    ) -> [AnswerFailure] {
        var failures: [AnswerFailure] = []
        for span in systems {
            let verdict = policy.policy(readBy: span.first, linkedSDK: linkedSDK).verdict(for: url, kind: api)
            let differences = expectation.differences(from: verdict)
            guard !differences.isEmpty else { continue }
            let reason = verdict.requirements.reason
            let equalFailure = failures.firstIndex {
                $0.differences == differences && $0.verdict.requirements.reason == reason
            }
            if let equalFailure {
                failures[equalFailure].systems = OSSpan.joined(failures[equalFailure].systems + [span])
            } else {
                failures.append(AnswerFailure(systems: [span], verdict: verdict, differences: differences))
            }
        }
        return failures
    }
}

extension Expectation {
    /// The members whose values in an answer are not the expected ones.
    fileprivate func differences(from verdict: PolicyVerdict) -> [AnswerFailure.Difference] {
        expectedInOrder.compactMap { member, expected in
            let actual = member.value(in: verdict)
            return expected.isMet(by: actual)
                ? nil : AnswerFailure.Difference(member: member, expected: expected, actual: actual)
        }
    }
}
