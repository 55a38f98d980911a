import Documents
import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The result of `atsproxy policy diff`: the differences between two policies, and their consequences for hosts.
public struct PolicyDifference: Sendable {
    /// The name of the old policy.
    public var old: String
    /// The name of the new policy.
    public var new: String
    /// The keys that differ.
    public var keys: [PolicyKeyChange]
    /// The consequences for hosts, by system.
    public var hosts: [HostChange]
    /// The changed verdicts on recorded traffic; nil without a recording.
    public var verdicts: [VerdictChange]?
    /// The API of the loads that `hosts` is about.
    let api: LoadingAPI
    /// The other APIs for whose loads the two policies differ.
    let otherAPIs: [LoadingAPI]

    /// Compares two policies for the hosts that they name, further hosts, and all others.
    ///
    /// - Parameters:
    ///   - seen: Further hosts to compare for, such as those of recorded traffic.
    ///   - systems: The systems that read the policies.
    ///   - api: The API that loads.
    public init(
        old: NamedPolicy, new: NamedPolicy, seen: Set<Host> = [], under systems: [OSVersion] = generations,
        through api: LoadingAPI = .urlSession
    ) {
        let named = Self.namedHosts(in: [old.dictionary, new.dictionary])
        let compared =
            named + seen.subtracting(named).sorted { $0.description < $1.description }
            + [HostChange.anyOtherHost, HostChange.anyOtherLocalHost]
        func changes(through api: LoadingAPI) -> [HostChange] {
            HostChange.changes(from: old, to: new, for: compared, under: systems, through: api)
        }
        self.old = old.name
        self.new = new.name
        self.api = api
        keys = PolicyKeyChange.changes(from: old.dictionary, to: new.dictionary)
        hosts = changes(through: api)
        otherAPIs = LoadingAPI.allCases.filter { $0 != api && !changes(through: $0).isEmpty }
    }

    /// One system of each generation of ATS. The meaning of a policy changes only between generations.
    public static let generations = [
        "ios9", "ios10", "ios11", "ios12", "ios13", "ios14", "ios15.4", "ios17", "ios18.4", "ios26", "ios26.4",
    ].compactMap { OSVersion($0) }

    /// The hosts that policies name as keys of exceptions or pins, in order. For an entry that includes subdomains,
    /// there is also an example of a subdomain. For a range of addresses, there is its first address.
    public static func namedHosts(in dictionaries: [[String: PropertyValue]]) -> [Host] {
        var hosts: Set<Host> = []
        for dictionary in dictionaries {
            for section in [ATSKey.exceptionDomains, ATSKey.pinnedDomains] {
                guard case .dictionary(let entries) = dictionary[section] else { continue }
                for (key, value) in entries { hosts.formUnion(examples(of: key, value: value)) }
            }
        }
        return hosts.sorted { $0.description < $1.description }
    }

    /// The hosts that stand for an entry of exceptions or pins; empty for a key that matches no host.
    private static func examples(of key: String, value: PropertyValue) -> [Host] {
        guard let host = Host(key) ?? AddressRange(key).map({ .address($0.network) }) else { return [] }
        guard case .dictionary(let entry) = value, entry[ATSKey.includesSubdomains]?.isYes == true, case .name = host,
            let subdomain = Host("subdomain.\(key)")
        else { return [host] }
        return [host, subdomain]
    }

    /// The difference as a document for readers.
    public var document: Document {
        var document = Document(title: "App Transport Security: \(old) → \(new)")
        guard !keys.isEmpty || !hosts.isEmpty || !otherAPIs.isEmpty else {
            document.blocks.append(.paragraph("The two policies are the same.", tone: .good))
            return document
        }
        document.blocks += [.heading("Keys"), keyBlock, .heading("What that means"), hostBlock]
        if let verdicts {
            document.blocks.append(.heading("Recorded traffic"))
            document.blocks += Document.blocks(on: verdicts)
        }
        return document
    }
}

extension PolicyDifference {
    private var keyBlock: Document.Block {
        guard !keys.isEmpty else { return .paragraph("No key differs.") }
        let rows = keys.map { change -> [Document.Cell] in
            [
                Document.Cell(change.path.joined(separator: " › ")), Document.Cell(change.oldProse ?? "—"),
                Document.Cell(change.newProse ?? "—"),
            ]
        }
        return .table(Document.Table(["Key", "Before", "After"], rows: rows))
    }

    private var hostBlock: Document.Block {
        guard !hosts.isEmpty else { return unchanged }
        let rows = groupsOfHosts.map { changes -> [Document.Cell] in
            let first = changes[0]
            return [
                Document.Cell(changes.map(\.hostProse).listed(atMost: 5)), Document.Cell(first.systemsProse),
                Document.Cell(first.old), Document.Cell(first.new),
            ]
        }
        return .table(Document.Table(["Host", "Systems", "Before", "After"], rows: rows))
    }

    /// The sentence which says that no requirement for loads through the API changes.
    private var unchanged: Document.Block {
        guard !otherAPIs.isEmpty else { return .paragraph("Nothing changes for any host.", tone: .good) }
        let others = otherAPIs.map(\.rawValue)
        return .paragraph(
            "Nothing changes for loads through \(api.rawValue), but for those through "
                + "\(others.joined(separator: " and ")) it does: --api \(others[0]).", tone: .caution)
    }

    /// The changes grouped by systems and requirements: a group has the hosts with equal changes.
    private var groupsOfHosts: [[HostChange]] {
        var groups: [[HostChange]] = []
        for change in hosts {
            let index = groups.firstIndex { group in
                (group[0].systems, group[0].old, group[0].new) == (change.systems, change.old, change.new)
            }
            if let index { groups[index].append(change) } else { groups.append([change]) }
        }
        return groups
    }
}

extension HostChange {
    /// The host, or in words the hosts that it stands for.
    fileprivate var hostProse: String {
        switch host {
        case Self.anyOtherHost: return "any other host"
        case Self.anyOtherLocalHost: return "any other local host"
        case .name, .address: return host.description
        }
    }

    /// The systems, such as `ios9, ios10`, or `all` for every generation.
    fileprivate var systemsProse: String {
        systems == PolicyDifference.generations ? "all" : systems.map(\.description).joined(separator: ", ")
    }
}

extension PolicyDifference: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("old", old)
            json.member("new", new)
            json.member("keys", keys)
            json.member("hosts", hosts)
            json.member("api", api.rawValue)
            json.member("otherAPIs", otherAPIs.map(\.rawValue))
            json.member("verdicts", verdicts)
        }
    }
}
