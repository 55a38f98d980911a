import TransportSecurity

extension RenewalNotice {
    /// The validity period of a certificate with the name of its issuer.
    package struct Link {
        package let period: Period
        package let issuer: String

        package init(_ certificate: Certificate) {
            (period, issuer) = (Period(certificate), certificate.issuer)
        }
    }

    /// Creates the notice on certificates as a server sent them, its own first; nil outside the renewal window.
    ///
    /// Only the issuer of the server's own certificate counts besides it. Further ones may be there for old clients.
    package init?(sent: [Link], at time: Instant, in window: RenewalWindow) {
        guard let leaf = sent.first else { return nil }
        // Clients choose among several certificates of one issuer; the latest counts.
        let issuer = sent.dropFirst().filter { $0.period.subject == leaf.issuer }
            .max { $0.period.notAfter < $1.period.notAfter }
        self.init(leaf: leaf.period, issuers: issuer.map { [$0.period] } ?? [], at: time, in: window)
    }
}
