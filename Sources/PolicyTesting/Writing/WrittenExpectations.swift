import InternetNames
import TransportSecurity

/// The expectations that a policy meets today, for the hosts that it names and for the kinds of other hosts.
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
        let known = Set(namedHosts.map(\.host))
        let samples = SampleHost.allCases.filter { $0 != .subdomain && !known.contains($0.host) }
        let sampled = samples.flatMap { sample in
            let apisWithKeys: [LoadingAPI] = [.urlSession, .webView, .avFoundation]
            let isForAllAPIs = sample == .publicName && settings.apis == nil
            return Self.expectations(
                for: sample.host, through: isForAllAPIs ? apisWithKeys : apis, reason: sample.kind, under: policies)
        }
        others = WrittenExpectation.joiningURLs(of: sampled)
        self.settings = settings
    }

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
