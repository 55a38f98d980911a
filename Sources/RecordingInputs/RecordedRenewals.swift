import InternetNames
import OpenSSL
import Recordings
import Reports
import TransportSecurity

extension RecordedTraffic {
    /// The servers of the loads whose certificates are to be renewed, by the latest facts about each server.
    ///
    /// A recording may be older than a renewal. Certificates that have ended since are left out: the server has others
    /// by now, or fails.
    ///
    /// - Parameters:
    ///   - time: The time at which the report is made.
    ///   - window: The time before the end of a certificate in which it is to be renewed.
    ///   - isFailing: Whether a certificate in the window fails the command. A certificate in the last third of its
    ///     validity period is only listed.
    package func renewals(at time: Instant, in window: RenewalWindow, isFailing: Bool) -> [HostRenewal] {
        var parsed = ParsedLinks()
        var renewals: [HostRenewal] = []
        for authority in Set(entries.compactMap(\.authority)) {
            guard let handshake = latestHandshake(with: authority) else { continue }
            let links = (handshake.certificates + handshake.fetchedIssuers).compactMap { parsed.link(der: $0) }
            if let notice = RenewalNotice(sent: links, at: time, in: window) {
                renewals.append(HostRenewal(authority: authority, notice: notice, isFailing: isFailing))
            } else if let notice = RenewalNotice(sent: links, at: time, in: .lastThird) {
                renewals.append(HostRenewal(authority: authority, notice: notice, isFailing: false))
            }
        }
        return renewals
    }

    /// The latest recorded handshake in which a server sent certificates; nil if there is none.
    private func latestHandshake(with authority: Authority) -> Handshake? {
        facts[authority].lazy.flatMap(\.attempts).compactMap { try? $0.result.get() }
            .first { !$0.certificates.isEmpty }
    }
}

/// The certificates that were read so far. Servers send the same few intermediate certificates.
private struct ParsedLinks {
    /// The certificates by their DER.
    private var links: [[UInt8]: RenewalNotice.Link] = [:]

    /// Reads a certificate; nil if it is malformed.
    mutating func link(der: [UInt8]) -> RenewalNotice.Link? {
        if let link = links[der] { return link }
        guard let certificate = try? CertificateReader.read(der: der) else { return nil }
        let link = RenewalNotice.Link(certificate)
        links[der] = link
        return link
    }
}

extension RenewalNotice {
    /// One certificate of a chain: its validity period and the name of its issuer.
    package struct Link {
        package let period: Period
        package let issuer: String

        package init(_ certificate: Certificate) {
            (period, issuer) = (Period(certificate), certificate.issuer)
        }
    }

    /// Creates the notice on certificates as a server sent them, its own first; nil outside the renewal window.
    ///
    /// Only the server's own certificate and its issuer count. Further certificates may be there for old clients.
    package init?(sent: [Link], at time: Instant, in window: RenewalWindow) {
        guard let leaf = sent.first else { return nil }
        // Clients choose among several certificates of one issuer; the latest counts.
        let issuer = sent.dropFirst().filter { $0.period.subject == leaf.issuer }
            .max { $0.period.notAfter < $1.period.notAfter }
        self.init(leaf: leaf.period, issuers: issuer.map { [$0.period] } ?? [], at: time, in: window)
    }
}
