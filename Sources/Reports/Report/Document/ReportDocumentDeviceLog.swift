import Documents
import TransportSecurity

/// The failures that a device has logged.
extension ReportDocument {
    var deviceLogBlocks: [Document.Block] {
        guard let comparison = report.deviceLog else { return [] }
        let rows = comparison.rows.map { row -> [Document.Cell] in
            let (words, tone): (String, Document.Tone) =
                switch row.standing {
                case .agrees: ("agrees: \(row.found.map(\.rawValue).joined(separator: ", "))", .bad)
                case .differs where row.found.isEmpty: ("differs: nothing is violated", .caution)
                case .differs: ("differs: \(row.found.map(\.rawValue).joined(separator: ", "))", .caution)
                case .notSeen: ("not seen", .caution)
                }
            return [
                Document.Cell(row.complaint.host.description), Document.Cell(row.complaint.process ?? ""),
                Document.Cell(
                    "\(row.complaint.name): \(row.complaint.rules.map(\.rawValue).listed(atMost: 3))"),
                .number(row.complaint.count), .number(row.complaint.firstLine), Document.Cell(words, tone),
            ]
        }
        let columns = ["Host", "Process", "The device logged", "Lines", "First line", "The verdict"]
        var blocks: [Document.Block] = [.heading("The device's own log"), .paragraph(comparison.sentence)]
        if !rows.isEmpty { blocks.append(.table(Document.Table(columns, Array(rows.prefix(limit))))) }
        return blocks + omission(rows.count, "failures") + [.list(comparison.statements)]
    }
}
