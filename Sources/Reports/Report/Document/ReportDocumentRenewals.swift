import Documents
import TransportSecurity

/// The servers whose certificates ought to be replaced.
extension ReportDocument {
    /// The heading, the time of the statement and a sentence for each server; empty if no certificate is due.
    ///
    /// - Parameter limit: The largest number of servers.
    func renewalBlocks(limit: Int) -> [Document.Block] {
        let renewals = report.renewals
        guard !renewals.isEmpty else { return [] }
        let shown = renewals.prefix(limit).map {
            "\($0.authority.description): \($0.notice.sentence(at: report.time))"
        }
        let more = renewals.count - shown.count
        return [
            .heading("Certificates to renew (\(Quantity.grouped(renewals.count)))"),
            .paragraph(
                "Judged on \(report.time.date), when this report was made. The servers may have newer certificates "
                    + "than the recording: atsproxy check asks them.", tone: .muted),
            .list(shown),
        ] + (more > 0 ? [.paragraph("\(Quantity.of(more, "more server")): --format json has all.", tone: .muted)] : [])
    }
}
