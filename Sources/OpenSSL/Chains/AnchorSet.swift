import TransportSecurity

/// The parsed roots of a trust store, indexed by name and identity.
final class AnchorSet {
    private var anchors: [[UInt8]: ChainEvaluation.Anchor] = [:]
    private var bySubject: [[UInt8]: [ParsedCertificate]] = [:]

    /// Parses the roots of a store. Invalid roots are left out; `PEMFile` refuses them when files are read.
    init(_ store: TrustStore) {
        insert(store.systemRoots, as: .system)
        insert(store.userRoots, as: .user)
    }

    /// The anchor that a certificate is in this store.
    func anchor(_ certificate: ParsedCertificate) -> ChainEvaluation.Anchor {
        anchors[certificate.identity] ?? .none
    }

    /// The roots whose subject is the certificate's issuer, system roots first.
    func issuers(of certificate: ParsedCertificate) -> [ParsedCertificate] {
        bySubject[certificate.issuer] ?? []
    }

    private func insert(_ roots: [[UInt8]], as anchor: ChainEvaluation.Anchor) {
        for der in roots {
            guard let root = try? ParsedCertificate(der: der), anchors[root.identity] == nil else { continue }
            anchors[root.identity] = anchor
            bySubject[root.subject, default: []].append(root)
        }
    }
}
