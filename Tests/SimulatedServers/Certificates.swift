import TransportSecurity

/// Certificates with one fault each.
package enum Certificates {
    package static let now = Instant(year: 2026, month: 11, day: 20, hour: 12)

    package static func leaf(_ change: (inout Certificate) -> Void = { _ in }) -> Certificate {
        var leaf = Certificate(
            der: [1], subject: "CN=server", issuer: "CN=Root", notBefore: Instant(year: 2026, month: 10, day: 1),
            notAfter: Instant(year: 2027, month: 1, day: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256),
            subjectAltNames: .init(dnsNames: SimulatedSite.names, ipAddresses: [[198, 51, 100, 7]]),
            extendedKeyUsage: ["1.3.6.1.5.5.7.3.1"], sha256: [1], publicKeySHA256: [11])
        change(&leaf)
        return leaf
    }

    package static let root = Certificate(
        der: [3], subject: "CN=Root", issuer: "CN=Root", notBefore: Instant(year: 2015, month: 1, day: 1),
        notAfter: Instant(year: 2035, month: 1, day: 1), key: .rsa(bits: 2048),
        signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), isAuthority: true, isSelfSigned: true,
        sha256: [3], publicKeySHA256: [13])

    package static func chain(
        _ leaf: Certificate = leaf(), anchor: ChainEvaluation.Anchor = .user,
        _ change: (inout ChainEvaluation) -> Void = { _ in }
    ) -> ChainEvaluation {
        var chain = ChainEvaluation(
            presented: [leaf], path: anchor == .none ? [leaf] : [leaf, root], anchor: anchor, revocation: .good)
        change(&chain)
        return chain
    }
}
