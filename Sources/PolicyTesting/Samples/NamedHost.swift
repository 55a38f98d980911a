import InternationalNames
import InternetNames
import TransportSecurity

/// A host that a policy names, or one that an entry may cover.
struct NamedHost: Hashable {
    /// The host.
    let host: Host
    /// The part of the policy that names the host, in one sentence.
    let sentence: String

    /// The hosts that the keys of exceptions or pins name, in the order of their names, each with a subdomain of it
    /// behind it. The first address stands for a range.
    ///
    /// - Parameter keys: The keys, also those whose entries no OS reads.
    static func all(amongKeys keys: some Sequence<String>) -> [NamedHost] {
        var sentences: [Host: String] = [:]
        func add(_ host: Host, sentence: String) { sentences[host] = sentences[host] ?? sentence }

        let hosts = Set(keys).sorted().map { key in (key, Host(written: key)) }
        for case (_, let host?) in hosts { add(host, sentence: "The policy names this host.") }
        for case (let key, .name(let name)?) in hosts {
            if let subdomain = Host("\(label)\(name)") {
                add(subdomain, sentence: "This is a subdomain of \(key.visible()), which the policy names.")
            }
        }
        for (key, _) in hosts {
            guard let range = AddressRange(key) else { continue }
            add(.address(range.network), sentence: "This is the first address of \(range), which the policy names.")
        }
        return sentences.map { NamedHost(host: $0.key, sentence: $0.value) }
            .sorted { ($0.parent, $0.host.description.count) < ($1.parent, $1.host.description.count) }
    }

    private static let label = "subdomain."

    /// The name of the host without the label that makes it a subdomain.
    private var parent: Substring {
        let name = host.description
        return name.hasPrefix(Self.label) ? name.dropFirst(Self.label.count) : name[...]
    }
}
