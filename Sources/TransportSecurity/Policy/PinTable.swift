import InternetNames

/// The pins of a policy, indexed by host without regard to case.
struct PinTable: Hashable {
    private var entries: [String: [PinnedDomain]] = [:]

    /// Creates the table from the value of `NSPinnedDomains`.
    init(_ value: PropertyValue?) {
        guard case .dictionary(let dictionary) = value else { return }
        for domain in dictionary.sorted(by: { $0.key < $1.key }).compactMap(PinnedDomain.init(key:value:)) {
            entries[domain.key.lowercased(), default: []].append(domain)
        }
    }

    /// All entries, in the order of their keys.
    var all: [PinnedDomain] { entries.values.joined().sorted { $0.key < $1.key } }

    /// The union of the identities of all entries that cover a host; nil if no entry does.
    ///
    /// One trailing dot of the host is ignored. An entry covers its own host and, with `NSIncludesSubdomains`, hosts
    /// with exactly one more label.
    func identities(for host: Host) -> PinnedIdentities? {
        let matches = domains(for: host)
        guard let first = matches.first else { return nil }
        return matches.dropFirst().reduce(first.identities) { $0.union($1.identities) }
    }

    /// The entries that cover a host: those of the host itself first, then those of its parent domain.
    func domains(for host: Host) -> [PinnedDomain] {
        guard !entries.isEmpty else { return [] }
        let name = Self.withoutTrailingDot(host)
        let own = entries[name] ?? []
        guard let parent = Self.parent(of: name, in: host) else { return own }
        return own + (entries[parent] ?? []).filter(\.includesSubdomains)
    }

    /// The key of an entry with `NSIncludesSubdomains` that does not cover the host because the host has two or more
    /// additional labels.
    func tooDistantKey(for host: Host) -> String? {
        guard !entries.isEmpty else { return nil }
        var ancestor = Self.parent(of: Self.withoutTrailingDot(host), in: host)
        while let name = ancestor {
            ancestor = Self.parent(of: name, in: host)
            if let entry = ancestor.flatMap({ entries[$0] })?.first(where: \.includesSubdomains) { return entry.key }
        }
        return nil
    }

    private static func withoutTrailingDot(_ host: Host) -> String {
        let text = host.description
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The name without its first label (CopyParentDomainNameFromHostName). An address has no parent.
    private static func parent(of name: String, in host: Host) -> String? {
        guard case .name = host, let dot = name.firstIndex(of: ".") else { return nil }
        return String(name[name.index(after: dot)...])
    }
}

extension PinnedIdentities {
    /// The union of both sets of identities. If one side has no list, the other side's list is taken.
    fileprivate func union(_ other: PinnedIdentities) -> PinnedIdentities {
        func united(_ left: Set<[UInt8]>?, _ right: Set<[UInt8]>?) -> Set<[UInt8]>? {
            guard let left, let right else { return left ?? right }
            return left.union(right)
        }
        return PinnedIdentities(
            authorities: united(authorities, other.authorities), leaves: united(leaves, other.leaves))
    }
}
