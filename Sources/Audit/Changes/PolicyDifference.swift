import InternetNames
import JSONWriting
import Recording
import TransportSecurity

/// The differences between the policies of two builds, and their consequences.
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

    /// Creates a difference with the given parts.
    public init(
        old: String, new: String, keys: [PolicyKeyChange], hosts: [HostChange], verdicts: [VerdictChange]? = nil
    ) {
        self.old = old
        self.new = new
        self.keys = keys
        self.hosts = hosts
        self.verdicts = verdicts
    }

    /// One system of each generation of ATS. The meaning of a policy changes only between generations.
    public static let generations = [
        "ios9", "ios10", "ios11", "ios12", "ios13", "ios14", "ios15.4", "ios17", "ios18.4", "ios26", "ios26.4",
    ].compactMap { OSVersion($0) }

    /// The hosts that two policies name as keys of exceptions or pins. An entry that includes subdomains also adds an
    /// example of a subdomain.
    public static func namedHosts(in dictionaries: [[String: PropertyValue]]) -> [Host] {
        var hosts: Set<Host> = []
        for dictionary in dictionaries {
            for section in [ATSKey.exceptionDomains, ATSKey.pinnedDomains] {
                guard case .dictionary(let entries) = dictionary[section] else { continue }
                for (key, value) in entries {
                    guard let host = Host(key) else { continue }
                    hosts.insert(host)
                    if case .dictionary(let entry) = value, entry[ATSKey.includesSubdomains] == .boolean(true),
                        case .name = host, let subdomain = Host("subdomain.\(key)")
                    {
                        hosts.insert(subdomain)
                    }
                }
            }
        }
        return hosts.sorted { $0.description < $1.description }
    }

    /// The difference as a document for readers.
    public var document: Document {
        var document = Document(title: "App Transport Security: \(old) → \(new)")
        guard !keys.isEmpty || !hosts.isEmpty else {
            document.blocks.append(.paragraph("The two policies are the same.", .good))
            return document
        }
        document.blocks.append(.heading("Keys"))
        let keyRows = keys.map { change -> [Document.Cell] in
            [
                Document.Cell(change.path.joined(separator: " › ")), Document.Cell(change.old?.prose ?? "—"),
                Document.Cell(change.new?.prose ?? "—"),
            ]
        }
        document.blocks.append(
            keys.isEmpty
                ? .paragraph("No key differs.") : .table(Document.Table(["Key", "Before", "After"], keyRows)))
        document.blocks.append(.heading("What that means"))
        let hostRows = alike.map { changes -> [Document.Cell] in
            [
                Document.Cell(changes.map(\.host.description).listed(5)),
                Document.Cell(changes[0].systemsProse), Document.Cell(changes[0].old), Document.Cell(changes[0].new),
            ]
        }
        document.blocks.append(
            hosts.isEmpty
                ? .paragraph("Nothing is demanded of any host that was not before.", .good)
                : .table(Document.Table(["Host", "Systems", "Before", "After"], hostRows)))
        if let verdicts {
            document.blocks.append(.heading("Recorded traffic"))
            document.blocks += Document.blocks(on: verdicts)
        }
        return document
    }
}

extension PolicyDifference {
    /// The changes grouped by systems and requirements, so that hosts with equal changes are together.
    fileprivate var alike: [[HostChange]] {
        var groups: [[HostChange]] = []
        for change in hosts {
            let place = groups.firstIndex { group in
                (group[0].systems, group[0].old, group[0].new) == (change.systems, change.old, change.new)
            }
            if let place { groups[place].append(change) } else { groups.append([change]) }
        }
        return groups
    }
}

extension HostChange {
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
            json.member("verdicts", verdicts)
        }
    }
}

extension PolicyKeyChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("old", old)
            json.member("new", new)
        }
    }
}

extension HostChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("systems", systems)
            json.member("old", old)
            json.member("new", new)
        }
    }
}
