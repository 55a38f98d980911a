import Documents
import InternetNames
import TransportSecurity

/// The findings by severity and owner of the host, and the certificates to renew.
extension ReportDocument {
    /// The problems that count by severity, worst first, and then those that do not count.
    var problemBlocks: [Document.Block] {
        let counting = Dictionary(grouping: problems.filter(\.counts), by: \.severity)
        return blocks(on: counting[.violation, default: []], heading: "Violations")
            + blocks(on: counting[.failsUnlessAccepted, default: []], heading: "Fails unless the app accepts it")
            + blocks(on: counting[.warning, default: []], heading: "Warnings: the app accepted it")
            + blocks(on: problems.filter { !$0.counts }, heading: "Known and waived")
    }

    /// A part for each problem, below the owner of its host; empty if there are no problems.
    private func blocks(on problems: [Problem], heading: String) -> [Document.Block] {
        guard !problems.isEmpty else { return [] }
        let shown = problems.prefix(limit)
        // The owners are in the order of their first problem, which is that with the most loads.
        let owners = shown.map { owner(of: $0.host) }.distinct
        let groups = Dictionary(grouping: shown) { owner(of: $0.host) }
        var blocks: [Document.Block] = [.heading("\(heading) (\(Quantity.grouped(problems.count)))")]
        for owner in owners {
            blocks.append(.subheading(owner))
            blocks += groups[owner, default: []].map { .fold(fold($0)) }
        }
        return blocks + omission(problems.count, noun: "findings")
    }

    /// The problem with its fix, its exception and its traffic.
    private func fold(_ problem: Problem) -> Document.Fold {
        var terms = [Document.Term("Fix", value: problem.findings[0].fix)]
        if !report.isWithoutApps {
            terms += [exception(for: problem), Document.Term("Apps", value: problem.builds)]
        }
        if !problem.devices.isEmpty {
            let names = problem.devices.listed(atMost: 5)
            terms.append(Document.Term("Devices", value: "\(Quantity.grouped(problem.devices.count)): \(names)"))
        }
        if !problem.paths.isEmpty {
            terms.append(Document.Term("Sample paths", value: problem.paths.joined(separator: " ")))
        }
        terms += ports(of: problem)
        let seen = [
            Quantity.of(problem.traffic.loads, "load"),
            problem.traffic.bytes > 0 ? Quantity.bytes(problem.traffic.bytes) : "", problem.traffic.days,
        ]
        terms.append(Document.Term("Seen", value: seen.filter { !$0.isEmpty }.joined(separator: ", ")))
        let status = problem.findings[0].statusText
        if status != problem.severity.prose { terms.append(Document.Term("Status", value: status)) }
        // Only a document without a limit, which is HTML, has room for these.
        if limit == .max {
            terms.append(Document.Term("Listed as", value: problem.rule.weaknesses.joined(separator: ", ")))
            terms.append(
                Document.Term("Rule", value: problem.rule.rawValue, link: RulePage.address(of: problem.rule)))
        }
        return Document.Fold(
            problem.host.description, subtitle: problem.rule.rawValue, tag: problem.severity.prose,
            tone: problem.tone, extent: Quantity.of(problem.traffic.loads, "load"),
            blocks: [.paragraph(problem.finding.message), .terms(terms)])
    }

    /// The ports of the loads where they tell something, and the findings at those with another sentence.
    private func ports(of problem: Problem) -> [Document.Term] {
        guard problem.portClause != nil else { return [] }
        let ports = problem.ports.sorted()
        let others = ports.compactMap { port -> Document.Term? in
            let reason = problem.findings.lazy.compactMap { $0.reasons[port] }.first
            guard let reason, reason != problem.finding.message else { return nil }
            return Document.Term("At port \(port)", value: reason)
        }
        return [Document.Term("Ports", value: ports.map(String.init).listed(atMost: 20))] + others
    }

    /// The exception under which the load succeeds. An exception that only leaves the failure to the app does not count
    /// as one.
    private func exception(for problem: Problem) -> Document.Term {
        let finding = problem.finding
        if let acceptance = problem.findings[0].acceptance { return Document.Term("App", value: acceptance) }
        guard let exception = finding.exception else {
            return Document.Term("Exception", value: "No exception permits the load.")
        }
        guard exception.overridable == true else {
            return Document.Term("Exception", value: "\(exception.prose) permits the load.")
        }
        let keys = exception.keys.keys.sorted().joined(separator: ", ")
        let help = exception.keys.count == 1 ? "helps" : "help"
        return Document.Term(
            "Exception",
            value:
                "No exception permits the load. \(keys) for \(exception.domain) only \(help) where the app accepts the "
                + "server itself: the load fails unless the app accepts it.")
    }
}

extension ReportDocument {
    /// The servers whose certificates ought to be replaced, with the time of this statement; empty if no certificate is
    /// due.
    ///
    /// - Parameter limit: The largest number of servers.
    func renewalBlocks(limit: Int) -> [Document.Block] {
        let renewals = report.renewals
        guard !renewals.isEmpty else { return [] }
        let shown = renewals.prefix(limit).map { $0.sentence(at: report.time) }
        return [
            .heading("Certificates to renew (\(Quantity.grouped(renewals.count)))"),
            .paragraph(
                "Judged on \(report.time.date), when this report was made. The servers may have newer certificates "
                    + "than the recording: atsproxy check asks them.", tone: .muted),
            .list(shown),
        ] + hint(at: renewals.count - shown.count, noun: "more server", help: "--format json has all")
    }
}
