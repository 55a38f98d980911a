import Events
import InternetNames
import TransportSecurity

/// A simulated server, which answers hellos like real ones: with the newest common version, and the first of
/// its own suites that the client offers, or with an alert.
package struct SimulatedServer {
    package var name: String
    package var versions: ClosedRange<TLSVersion>
    /// Its suites in its own order of preference.
    package var suites: [UInt16]
    package var group: NamedGroup?
    package var extendedMasterSecret: Bool
    /// The failure with which the server answers, if any.
    package var refusal: HandshakeFailure?
    /// Whether its key is of a kind that only the permissive hello permits.
    package var hasForeignKey: Bool
    /// The scheme that its key needs for the handshake signature of TLS 1.3; nil if it has a key that each hello permits.
    package var schemeInTLS13: SignatureScheme?
    /// Whether it asks for a client certificate, so that a probe without one ends before its end.
    package var requestsClientCertificate: Bool
    /// The evaluation of the server's certificates.
    package var chain: ChainEvaluation
    /// Whether loads from the server use cleartext.
    package var isCleartext: Bool
    package var port: UInt16

    /// Creates a server.
    package init(
        name: String, versions: ClosedRange<TLSVersion> = .tls1_2 ... .tls1_3,
        suites: [UInt16] = [0x1301, 0xC02F, 0xC013], group: NamedGroup? = .x25519, extendedMasterSecret: Bool = true,
        refusal: HandshakeFailure? = nil, hasForeignKey: Bool = false, schemeInTLS13: SignatureScheme? = nil,
        requestsClientCertificate: Bool = false, chain: ChainEvaluation = Certificates.chain(),
        isCleartext: Bool = false, port: UInt16 = 443
    ) {
        self.name = name
        self.versions = versions
        self.suites = suites
        self.group = group
        self.extendedMasterSecret = extendedMasterSecret
        self.refusal = refusal
        self.hasForeignKey = hasForeignKey
        self.schemeInTLS13 = schemeInTLS13
        self.requestsClientCertificate = requestsClientCertificate
        self.chain = chain
        self.isCleartext = isCleartext
        self.port = port
    }

    package var host: Host { IPAddress(name).map(Host.address) ?? .name(name) }

    /// The answer to a hello.
    package func answer(to offer: Offer) -> Result<Handshake, HandshakeFailure> {
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
    package func probe(_ judging: Offer) -> (attempts: [FactsEvent.Attempt], observation: Observation) {
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
