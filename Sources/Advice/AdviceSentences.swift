import Documents
import InternetNames
import TransportSecurity

/// The sentences on declared exceptions that the advised policy keeps, leaves out, or narrows.
extension AppPolicyAdvice {
    /// The sentence about the exceptions that the advised policy leaves out; nil if it leaves none out.
    public var omission: String? {
        let retained = Dictionary(retainedExceptions.map { ($0.host, $0.entry) }, uniquingKeysWith: { $1 })
        let hosts = furtherExceptions.count { retained[$0.host] != $0.entry }
        guard !includesAll, hosts > 0 else { return nil }
        return "The policy has no exception for \(Quantity.of(hosts, "host")) whose URL, client or server should be "
            + "changed; until then, --all prints \(hosts == 1 ? "that exception" : "those exceptions"), too."
    }

    /// The sentences on the declared exceptions that the policy keeps until something is changed, and on those that
    /// only other loads use; nil if there are none.
    public var retention: String? {
        var sentences = includesAll ? [] : sentencesOnRetainedExceptions
        if !exceptionsOfOthers.isEmpty {
            let noun = exceptionsOfOthers.count == 1 ? "exception" : "exceptions"
            sentences.append(
                Self.sentence(onKept: exceptionsOfOthers, beginning: "The policy keeps the declared \(noun) for"))
        }
        if !topLevelKeysOfOthers.isEmpty {
            sentences.append(Self.sentence(onKept: topLevelKeysOfOthers, beginning: "The policy keeps"))
        }
        if !policy.domainsWithSubdomains.isEmpty {
            sentences.append(
                "NSIncludesSubdomains stays for \(policy.domainsWithSubdomains.listed(atMost: 20)), because "
                    + "\(topLevelKeysOfOthers.listed(atMost: 3)) would exempt the subdomains otherwise.")
        }
        if !policy.strictDomains.isEmpty {
            let subject = policy.strictDomains.count == 1 ? "The entry for" : "The entries for"
            sentences.append(
                "\(subject) \(policy.strictDomains.listed(atMost: 20)) "
                    + "\(policy.strictDomains.count == 1 ? "keeps" : "keep") only what makes ATS stricter.")
        }
        if !policy.domainsUnderATS.isEmpty {
            let noun = policy.domainsUnderATS.count == 1 ? "An entry that relaxes" : "Entries that relax"
            sentences.append(
                "\(noun) nothing \(policy.domainsUnderATS.count == 1 ? "keeps" : "keep") ATS on for "
                    + "\(policy.domainsUnderATS.listed(atMost: 20)).")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The sentences on permissions that other loads lose, and on keys that subdomains lose; nil if they lose nothing.
    public var loss: String? {
        var sentences: [String] = []
        if !hostsLostByOthers.isEmpty {
            let isOne = hostsLostByOthers.count == 1
            sentences.append(
                "The policy no longer permits recorded loads outside this advice from "
                    + "\(hostsLostByOthers.listed(atMost: 20)), which the declared policy permits. Declare exceptions "
                    + "for \(isOne ? "this host" : "these hosts") if they are of this app.")
        }
        for (domain, keys) in policy.keysLostBySubdomains.sorted(by: { $0.key < $1.key }) {
            let names = keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }
            sentences.append(
                "The exception for \(domain) is for this host only: other subdomains of it lose "
                    + "\(names.joined(separator: ", ")).")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// A sentence for each set of things to change and each kind of declared exception, on the hosts that have them.
    private var sentencesOnRetainedExceptions: [String] {
        let groups = Dictionary(grouping: retainedExceptions) { exception in
            Retention(steps: steps(at: exception.host), origin: origins[exception.host] ?? .changed)
        }
        return groups.sorted { $0.value[0].host.description < $1.value[0].host.description }.map { group, exceptions in
            let isOne = exceptions.count == 1
            let hosts = exceptions.map(\.host.description).listed(atMost: 20)
            return "\(group.origin.clause(hosts: hosts, isOne: isOne)): loads fail without "
                + "\(isOne ? "it" : "them") until \(Self.condition(of: group.steps, hosts: exceptions.count))."
        }
    }

    /// The common properties of the retained exceptions that one sentence is about.
    private struct Retention: Hashable {
        var steps: [AdvisedChange.Step]
        var origin: ExceptionOrigin
    }

    /// The condition under which loads need no exception, such as `the client is changed`.
    ///
    /// - Parameters:
    ///   - steps: The changes that the loads need; empty if only an exception was seen to work.
    ///   - hosts: The number of hosts of the loads.
    static func condition(of steps: [AdvisedChange.Step], hosts: Int = 1) -> String {
        let servers = hosts == 1 ? "the server" : "the servers"
        guard !steps.isEmpty else { return "\(servers) \(hosts == 1 ? "offers" : "offer") https" }
        let clauses = steps.map { step in
            switch step {
            case .server: "\(servers) \(hosts == 1 ? "is" : "are") changed"
            case .url, .client, .either: "\(step.noun) is changed"
            }
        }
        return clauses.joined(separator: " and ")
    }

    /// The sentence on declared exceptions or keys that only loads of others used.
    private static func sentence(onKept keys: [String], beginning: String) -> String {
        let pronoun = keys.count == 1 ? "it" : "them"
        return "\(beginning) \(keys.listed(atMost: 20)): only recorded loads outside this advice use \(pronoun). "
            + "Remove \(pronoun) if this app needs none."
    }

    /// The sentence that names the entries of the advised policy under which loads do not succeed by themselves; nil if
    /// there is none.
    public var reservation: String? {
        func hosts(of effect: AdvisedException.Effect) -> [String] {
            advisedExceptions.filter { $0.effect == effect }.map(\.host.description)
        }
        var sentences: [String] = []
        let leftToApp = hosts(of: .leavesToApp)
        if !leftToApp.isEmpty {
            let names = leftToApp.listed(atMost: 20)
            sentences.append("For \(names) the load fails with an entry as well, unless the app accepts it.")
        }
        let onlyCleartext = hosts(of: .permitsOnlyCleartext)
        if !onlyCleartext.isEmpty {
            let names = onlyCleartext.listed(atMost: 20)
            sentences.append("For \(names) an entry only permits cleartext; https keeps failing.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
