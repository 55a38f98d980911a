import InternetNames
import OpenSSL
import Recordings
import Reports
import TransportSecurity

extension RecordedTraffic {
    /// The servers of the loads whose certificates are in the renewal window, by the latest facts about each.
    ///
    /// A recording may be older than a renewal. Certificates that have ended since are left out: the server has others
    /// by now, or fails.
    package func renewals(at time: Instant, in window: RenewalWindow, isFailing: Bool) -> [HostRenewal] {
        var parsed: [[UInt8]: RenewalNotice.Link] = [:]
        return Set(entries.compactMap(\.authority)).compactMap { authority in
            let sent = facts[authority].lazy.flatMap(\.attempts).compactMap { try? $0.result.get() }
                .first { !$0.certificates.isEmpty }
            guard let sent else { return nil }
            let links = (sent.certificates + sent.fetchedIssuers).compactMap { der -> RenewalNotice.Link? in
                if let known = parsed[der] { return known }
                guard let certificate = try? CertificateReader.read(der: der) else { return nil }
                let link = RenewalNotice.Link(certificate)
                parsed[der] = link
                return link
            }
            if let notice = RenewalNotice(sent: links, at: time, in: window) {
                return HostRenewal(authority: authority, notice: notice, isFailing: isFailing)
            }
            return RenewalNotice(sent: links, at: time, in: .lastThird).map {
                HostRenewal(authority: authority, notice: $0, isFailing: false)
            }
        }
    }
}
