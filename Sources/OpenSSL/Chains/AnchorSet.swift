import TransportSecurity

/// The parsed roots of a trust store, indexed by name and identity.
final class AnchorSet {
    /// The anchors by identity.
    private var memberships: [[UInt8]: Membership] = [:]
    private var bySubject: [[UInt8]: [ParsedCertificate]] = [:]
    private let storeNames: [String]

    /// The trust stores that have a root.
    private struct Membership {
        /// The stores of systems, each by the bit of its index.
        var systems: UInt64 = 0
        var isUsers = false
    }

    /// Parses the roots of a store. Invalid roots are left out; `PEMFile` refuses them when files are read.
    ///
    /// Certificates with the same subject and key are one anchor: a store that has one of them trusts all.
    init(_ store: TrustStore) {
        storeNames = store.systemStores.map(\.name)
        var byKey: [[UInt8]: UInt64] = [:]
        var parsed: [(root: ParsedCertificate, key: [UInt8])] = []
        for (index, der) in store.systemRoots.enumerated() {
            guard let root = try? ParsedCertificate(der: der) else { continue }
            let key = root.facts.publicKeySHA256 + Array(root.facts.subject.utf8)
            let bits = store.systemStores.enumerated().reduce(UInt64(0)) { bits, numbered in
                numbered.element.roots.contains(index) ? bits | 1 << numbered.offset : bits
            }
            byKey[key, default: 0] |= store.systemStores.isEmpty ? .max : bits
            parsed.append((root, key))
        }
        for (root, key) in parsed { insert(root) { $0.systems = byKey[key] ?? 0 } }
        for der in store.userRoots {
            guard let root = try? ParsedCertificate(der: der) else { continue }
            insert(root) { $0.isUsers = true }
        }
    }

    /// The anchor that a certificate is in the store of that index.
    func anchor(_ certificate: ParsedCertificate, inStore index: Int) -> ChainEvaluation.Anchor {
        guard let membership = memberships[certificate.identity] else { return .none }
        if membership.systems & (1 << index) != 0 { return .system }
        return membership.isUsers ? .user : .none
    }

    /// The known roots whose subject is the certificate's issuer, system roots first.
    func roots(above certificate: ParsedCertificate) -> [ParsedCertificate] {
        bySubject[certificate.issuer] ?? []
    }

    /// The names of the stores that have a root.
    func stores(with certificate: ParsedCertificate) -> [String] {
        guard let membership = memberships[certificate.identity] else { return [] }
        return storeNames.enumerated().filter { membership.systems & (1 << $0.offset) != 0 }.map(\.element)
    }

    private func insert(_ root: ParsedCertificate, _ change: (inout Membership) -> Void) {
        if memberships[root.identity] == nil { bySubject[root.subject, default: []].append(root) }
        change(&memberships[root.identity, default: Membership()])
    }
}
