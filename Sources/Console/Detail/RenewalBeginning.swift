import TransportSecurity

extension ChainEvaluation {
    /// The time from which a certificate of the chain ought to be replaced. The window has the length of the last third
    /// of the server's own certificate, also before the end of an issuer that ends first; nil for all others.
    func renewalBeginning(of certificate: Certificate) -> Instant? {
        guard let leaf else { return nil }
        let isIssuer = path.dropFirst().contains(certificate) && certificate.notAfter < leaf.notAfter
        guard certificate == leaf || isIssuer && !certificate.isSelfSigned else { return nil }
        return certificate.notAfter + -RenewalWindow.lastThird.length(from: leaf.notBefore, to: leaf.notAfter)
    }
}
