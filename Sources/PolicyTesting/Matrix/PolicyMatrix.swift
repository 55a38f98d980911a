import InternationalNames
import InternetNames
import TransportSecurity

/// The answers of a policy for kinds of hosts, over http and https, on each system.
package struct PolicyMatrix: Sendable {
    /// The answers for one URL, one for each column.
    struct Row: Sendable {
        let kind: String
        let url: LoadURL
        var cells: [MatrixAnswer]
    }

    /// The systems of the columns.
    let columns: [OSSpan]
    let rows: [Row]
    let api: LoadingAPI
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
        let policies = readings.policies(on: systems, linkedSDK: linkedSDK)
        let rows = Self.subjects(for: hosts).flatMap { kind, host in
            Self.rows(for: host, kind: kind, through: api, under: policies.map(\.policy))
        }
        var columns: [(first: Int, system: OSSpan)] = []
        for index in policies.indices {
            let part = policies[index].part
            if let previous = columns.last, rows.allSatisfy({ $0.cells[previous.first] == $0.cells[index] }),
                let joined = Self.joined(previous.system, part)
            {
                columns[columns.count - 1].system = joined
            } else {
                columns.append((index, part))
            }
        }
        self.columns = columns.map(\.system)
        self.rows = rows.map { row in
            Row(kind: row.kind, url: row.url, cells: columns.map { row.cells[$0.first] })
        }
        self.api = api
        self.linkedSDK = linkedSDK ?? readings.linkedSDK
        let keys = Set(DomainList.Dictionary.allCases.flatMap { readings.entries(of: $0.key) }).sorted()
        unshown = keys.filter { key in
            Host(written: key).map { host in !rows.contains { $0.url.host == host } } ?? false
        }
    }

    private static func joined(_ spans: OSSpan...) -> OSSpan? {
        let joined = OSSpan.joined(spans)
        return joined.count == 1 ? joined.first : nil
    }

    /// The kinds and hosts of the rows.
    private static func subjects(for hosts: [Host]) -> [(kind: String, host: Host)] {
        let samples = SampleHost.allCases.map { (kind: $0.kind, host: $0.host) }
        guard !hosts.isEmpty else { return samples }
        var known: Set<Host> = []
        let given = hosts.filter { known.insert($0).inserted }.flatMap { host -> [(kind: String, host: Host)] in
            guard case .name(let name) = host, let subdomain = Host("subdomain.\(name)") else {
                return [("given", host)]
            }
            return [("given", host), (SampleHost.subdomain.kind, subdomain)]
        }
        known.formUnion(given.map(\.host) + [SampleHost.publicName.host, SampleHost.subdomain.host])
        return given + samples.filter { !known.contains($0.host) }
    }

    private static func rows(
        for host: Host, kind: String, through api: LoadingAPI, under policies: [Policy]
    ) -> [Row] {
        ["http", "https"].compactMap { scheme in
            guard let url = try? LoadURL("\(scheme)://\(host.bracketed)") else { return nil }
            let cells = policies.map { policy in
                MatrixAnswer(policy.verdict(for: url, kind: api), under: policy)
            }
            return Row(kind: kind, url: url, cells: cells)
        }
    }
}
