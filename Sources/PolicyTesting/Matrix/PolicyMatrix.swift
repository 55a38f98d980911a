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
        let columns = Self.columns(of: policies.map(\.span), with: rows)
        self.columns = columns.map(\.span)
        self.rows = rows.map { row in
            Row(kind: row.kind, url: row.url, answers: columns.map { row.answers[$0.firstIndex] })
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

    /// Systems that answer alike in all rows, and the index of the first of their spans.
    private struct Column {
        var span: OSSpan
        let firstIndex: Int
    }

    /// The columns, in which neighbouring spans with equal answers are joined.
    ///
    /// - Parameter rows: The rows, with an answer for each span.
    private static func columns(of spans: [OSSpan], with rows: [Row]) -> [Column] {
        var columns: [Column] = []
        for (index, span) in spans.enumerated() {
            if let column = columns.last, let joined = joined(column.span, with: span),
                rows.allSatisfy({ $0.answers[column.firstIndex] == $0.answers[index] })
            {
                columns[columns.count - 1].span = joined
            } else {
                columns.append(Column(span: span, firstIndex: index))
            }
        }
        return columns
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

    /// The hosts of the rows: those of the arguments with a subdomain of each name, and then the samples.
    private static func subjects(for hosts: [Host]) -> [Subject] {
        let samples = SampleHost.allCases.map { Subject(kind: $0.kind, host: $0.host) }
        guard !hosts.isEmpty else { return samples }
        var omittedHosts: Set<Host> = []
        var subjects: [Subject] = []
        for host in hosts where omittedHosts.insert(host).inserted {
            subjects.append(Subject(kind: "given", host: host))
            if case .name(let name) = host, let subdomain = Host("subdomain.\(name)") {
                subjects.append(Subject(kind: SampleHost.subdomain.kind, host: subdomain))
            }
        }
        omittedHosts.formUnion(subjects.map(\.host) + [SampleHost.publicName.host, SampleHost.subdomain.host])
        return subjects + samples.filter { !omittedHosts.contains($0.host) }
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
