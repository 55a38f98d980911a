/// The comparison of a tunnel with the probe of its server.
extension TunnelObservation {
    /// One note for each difference, with both values. Values that are missing on one side are not compared.
    public var differences: [Note] {
        var notes: [Note] = []
        func compare<Value: Equatable>(
            _ what: String, _ probed: Value?, _ tunnel: Value?, cause: String = "", as text: (Value) -> String
        ) {
            guard let probed, let tunnel, probed != tunnel else { return }
            notes.append(
                Note(
                    .tunnelDiffers,
                    "Another \(what) than in the probe: the probe got \(text(probed)), "
                        + "the tunnel has \(text(tunnel))\(cause)."))
        }

        compare("address", probedAddress, address, as: \.description)
        switch probed {
        case .secure(let handshake, let chain):
            let isOffered = hello?.versions.contains(handshake.version) != false
            compare(
                "version", handshake.version, agreement?.version,
                cause: isOffered ? "" : " (the client does not offer the former)", as: \.name)
            compare("cipher suite", handshake.cipherSuite, agreement?.cipherSuite, as: \.name)
            compare("certificate", chain.presented.first?.sha256, presentedLeaf?.sha256, as: \.hexadecimal)
        case .noHandshake(let failure):
            guard agreement != nil else { break }
            notes.append(
                Note(
                    .tunnelDiffers,
                    "The probe got no handshake, because the server \(failure.prose); this client got one."))
        case .cleartext, .certificates, nil:
            break
        }
        return notes
    }

    /// Whether the tunnel shows that the server has changed since the probe, or answers clients differently. The facts
    /// of the probe should then be discarded.
    ///
    /// A client that offers less than the probe gets less, which says nothing about the server. The server has changed
    /// if it negotiated a forbidden version with a client that offers a permitted one, or parameters that it refused to
    /// the probe. A server that sends another certificate with a different verdict has changed as well.
    public func contradicts(_ probe: Verdict, by tunnel: Verdict, under requirements: Requirements) -> Bool {
        guard agreement != nil else { return false }
        let probed = probe.violations.map(\.rule)
        let seen = tunnel.violations.map(\.rule)
        let offersPermittedVersion = hello?.versions.contains { $0 >= requirements.minimumTLSVersion } == true
        if seen.contains(.tunnelVersion), !probed.contains(.tlsVersion), offersPermittedVersion { return true }
        if probed.contains(.tlsVersion), !seen.contains(.tunnelVersion) { return true }
        let isRefused = probed.contains { $0 == .tlsCipher || $0 == .tlsForwardSecrecy || $0 == .tlsHandshake }
        if isRefused, !seen.contains(.tunnelCipher), !seen.contains(.tunnelVersion) { return true }
        return showsAnotherCertificate && probe.rulesAboutTrust != tunnel.rulesAboutTrust
    }

    private var showsAnotherCertificate: Bool {
        guard let presentedLeaf, let probedLeaf else { return false }
        return probedLeaf.sha256 != presentedLeaf.sha256
    }
}

extension Verdict {
    fileprivate var rulesAboutTrust: Set<RuleID> {
        Set((violations + warnings).map(\.rule).filter(\.isAboutTrust))
    }
}
