import InternetNames
import Recording
import TransportSecurity

/// A simulated server, which answers hellos like real ones: with the newest common version, and the first of
/// its own suites that the client offers, or with an alert.
struct SimulatedServer {
    var name: String
    var versions: ClosedRange<TLSVersion> = .tls1_2 ... .tls1_3
    /// Its suites in its own order of preference.
    var suites: [UInt16] = [0x1301, 0xC02F, 0xC013]
    var group: NamedGroup? = .x25519
    var extendedMasterSecret = true
    /// The failure with which the server answers, if any.
    var refusal: HandshakeFailure?
    /// Whether its key is of a kind that only the permissive hello permits.
    var hasForeignKey = false
    /// The scheme that its key needs for the handshake signature of TLS 1.3; nil if it has a key that each hello permits.
    var schemeInTLS13: SignatureScheme?
    /// Whether it asks for a client certificate, so that a probe without one ends before its end.
    var requestsClientCertificate = false
    /// The evaluation of the server's certificates.
    var chain = Certificates.chain()
    /// Whether loads from the server use cleartext.
    var isCleartext = false
    var port: UInt16 = 443

    var host: Host { IPAddress(name).map(Host.address) ?? .name(name) }

    /// The answer to a hello.
    func answer(to offer: Offer) -> Result<Handshake, HandshakeFailure> {
        if let refusal { return .failure(refusal) }
        if hasForeignKey, !offer.isPermissive { return .failure(.alert(40)) }
        let newest = min(versions.upperBound, offer.versions.upperBound)
        guard newest >= versions.lowerBound, newest >= offer.versions.lowerBound else { return .failure(.alert(70)) }
        if newest == .tls1_3, let schemeInTLS13, !offer.signatureSchemes.contains(schemeInTLS13) {
            return .failure(.alert(40))
        }
        let offered = offer.cipherSuites
        let suite = suites.map(CipherSuite.init(rawValue:)).first {
            offered.contains($0) && $0.isForTLS13 == (newest == .tls1_3)
        }
        guard let suite else { return .failure(.alert(40)) }
        let needsGroup = !suite.usesRSAKeyTransport && !suite.name.contains("_DHE_")
        let chosen = group.flatMap { offer.groups.contains($0) ? $0 : offer.groups.first { $0 != .x25519MLKEM768 } }
        return .success(
            Handshake(
                offer: offer, version: newest, cipherSuite: suite, group: needsGroup ? chosen : nil,
                signatureScheme: newest == .tls1_3 ? schemeInTLS13 : nil,
                extendedMasterSecret: newest == .tls1_3 || extendedMasterSecret,
                certificates: [Array(name.utf8), [2]], requestsClientCertificate: requestsClientCertificate,
                isComplete: !requestsClientCertificate, isKeyProven: true))
    }

    /// The attempts and the result of a probe with the judging hello.
    func probe(_ judging: Offer) -> (attempts: [FactsEvent.Attempt], observation: Observation) {
        var relaxed = RelaxedOffers(below: judging)
        var attempts: [FactsEvent.Attempt] = []
        var offer = judging
        while true {
            let result = answer(to: offer)
            attempts.append(FactsEvent.Attempt(offer: offer, result: result))
            switch result {
            case .success(let handshake):
                return (attempts, .secure(handshake, chain))
            case .failure(let failure):
                guard let next = relaxed.next(after: failure) else {
                    guard case .failure(let first) = attempts[0].result else { return (attempts, .cleartext(.http)) }
                    return (attempts, .noHandshake(first))
                }
                offer = next
            }
        }
    }
}

/// Certificates with one fault each.
enum Certificates {
    static let now = Instant(year: 2026, month: 11, day: 20, hour: 12)

    static func leaf(_ change: (inout Certificate) -> Void = { _ in }) -> Certificate {
        var leaf = Certificate(
            der: [1], subject: "CN=server", issuer: "CN=Root", notBefore: Instant(year: 2026, month: 10, day: 1),
            notAfter: Instant(year: 2027, month: 1, day: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256),
            subjectAltNames: .init(dnsNames: SimulatedSite.names, ipAddresses: [[198, 51, 100, 7]]),
            extendedKeyUsage: ["1.3.6.1.5.5.7.3.1"], sha256: [1], publicKeySHA256: [11])
        change(&leaf)
        return leaf
    }

    static let root = Certificate(
        der: [3], subject: "CN=Root", issuer: "CN=Root", notBefore: Instant(year: 2015, month: 1, day: 1),
        notAfter: Instant(year: 2035, month: 1, day: 1), key: .rsa(bits: 2048),
        signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), isAuthority: true, isSelfSigned: true,
        sha256: [3], publicKeySHA256: [13])

    static func chain(
        _ leaf: Certificate = leaf(), anchor: ChainEvaluation.Anchor = .user,
        _ change: (inout ChainEvaluation) -> Void = { _ in }
    ) -> ChainEvaluation {
        var chain = ChainEvaluation(
            presented: [leaf], path: anchor == .none ? [leaf] : [leaf, root], anchor: anchor, revocation: .good)
        change(&chain)
        return chain
    }
}
