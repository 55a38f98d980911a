import InternetNames

/// All pins of a policy, found by host without regard to case.
struct PinTable: Hashable {
    private var entries: [String: [PinnedDomain]] = [:]

    /// The pins in the value of `NSPinnedDomains`.
    init(_ value: PropertyValue?) {
        guard case .dictionary(let dictionary) = value else { return }
        for domain in dictionary.sorted(by: { $0.key < $1.key }).compactMap(PinnedDomain.init(key:value:)) {
            entries[domain.key.lowercased(), default: []].append(domain)
        }
    }

    /// Every entry, in the order of the keys.
    var all: [PinnedDomain] { entries.values.joined().sorted { $0.key < $1.key } }

    /// The identities of all entries that cover a host, united; nil where none does.
    ///
    /// One trailing dot of the host does not count. An entry covers its own host and, with `NSIncludesSubdomains`,
    /// those with one label more.
    func identities(for host: Host) -> PinnedIdentities? {
        let name = Self.withoutTrailingDot(host)
        var matches = entries[name] ?? []
        if let parent = Self.parent(of: name, in: host) {
            matches += (entries[parent] ?? []).filter(\.includesSubdomains)
        }
        guard let first = matches.first else { return nil }
        return matches.dropFirst().reduce(first.identities) { $0.union($1.identities) }
    }

    /// The key of an entry with `NSIncludesSubdomains` two or more labels above the host, which does not cover it.
    func tooDistantKey(for host: Host) -> String? {
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

    /// The name without its first label (CopyParentDomainNameFromHostName); an address has no parent.
    private static func parent(of name: String, in host: Host) -> String? {
        guard case .name = host, let dot = name.firstIndex(of: ".") else { return nil }
        return String(name[name.index(after: dot)...])
    }
}

extension PinnedIdentities {
    /// The identities of both; an absent list takes the other's.
    fileprivate func union(_ other: PinnedIdentities) -> PinnedIdentities {
        func united(_ left: Set<[UInt8]>?, _ right: Set<[UInt8]>?) -> Set<[UInt8]>? {
            guard let left, let right else { return left ?? right }
            return left.union(right)
        }
        return PinnedIdentities(
            authorities: united(authorities, other.authorities), leaves: united(leaves, other.leaves))
    }
}
