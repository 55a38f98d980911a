import Documents
import InternetNames
import JSONWriting
import Recording
import TransportSecurity

extension ErrorExplanation {
    /// The explanations as a document for readers, with the codes that have none and the recorded findings for the
    /// hosts in question.
    ///
    /// - Parameter url: The URL that failed, for the commands that are advised; nil if it is not known.
    public static func document(
        _ explanations: [ErrorExplanation], unknown: [String] = [], url: String? = nil, findings: [ReportFinding]?
    ) -> Document {
        var document = Document(title: "What the error means")
        for explanation in explanations {
            document.blocks.append(.heading(explanation.title))
            document.blocks.append(.paragraph(explanation.meaning))
            if !explanation.causes.isEmpty {
                document.blocks += [.paragraph("Likely causes:"), .list(explanation.causes)]
            }
            if !explanation.advice.isEmpty {
                let advice = explanation.advice.map { advice in
                    advice.contains("atsproxy ") ? advice.replacing(" URL", with: " \(url ?? "URL")") : advice
                }
                document.blocks += [.paragraph("What to do:"), .list(advice)]
            }
        }
        if !unknown.isEmpty {
            document.blocks.append(.heading("Not known here"))
            document.blocks.append(
                .paragraph("The text also has \(unknown.listed(20)), for which there is no explanation here."))
        }
        guard let findings else { return document }
        document.blocks.append(.heading("What was recorded"))
        guard !findings.isEmpty else {
            document.blocks.append(.paragraph("Nothing in the recording ends in such an error."))
            return document
        }
        let rows = findings.map { found -> [Document.Cell] in
            [
                Document.Cell(found.host.description), Document.Cell(found.finding.rule.rawValue, found.tone),
                Document.Cell(found.finding.message), .number(found.traffic.loads),
                Document.Cell(found.traffic.last?.date ?? ""),
            ]
        }
        document.blocks.append(
            .table(Document.Table(["Host", "Rule", "What was found", "Loads", "Last seen"], rows)))
        return document
    }

    /// The findings of a report that may be the cause of the errors, at the given hosts, or at any host if none is
    /// given.
    public static func findings(
        in report: Report, behind explanations: [ErrorExplanation], at hosts: [Host]
    ) -> [ReportFinding] {
        let rules = Set(explanations.flatMap(\.rules))
        return report.findings.filter { found in
            rules.contains(found.finding.rule) && (hosts.isEmpty || hosts.contains(found.host))
        }
    }
}

extension ErrorExplanation: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code.map(Int64.init))
            json.member("name", name)
            json.member("meaning", meaning)
            json.member("causes", causes)
            json.member("advice", advice)
            json.member("rules", rules)
        }
    }
}
