import TransportSecurity

/// The roots of a trust store, parsed, and found by name or by identity.
final class AnchorSet {
    private var anchors: [[UInt8]: ChainEvaluation.Anchor] = [:]
    private var bySubject: [UInt: [ParsedCertificate]] = [:]

    /// The roots of the store. What is no certificate is left out; whoever read the files has refused it before.
    init(_ store: TrustStore) {
        insert(store.systemRoots, as: .system)
        insert(store.userRoots, as: .user)
    }

    /// What this very certificate is in the store.
    func anchor(_ certificate: ParsedCertificate) -> ChainEvaluation.Anchor {
        anchors[certificate.identity] ?? .none
    }

    /// The roots whose subject that certificate names as its issuer, the system's first.
    func issuers(of certificate: ParsedCertificate) -> [ParsedCertificate] {
        (bySubject[certificate.issuerHash] ?? []).filter { certificate.names(issuer: $0) }
    }

    private func insert(_ roots: [[UInt8]], as anchor: ChainEvaluation.Anchor) {
        for der in roots {
            guard let root = try? ParsedCertificate(der: der), anchors[root.identity] == nil else { continue }
            anchors[root.identity] = anchor
            bySubject[root.subjectHash, default: []].append(root)
        }
    }
}
