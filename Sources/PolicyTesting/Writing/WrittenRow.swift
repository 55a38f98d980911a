import InternetNames
import TransportSecurity

/// A row of expectations that is made from the answers of a policy.
struct WrittenRow: Hashable {
    /// The URLs.
    var urls: [String]
    /// The systems that read the policy.
    var systems: [OSSpan]
    /// The APIs that load.
    var apis: [LoadingAPI]
    /// The expected members of the answer.
    let members: [AnswerMember: AnswerValue]
    /// The hosts of the row for people.
    var reason: String

    /// The rows for the loads of one host through one API: a row for each answer, with the systems that give the
    /// answer.
    static func rows(
        for url: LoadURL, through api: LoadingAPI, reason: String, under readings: [PolicyReading]
    ) -> [WrittenRow] {
        var rows: [WrittenRow] = []
        for reading in readings {
            let members = Self.members(of: reading.policy.verdict(for: url, kind: api))
            if let same = rows.firstIndex(where: { $0.members == members }) {
                rows[same].systems = OSSpan.joined(rows[same].systems + [reading.part])
            } else {
                rows.append(
                    WrittenRow(
                        urls: [url.text], systems: [reading.part], apis: [api], members: members, reason: reason))
            }
        }
        return rows
    }

    /// The members that a row expects. The row for https has the requirements on the server, which the row for http of
    /// the same host need not repeat.
    private static func members(of verdict: PolicyVerdict) -> [AnswerMember: AnswerValue] {
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

    /// The rows for one URL, where one takes the place of several that differ only in their APIs.
    static func joiningAPIs(of rows: [WrittenRow]) -> [WrittenRow] {
        rows.reduce(into: []) { joined, row in
            if let same = joined.firstIndex(where: { $0.hasSameAnswer(as: row) }) {
                joined[same].apis += row.apis
            } else {
                joined.append(row)
            }
        }
    }

    /// The rows, where one takes the place of several that differ only in their URLs.
    static func joiningURLs(of rows: [WrittenRow]) -> [WrittenRow] {
        rows.reduce(into: []) { joined, row in
            if let same = joined.firstIndex(where: { $0.hasSameAnswer(as: row) && $0.canTake(row) }) {
                joined[same].urls += row.urls
                joined[same].reason += ", \(row.reason)"
            } else {
                joined.append(row)
            }
        }
    }

    private func hasSameAnswer(as other: WrittenRow) -> Bool {
        systems == other.systems && members == other.members
    }

    /// Whether the URLs of another row with the same answer may stand in this one. The schemes are kept apart.
    private func canTake(_ other: WrittenRow) -> Bool {
        apis == other.apis && urls[0].hasPrefix("https:") == other.urls[0].hasPrefix("https:")
    }
}
