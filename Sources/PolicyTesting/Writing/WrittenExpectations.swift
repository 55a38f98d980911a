import InternetNames
import TransportSecurity

/// The rows that a policy passes today, for the hosts that it names and for the kinds of other hosts.
package struct WrittenExpectations: Sendable {
    /// The rows for the hosts that the policy names, and their subdomains.
    private let named: [WrittenRow]
    /// The rows for the kinds of other hosts.
    private let others: [WrittenRow]
    /// The settings of all rows.
    private let settings: RowSettings
    /// The keys of each dictionary of domains.
    private let domains: [(dictionary: DomainList.Dictionary, keys: [String])]

    /// Asks a policy.
    ///
    /// - Parameters:
    ///   - readings: The policy.
    ///   - settings: The systems, APIs and SDK of all rows. Without systems, the rows are for all versions of the SDK's
    ///     system, else of iOS. Without APIs they are for URLSession, and for one name for the APIs with keys of their
    ///     own.
    package init(of readings: PolicyReadings, settings: RowSettings) {
        var readings = readings
        let policyReadings = readings.readings(on: settings.systems, linkedSDK: settings.linkedSDK)
        domains = DomainList.Dictionary.allCases.map { [readings] in ($0, readings.entries(of: $0.key)) }
        let apis = settings.apis ?? [.urlSession]
        let namedHosts = NamedHost.all(amongKeys: domains.flatMap(\.keys))
        named = namedHosts.flatMap { named in
            Self.rows(for: named.host, through: apis, reason: named.sentence, under: policyReadings)
        }
        let known = Set(namedHosts.map(\.host))
        let samples = SampleHost.allCases.filter { $0 != .subdomain && !known.contains($0.host) }
        let rows = samples.flatMap { sample in
            let apisWithKeys: [LoadingAPI] = [.urlSession, .webView, .avFoundation]
            let isForAllAPIs = sample == .publicName && settings.apis == nil
            return Self.rows(
                for: sample.host, through: isForAllAPIs ? apisWithKeys : apis, reason: sample.kind,
                under: policyReadings)
        }
        others = WrittenRow.joiningURLs(of: rows)
        self.settings = settings
    }

    private static func rows(
        for host: Host, through apis: [LoadingAPI], reason: String, under readings: [PolicyReading]
    ) -> [WrittenRow] {
        ["http", "https"].flatMap { scheme -> [WrittenRow] in
            guard let url = try? LoadURL("\(scheme)://\(host.bracketed)/") else { return [] }
            let rows = apis.flatMap { WrittenRow.rows(for: url, through: $0, reason: reason, under: readings) }
            return WrittenRow.joiningAPIs(of: rows)
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

    /// The number of rows.
    package var count: Int { named.count + others.count }
}
