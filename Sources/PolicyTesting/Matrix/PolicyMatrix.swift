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
        let cells: [MatrixAnswer]
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
    ///   - readings: The policy.
    ///   - systems: The systems; nil for all versions of the system of the SDK, else of iOS. Those with equal answers
    ///     share a column.
    ///   - api: The API that loads.
    ///   - linkedSDK: The SDK of the app; nil if the app itself says.
    ///   - hosts: Hosts that take the place of the public name. A subdomain of each name is added.
    package init(
        of readings: PolicyReadings, systems: [OSSpan]?, api: LoadingAPI, linkedSDK: OSVersion?, hosts: [Host]
    ) {
        var readings = readings
        let policyReadings = readings.readings(on: systems, linkedSDK: linkedSDK)
        // These rows have a cell for each part of the systems. Parts with equal cells are then joined.
        let rows = Self.subjects(for: hosts).flatMap { subject in
            Self.rows(for: subject, through: api, under: policyReadings.map(\.policy))
        }
        var columns: [OSSpan] = []
        // The index of the first part of each column.
        var firstParts: [Int] = []
        for (index, part) in policyReadings.map(\.part).enumerated() {
            if let column = columns.last, let first = firstParts.last,
                rows.allSatisfy({ $0.cells[first] == $0.cells[index] }), let joined = Self.joined(column, with: part)
            {
                columns[columns.count - 1] = joined
            } else {
                columns.append(part)
                firstParts.append(index)
            }
        }
        self.columns = columns
        self.rows = rows.map { row in
            Row(kind: row.kind, url: row.url, cells: firstParts.map { row.cells[$0] })
        }
        self.api = api
        self.linkedSDK = linkedSDK ?? readings.linkedSDK
        let keys = Set(DomainList.Dictionary.allCases.flatMap { readings.entries(of: $0.key) }).sorted()
        unshown = keys.filter { key in
            Host(written: key).map { host in !rows.contains { $0.url.host == host } } ?? false
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
            let cells = policies.map { policy in
                MatrixAnswer(policy.verdict(for: url, kind: api), under: policy)
            }
            return Row(kind: subject.kind, url: url, cells: cells)
        }
    }
}
