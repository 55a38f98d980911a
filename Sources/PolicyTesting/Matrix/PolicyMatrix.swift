import InternationalNames
import InternetNames
import TransportSecurity

/// The answers of a policy for kinds of hosts, over http and https, on each system.
package struct PolicyMatrix: Sendable {
    /// The answers about one URL.
    struct Row: Sendable {
        /// The kind of host in a few words.
        let kind: String
        /// The URL.
        let url: LoadURL
        /// The answers, one for each column.
        let answers: [MatrixAnswer]
    }

    /// The systems of the columns.
    let columns: [OSSpan]
    /// The rows.
    let rows: [Row]
    /// The API that loads.
    let api: LoadingAPI
    /// The SDK of the app; nil for that of each system.
    let linkedSDK: OSVersion?
    /// The keys of exceptions and pins whose hosts have no row.
    let unshown: [String]

    /// Asks a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - systems: The systems; nil for all versions of the system of the SDK, else of iOS. Those with equal answers
    ///     share a column.
    ///   - api: The API that loads.
    ///   - linkedSDK: The SDK of the app; nil if the app itself says.
    ///   - hosts: Hosts that take the place of the public name. A subdomain of each name is added.
    package init(
        of policy: VersionedPolicy, systems: [OSSpan]?, api: LoadingAPI, linkedSDK: OSVersion?, hosts: [Host]
    ) {
        var policy = policy
        let policies = policy.policies(on: systems, linkedSDK: linkedSDK)
        // These rows have an answer for each span that reads its own policy. Neighbours that answer alike in all rows
        // then become one column.
        let rows = Self.subjects(for: hosts).flatMap { subject in
            Self.rows(for: subject, through: api, under: policies.map(\.policy))
        }
        var columns: [OSSpan] = []
        // The index of the first span of each column.
        var firstSpans: [Int] = []
        for (index, span) in policies.map(\.span).enumerated() {
            if let column = columns.last, let first = firstSpans.last,
                rows.allSatisfy({ $0.answers[first] == $0.answers[index] }),
                let joined = Self.joined(column, with: span)
            {
                columns[columns.count - 1] = joined
            } else {
                columns.append(span)
                firstSpans.append(index)
            }
        }
        self.columns = columns
        self.rows = rows.map { row in
            Row(kind: row.kind, url: row.url, answers: firstSpans.map { row.answers[$0] })
        }
        self.api = api
        self.linkedSDK = linkedSDK ?? policy.linkedSDK
        let shownHosts = Set(rows.map(\.url.host))
        unshown = Set(DomainDictionary.allCases.flatMap { policy.keys(of: $0) }).sorted().filter { key in
            // A range of addresses cannot be given as an argument.
            guard let host = Host(written: key) else { return false }
            return !shownHosts.contains(host)
        }
    }

    /// The span of two spans that follow each other without a gap; nil if they do not.
    private static func joined(_ span: OSSpan, with next: OSSpan) -> OSSpan? {
        let joined = OSSpan.joined([span, next])
        return joined.count == 1 ? joined.first : nil
    }

    /// The host of two rows.
    private struct Subject {
        let kind: String
        let host: Host
    }

    /// The hosts of the rows: the given ones with a subdomain of each name, and then the samples.
    private static func subjects(for hosts: [Host]) -> [Subject] {
        let samples = SampleHost.allCases.map { Subject(kind: $0.kind, host: $0.host) }
        guard !hosts.isEmpty else { return samples }
        var known: Set<Host> = []
        var given: [Subject] = []
        for host in hosts where known.insert(host).inserted {
            given.append(Subject(kind: "given", host: host))
            if case .name(let name) = host, let subdomain = Host("subdomain.\(name)") {
                given.append(Subject(kind: SampleHost.subdomain.kind, host: subdomain))
            }
        }
        known.formUnion(given.map(\.host) + [SampleHost.publicName.host, SampleHost.subdomain.host])
        return given + samples.filter { !known.contains($0.host) }
    }

    /// The rows for the URLs of a host, one for http and one for https.
    private static func rows(
        for subject: Subject, through api: LoadingAPI, under policies: [Policy]
    ) -> [Row] {
        ["http", "https"].compactMap { scheme in
            guard let url = try? LoadURL("\(scheme)://\(subject.host.bracketed)") else { return nil }
            let answers = policies.map { policy in
                MatrixAnswer(policy.verdict(for: url, kind: api), under: policy)
            }
            return Row(kind: subject.kind, url: url, answers: answers)
        }
    }
}
