import TransportSecurity

extension ChainEvaluation {
    /// The time from which a certificate of the chain ought to be replaced: the end of the certificate less a third of
    /// the lifetime of the server's own certificate.
    ///
    /// Nil for a certificate other than the server's own one and the issuers that end before it.
    func renewalBeginning(of certificate: Certificate) -> Instant? {
        guard let leaf else { return nil }
        let isIssuer = path.dropFirst().contains(certificate) && certificate.notAfter < leaf.notAfter
        guard certificate == leaf || isIssuer && !certificate.isSelfSigned else { return nil }
        return certificate.notAfter + -RenewalWindow.lastThird.length(from: leaf.notBefore, to: leaf.notAfter)
    }
}
