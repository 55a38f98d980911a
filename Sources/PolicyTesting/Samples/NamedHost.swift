import InternationalNames
import InternetNames
import TransportSecurity

/// A host that a policy names, or one that an entry may cover.
struct NamedHost: Hashable {
    /// The host.
    let host: Host
    /// The part of the policy that names the host, in one sentence.
    let sentence: String

    /// The hosts that some readings of a policy name as keys of exceptions or pins, in the order of their names. A
    /// subdomain of each name is among them, and the first address stands for a range.
    static func all(in policies: [Policy]) -> [NamedHost] {
        var sentences: [Host: String] = [:]
        func add(_ host: Host, sentence: String) { sentences[host] = sentences[host] ?? sentence }

        let keys = Set(policies.flatMap { $0.exceptionDomains.map(\.key) + $0.pinnedDomains.map(\.key) }).sorted()
        let hosts = keys.map { key in (key, Host(written: key)) }
        for case (_, let host?) in hosts { add(host, sentence: "The policy names this host.") }
        for case (let key, .name(let name)?) in hosts {
            if let subdomain = Host("subdomain.\(name)") {
                add(subdomain, sentence: "This is a subdomain of \(key.visible()), which the policy names.")
            }
        }
        for (key, _) in hosts {
            guard let range = AddressRange(key) else { continue }
            add(.address(range.network), sentence: "This is the first address of \(range), which the policy names.")
        }
        return sentences.map { NamedHost(host: $0.key, sentence: $0.value) }
            .sorted { $0.host.description < $1.host.description }
    }
}
