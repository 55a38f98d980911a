import InternationalNames
import InternetNames
import TransportSecurity

/// The expectations that a policy meets today, for the hosts that it names and for the kinds of other hosts: the
/// content of the file that `policy test --write` writes.
package struct WrittenExpectations: Sendable {
    /// Those for the hosts that the policy names, and their subdomains.
    private let named: [WrittenExpectation]
    /// Those for the kinds of other hosts.
    private let others: [WrittenExpectation]
    /// The settings of all of them.
    private let settings: ExpectationSettings
    /// The keys of each dictionary of domains.
    private let domains: [(dictionary: DomainDictionary, keys: [String])]

    /// Asks a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - settings: The systems, APIs and SDK of all expectations. Without systems, they are for all versions of the
    ///     SDK's system, else of iOS. Without APIs, they are for URLSession. Those for the public name are then also
    ///     for the other APIs that have keys of their own.
    package init(of policy: VersionedPolicy, settings: ExpectationSettings) {
        var policy = policy
        domains = DomainDictionary.allCases.map { [policy] in ($0, policy.keys(of: $0)) }
        let policies = policy.policies(on: settings.systems, linkedSDK: settings.linkedSDK)
        let apis = settings.apis ?? [.urlSession]
        let namedHosts = NamedHost.all(amongKeys: domains.flatMap(\.keys))
        named = namedHosts.flatMap { named in
            Self.expectations(for: named.host, through: apis, reason: named.sentence, under: policies)
        }
        let hosts = Set(namedHosts.map(\.host))
        let samples = SampleHost.allCases.filter { $0 != .subdomain && !hosts.contains($0.host) }
        let ofSamples = samples.flatMap { sample in
            let apisWithKeys: [LoadingAPI] = [.urlSession, .webView, .avFoundation]
            let isForAllAPIs = sample == .publicName && settings.apis == nil
            return Self.expectations(
                for: sample.host, through: isForAllAPIs ? apisWithKeys : apis, reason: sample.kind, under: policies)
        }
        others = WrittenExpectation.joiningURLs(of: ofSamples)
        self.settings = settings
    }

    /// The expectations for the loads of a host by http and https.
    private static func expectations(
        for host: Host, through apis: [LoadingAPI], reason: String, under policies: [SpanPolicy]
    ) -> [WrittenExpectation] {
        ["http", "https"].flatMap { scheme -> [WrittenExpectation] in
            guard let url = try? LoadURL("\(scheme)://\(host.bracketed)/") else { return [] }
            let ofEachAPI = apis.flatMap { api in
                WrittenExpectation.expectations(for: url, through: api, reason: reason, under: policies)
            }
            return WrittenExpectation.joiningAPIs(of: ofEachAPI)
        }
    }

    /// The text of the file.
    ///
    /// - Parameters:
    ///   - source: The name of the policy, for a comment.
    ///   - policy: The path of the policy relative to the file; nil for a file that names none.
    package func text(source: String, policy: String?) -> String {
        var lines = [
            "# The answers of the policy \(source.visible()), written by `atsproxy policy test --write`.",
            "# `atsproxy policy test` shows the rows that a change of the policy makes fail. The lists have the keys",
            "# of NSExceptionDomains and NSPinnedDomains: a key that is added, removed or renamed fails, too.",
        ]
        if let policy { lines.append("policy: \(YAMLText.scalar(policy))") }
        if let sdk = settings.linkedSDK { lines.append("linked-sdk: \(sdk)") }
        for (dictionary, keys) in domains { lines += YAMLText.lines(of: keys, key: dictionary.rawValue) }
        lines.append("expectations:")
        if !named.isEmpty { lines.append("  # Hosts that the policy names, and their subdomains.") }
        lines += named.flatMap { YAMLText.lines(of: $0, reason: $0.reason) }
        lines.append("  # Other hosts.")
        lines += others.flatMap { YAMLText.lines(of: $0, reason: "Other hosts: \($0.reason).") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number of expectations.
    package var count: Int { named.count + others.count }
}

/// A host that a policy names, or one that an entry may cover.
struct NamedHost: Hashable {
    /// The host.
    let host: Host
    /// The part of the policy that names the host, in one sentence.
    let sentence: String

    /// The hosts that the keys of exceptions or pins name, in the order of their names. A subdomain follows each name.
    /// The first address stands for a range.
    ///
    /// - Parameter keys: The keys. Those whose entries no OS reads may be among them.
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

    /// The first label of the name of a subdomain.
    private static let label = "subdomain."

    /// The name of the host without the label that makes it a subdomain.
    private var parent: Substring {
        let name = host.description
        return name.hasPrefix(Self.label) ? name.dropFirst(Self.label.count) : name[...]
    }
}
