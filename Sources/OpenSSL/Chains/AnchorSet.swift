import TransportSecurity

/// The roots of a trust store, by subject.
///
/// A root is parsed when a certificate first has its subject as subject or issuer. OpenSSL would take a tenth of a
/// second to parse the roots of all systems, and each thread has a set of its own.
final class AnchorSet {
    private let store: TrustStore
    private var indices: [[UInt8]: Indices] = [:]
    private var parsed: [[UInt8]: [Anchor]] = [:]

    /// The indices of the roots with one subject among `systemRoots` and `userRoots`.
    private struct Indices {
        var systems: [Int] = []
        var users: [Int] = []
    }

    /// A parsed root, and the trust stores that have it.
    private struct Anchor {
        let root: ParsedCertificate
        /// The stores of systems, each by the bit of its index.
        var systems: UInt64
        var isUsers: Bool
    }

    /// Reads the subjects of the roots of a store.
    init(_ store: TrustStore) {
        self.store = store
        for (index, der) in store.systemRoots.enumerated() { insert(der) { $0.systems.append(index) } }
        for (index, der) in store.userRoots.enumerated() { insert(der) { $0.users.append(index) } }
    }

    /// The anchor that a certificate is in the store of that index.
    func anchor(_ certificate: ParsedCertificate, inStore index: Int) -> ChainEvaluation.Anchor {
        guard let anchor = anchor(certificate) else { return .none }
        if anchor.systems & (1 << index) != 0 { return .system }
        return anchor.isUsers ? .user : .none
    }

    /// The known roots whose subject is the certificate's issuer, system roots first.
    func roots(above certificate: ParsedCertificate) -> [ParsedCertificate] {
        anchors(named: certificate.issuer).map(\.root)
    }

    /// The names of the stores that have a root.
    func stores(with certificate: ParsedCertificate) -> [String] {
        guard let anchor = anchor(certificate) else { return [] }
        return store.systemStores.enumerated().filter { anchor.systems & (1 << $0.offset) != 0 }.map(\.element.name)
    }

    private func insert(_ der: [UInt8], _ add: (inout Indices) -> Void) {
        guard let subject = NormalizedName.subject(of: der) ?? (try? ParsedCertificate(der: der))?.subject else {
            return
        }
        add(&indices[subject, default: Indices()])
    }

    private func anchor(_ certificate: ParsedCertificate) -> Anchor? {
        anchors(named: certificate.subject).first { $0.root.identity == certificate.identity }
    }

    private func anchors(named subject: [UInt8]) -> [Anchor] {
        if let known = parsed[subject] { return known }
        guard let indices = indices[subject] else { return [] }
        let anchors = anchors(at: indices)
        parsed[subject] = anchors
        return anchors
    }

    /// Parses the roots with one subject. Invalid roots are left out; `PEMFile` refuses them when files are read.
    ///
    /// System roots with the same subject and key are one anchor: a store that has one of them trusts all. A user's
    /// root is compared as a whole.
    private func anchors(at indices: Indices) -> [Anchor] {
        let systemRoots = indices.systems.compactMap { index in
            let root = try? ParsedCertificate(der: store.systemRoots[index])
            return root.map { (root: $0, systems: systems(with: index)) }
        }
        var systemsByKey: [[UInt8]: UInt64] = [:]
        for (root, systems) in systemRoots { systemsByKey[root.facts.publicKeySHA256, default: 0] |= systems }
        var anchors: [Anchor] = []
        for (root, _) in systemRoots where !anchors.contains(where: { $0.root.identity == root.identity }) {
            anchors.append(Anchor(root: root, systems: systemsByKey[root.facts.publicKeySHA256] ?? 0, isUsers: false))
        }
        for der in indices.users.map({ store.userRoots[$0] }) {
            guard let root = try? ParsedCertificate(der: der) else { continue }
            if let known = anchors.firstIndex(where: { $0.root.identity == root.identity }) {
                anchors[known].isUsers = true
            } else {
                anchors.append(Anchor(root: root, systems: 0, isUsers: true))
            }
        }
        return anchors
    }

    /// The stores that have the system root of that index, each by the bit of its own index.
    private func systems(with root: Int) -> UInt64 {
        guard !store.systemStores.isEmpty else { return .max }
        return store.systemStores.enumerated().reduce(0) { bits, numbered in
            numbered.element.roots.contains(root) ? bits | 1 << numbered.offset : bits
        }
    }
}
