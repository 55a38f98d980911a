import Documents
import TransportSecurity

/// The failures that a device has logged.
extension ReportDocument {
    var deviceLogBlocks: [Document.Block] {
        guard let comparison = report.deviceLog else { return [] }
        let rows = comparison.rows.map { row -> [Document.Cell] in
            [
                Document.Cell(row.complaint.host.named(at: row.complaint.ports, of: [.https])),
                Document.Cell(row.complaint.process ?? ""),
                Document.Cell(
                    "\(row.complaint.name): \(row.complaint.rules.map(\.rawValue).listed(atMost: 3))"),
                .number(row.complaint.count), .number(row.complaint.firstLine),
                Document.Cell(row.prose, tone: row.standing == .agrees ? .bad : .caution),
            ]
        }
        let columns = ["Host", "Process", "The device logged", "Lines", "First line", "The verdict"]
        var blocks: [Document.Block] = [.heading("The device's own log"), .paragraph(comparison.sentence)]
        if !rows.isEmpty { blocks.append(.table(Document.Table(columns, rows: Array(rows.prefix(limit))))) }
        return blocks + omission(rows.count, noun: "failures") + [.list(comparison.statements)]
    }
}

extension DeviceLogComparison.Row {
    /// The relation of the verdicts to the failure, with the rules that loads from the host violate.
    fileprivate var prose: String {
        let rules = foundRules.map(\.rawValue).joined(separator: ", ")
        switch standing {
        case .agrees: return "agrees: \(rules)"
        case .differs: return "differs: \(rules.isEmpty ? "nothing is violated" : rules)"
        case .notSeen: return "not seen"
        }
    }
}
