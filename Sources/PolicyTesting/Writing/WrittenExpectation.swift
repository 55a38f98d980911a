import InternetNames
import TransportSecurity

/// An expectation that `policy test --write` makes from the answers of a policy.
struct WrittenExpectation: Hashable {
    /// The URLs.
    var urls: [String]
    /// The systems that read the policy.
    var systems: [OSSpan]
    /// The APIs that load.
    var apis: [LoadingAPI]
    /// The expected values of members of the answer.
    let expected: [AnswerMember: AnswerValue]
    /// The kind of the hosts for people.
    var reason: String

    /// The expectations for the loads of one URL through one API: one for each answer, with the systems that give the
    /// answer.
    static func expectations(
        for url: LoadURL, through api: LoadingAPI, reason: String, under policies: [SpanPolicy]
    ) -> [WrittenExpectation] {
        var written: [WrittenExpectation] = []
        for spanPolicy in policies {
            let span = spanPolicy.span
            let expected = Self.expectedValues(in: spanPolicy.policy.verdict(for: url, kind: api))
            if let index = written.firstIndex(where: { $0.expected == expected }) {
                written[index].systems = OSSpan.joined(written[index].systems + [span])
            } else {
                written.append(
                    WrittenExpectation(
                        urls: [url.text], systems: [span], apis: [api], expected: expected, reason: reason))
            }
        }
        return written
    }

    /// The values of the answer that are worth an expectation. The one for https has the requirements on the server,
    /// which the one for http of the same host need not repeat.
    private static func expectedValues(in verdict: PolicyVerdict) -> [AnswerMember: AnswerValue] {
        var members: [AnswerMember] = [.decision, .reason]
        if verdict.requirements.matched != nil { members.append(.matched) }
        if verdict.url.scheme.isSecure {
            members.append(.pins)
            if verdict.requirements.applies {
                members += [
                    .allowsInsecureHTTPLoads, .minimumTLSVersion, .requiresForwardSecrecy,
                    .requiresCertificateTransparency, .requiresNIAP,
                ]
            }
        }
        return Dictionary(uniqueKeysWithValues: members.map { ($0, $0.value(in: verdict)) })
    }

    /// The expectations for one URL, where one takes the place of several that differ only in their APIs.
    static func joiningAPIs(of expectations: [WrittenExpectation]) -> [WrittenExpectation] {
        var joined: [WrittenExpectation] = []
        for expectation in expectations {
            if let index = joined.firstIndex(where: { $0.hasSameAnswer(as: expectation) }) {
                joined[index].apis += expectation.apis
            } else {
                joined.append(expectation)
            }
        }
        return joined
    }

    /// The expectations, where one takes the place of several that differ only in their URLs.
    static func joiningURLs(of expectations: [WrittenExpectation]) -> [WrittenExpectation] {
        var joined: [WrittenExpectation] = []
        for expectation in expectations {
            let index = joined.firstIndex { $0.hasSameAnswer(as: expectation) && $0.canTakeURLs(of: expectation) }
            if let index {
                joined[index].urls += expectation.urls
                joined[index].reason += ", \(expectation.reason)"
            } else {
                joined.append(expectation)
            }
        }
        return joined
    }

    private func hasSameAnswer(as other: WrittenExpectation) -> Bool {
        systems == other.systems && expected == other.expected
    }

    /// Whether the URLs of another expectation with the same answer may be added. The schemes are kept apart.
    private func canTakeURLs(of other: WrittenExpectation) -> Bool {
        apis == other.apis && urls[0].hasPrefix("https:") == other.urls[0].hasPrefix("https:")
    }
}
