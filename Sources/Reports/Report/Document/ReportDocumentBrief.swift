import Documents
import InternetNames
import TransportSecurity

extension Report {
    /// The report on one screen: the result, the first steps, the violations by host, and the gaps.
    public func brief(publicSuffixes: PublicSuffixes = PublicSuffixes()) -> Document {
        let document = ReportDocument(
            report: self, limit: ReportDocument.briefRowLimit, isVerbose: false, publicSuffixes: publicSuffixes,
            problems: Problem.problems(of: findings))
        return Document(title: "App Transport Security report", blocks: document.brief)
    }
}

/// The report on one screen. For ten hosts it has at most 40 lines.
extension ReportDocument {
    /// The largest number of rows of a table.
    fileprivate static let briefRowLimit = 200
    /// The largest number of steps.
    private static let stepLimit = 3
    /// The largest number of hosts of each severity, and of certificates to renew.
    private static let hostLimit = 10
    /// The largest number of gaps besides the gap in the headline.
    private static let gapLimit = 2

    /// The blocks, most important first.
    var brief: [Document.Block] {
        let hint =
            report.isOfSystemProcesses
            ? "--verbose adds warnings, counts, plots, devices, hosts and notes."
            : "--verbose adds warnings, exceptions, counts, plots, apps, devices, hosts, policy keys and notes."
        return [headline, .paragraph(extent, tone: .muted)] + cautionBlocks + stepBlocks(limit: Self.stepLimit)
            + hostLines("Violations", severity: .violation)
            + hostLines("Fails unless the app accepts it", severity: .failsUnlessAccepted)
            + renewalBlocks(limit: Self.hostLimit) + waiverBlocks + deviceLogBlocks + missingHostBlocks
            + gapBlocks(limit: Self.gapLimit) + coverageLines + dataLines + [.paragraph(hint, tone: .muted)]
    }

    /// A line for each host with findings of a severity: its rules with their loads.
    private func hostLines(_ heading: String, severity: ReportFinding.Severity) -> [Document.Block] {
        let shown = problems.filter { $0.counts && $0.severity == severity }
        guard !shown.isEmpty else { return [] }
        let problemsByHost = Dictionary(grouping: shown, by: \.host)
        let hosts = shown.map(\.host).distinct
        let terms = hosts.prefix(Self.hostLimit).map { host in
            let rules = problemsByHost[host, default: []].map { problem in
                let ports = problem.portClause.map { " \($0)" } ?? ""
                return "\(problem.rule.rawValue)\(ports) (\(Quantity.of(problem.traffic.loads, "load")))"
            }
            return Document.Term(host.description, value: rules.listed(atMost: 4))
        }
        return [.heading("\(heading) (\(Quantity.grouped(shown.count)))"), .terms(terms)]
            + hint(at: hosts.count - terms.count, noun: "more host")
    }

    /// The coverage, if it is not whole.
    private var coverageLines: [Document.Block] {
        let coverage = report.coverage
        let sentences = [
            coverage.hostCoverage.isComplete ? nil : coverage.hostCoverage.sentence, coverage.missingHosts.sentence,
        ].compactMap(\.self)
        return sentences.isEmpty ? [] : [.paragraph(sentences.joined(separator: " "), tone: .caution)]
    }

    /// The notices about old data files.
    private var dataLines: [Document.Block] {
        report.dataNotices.map { .paragraph($0, tone: .caution) }
    }
}
