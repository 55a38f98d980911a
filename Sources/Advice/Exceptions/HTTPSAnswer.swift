import InternetNames
import JSONWriting
import Judging
import Recordings
import Traffic
import TransportSecurity

/// The answer of a host to https according to a recording, for a host whose loads use cleartext. With such an answer,
/// the URL is to be changed in place of the policy.
public struct HTTPSAnswer: Hashable, Sendable {
    /// The host and port that answered.
    public var authority: Authority
    /// The violations that loads over https from there have; empty if only the URL needs to change.
    public var findings: [Finding]

    /// The rules of `findings`.
    public var violations: [RuleID] { findings.map(\.rule) }

    /// An https URL of the host and port without a path, such as `https://example.com:8443`.
    public var url: String {
        "https://" + (authority.port == 443 ? authority.host.bracketed : authority.description)
    }

    /// The answer in one sentence.
    public var sentence: String {
        violations.isEmpty
            ? "\(authority) answers on https already, and ATS has nothing against it: change the URL."
            : "\(authority) answers on https, but violates \(violations.map(\.rawValue).joined(separator: ", "))."
    }
}

extension Replay {
    /// The answer of a host to https according to the facts, at port 443 or at the port of a load; nil if none is
    /// known. If both ports answered, the answer with fewer violations is taken. Other ports do not count, because they
    /// are other services with other content.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - entry: A load from there, whose app and time the load over https would have.
    public func httpsAnswer(
        of host: Host, like entry: TrafficEntry, in facts: FactsStore, under appliedPolicy: AppliedPolicy
    ) -> HTTPSAnswer? {
        let authorities = facts.authorities(of: host).filter { $0.port == 443 || $0.port == entry.decision.port }
        let answers = authorities.compactMap { authority -> HTTPSAnswer? in
            var load = TrafficEntry(entry.decision)
            load.decision.scheme = .https
            load.decision.port = authority.port
            load.decision.facts = nil
            load.decision.tls = nil
            load.decision.violations = []
            load.last = entry.last
            let judged = judge(load, in: facts, under: appliedPolicy)
            guard !judged.isUndetermined, !judged.violations.contains(where: { $0.rule == .tlsHandshake }) else {
                return nil
            }
            return HTTPSAnswer(authority: authority, findings: judged.violations)
        }
        return answers.min { $0.violations.count < $1.violations.count }
    }
}

extension HTTPSAnswer: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", authority.host)
            json.member("port", authority.port)
            json.member("violations", violations)
        }
    }
}
