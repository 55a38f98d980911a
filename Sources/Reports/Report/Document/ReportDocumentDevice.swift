import Documents
import TransportSecurity

/// The statements of a device on its own loads: the failures in its log, and the hosts in its App Privacy Report.
extension ReportDocument {
    /// The failures in the log of a device, beside the verdicts; empty without a log.
    var deviceLogBlocks: [Document.Block] {
        guard let comparison = report.deviceLog else { return [] }
        let rows = comparison.rows.map { row -> [Document.Cell] in
            [
                Document.Cell(row.complaint.host.named(at: row.complaint.ports, of: [.https])),
                Document.Cell(row.complaint.process ?? ""),
                Document.Cell(
                    "\(row.complaint.name): \(row.complaint.rules.map(\.rawValue).listed(atMost: 3))"),
                .number(row.complaint.count), .number(row.complaint.firstLine),
                // A verdict that agrees confirms the failure.
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

extension ReportDocument {
    /// The hosts of an App Privacy Report without a judged load.
    var missingHostBlocks: [Document.Block] {
        let missing = report.coverage.missingHosts
        return blocks(of: missing.hosts, heading: "Contacted by the device, but not recorded")
            + blocks(of: missing.unrecorded, heading: "Contacted when nothing was recorded")
    }

    /// The largest number of missing hosts without `--verbose`.
    private static let missingHostLimit = 20

    private func blocks(of hosts: [MissingHosts.MissingHost], heading: String) -> [Document.Block] {
        // Hosts of a list have no bundle identifier, and are left out here.
        let missing = hosts.compactMap { host in
            host.expected.bundleIdentifier.map { identifier in (identifier: identifier, host: host) }
        }
        .sorted { left, right in
            let (leftHost, rightHost) = (left.host.expected, right.host.expected)
            // By app, then by the number of contacts, most first.
            return (left.identifier, rightHost.contacts ?? 0, leftHost.name)
                < (right.identifier, leftHost.contacts ?? 0, rightHost.name)
        }
        guard !missing.isEmpty else { return [] }
        let shown = missing.prefix(isVerbose ? limit : Self.missingHostLimit)
        let rows = shown.map { identifier, host -> [Document.Cell] in
            [
                Document.Cell(identifier), Document.Cell(host.expected.name),
                host.expected.contacts.map { .count(Int(clamping: $0)) } ?? "",
                Document.Cell(host.expected.last?.minute ?? "", order: host.expected.last?.milliseconds),
                Document.Cell(host.app.map { "\($0), and loads that name no app" } ?? "all loads"),
            ]
        }
        let columns = ["App", "Host", "Contacts", "Last contact (UTC)", "Compared with"]
        return [
            .heading("\(heading) (\(Quantity.grouped(missing.count)))"), .table(Document.Table(columns, rows: rows)),
        ]
            + (isVerbose
                ? omission(missing.count, noun: "hosts") : hint(at: missing.count - shown.count, noun: "more host"))
    }
}
