import Documents
import InternetNames
import TransportSecurity

extension Report {
    /// The findings that may be the cause of an error: those by the given rules, at the given hosts, or at any host if
    /// none is given.
    package func findings(by rules: Set<RuleID>, at hosts: [Host]) -> [ReportFinding] {
        findings.filter { found in
            rules.contains(found.finding.rule) && (hosts.isEmpty || hosts.contains(found.host))
        }
    }
}

extension [ReportFinding] {
    /// The findings that may be the cause of an error, as the last part of its explanation.
    package var recordedCauses: [Document.Block] {
        let heading = Document.Block.heading("What was recorded")
        guard !isEmpty else { return [heading, .paragraph("Nothing in the recording ends in such an error.")] }
        let rows = map { found -> [Document.Cell] in
            [
                Document.Cell(found.host.description), Document.Cell(found.finding.rule.rawValue, tone: found.tone),
                Document.Cell(found.finding.message), .number(found.traffic.loads),
                Document.Cell(found.traffic.last?.date ?? ""),
            ]
        }
        return [heading, .table(Document.Table(["Host", "Rule", "What was found", "Loads", "Last seen"], rows: rows))]
    }
}
