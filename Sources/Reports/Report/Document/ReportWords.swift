import Documents
import InternetNames
import TransportSecurity

/// The words and tones of findings, hosts and exceptions that all documents use.
extension ReportFinding {
    /// The significance of the finding.
    var tone: Document.Tone {
        guard status.counts else { return .muted }
        return severity == .warning ? .caution : .bad
    }

    /// The severity and the status in a few words.
    var statusText: String {
        switch status {
        case .new: return severity.prose
        case .known: return "\(severity.prose), known"
        case .waived(let waiver): return "waived by \(waiver.owner) until \(waiver.expires.date)"
        case .expired(let waiver): return "\(severity.prose), waiver expired on \(waiver.expires.date)"
        }
    }

    /// The message, the traffic, and the app's own decision or else the exception that helps, in a sentence each.
    func sentences(namingApp: Bool) -> String {
        let appClause = namingApp ? "of \(app)" : nil
        let seen = ["Seen in \(traffic.prose)", appClause, portClause].compactMap(\.self).joined(separator: " ") + "."
        return [finding.message, seen, acceptance ?? finding.exception?.sentence].compactMap(\.self)
            .joined(separator: " ")
    }
}

extension HostSummary {
    /// The significance of the verdict.
    var tone: Document.Tone {
        if !violations.isEmpty || !unaccepted.isEmpty { return .bad }
        if !warnings.isEmpty || unfinishedHandshakes > 0 || clientRefusals > 0 { return .caution }
        return isJudgedWhole ? .good : .muted
    }

    /// Whether every load was judged and would succeed, and the host has no finding, not even one that does not count.
    var passes: Bool {
        isJudged && isJudgedWhole && violations.isEmpty && unaccepted.isEmpty && warnings.isEmpty && covered.isEmpty
    }

    /// The verdict in a few words.
    var verdict: String {
        func names(_ rules: Set<RuleID>) -> String {
            RuleID.allCases.filter(rules.contains).map(\.rawValue).joined(separator: ", ")
        }
        if !violations.isEmpty { return "violates \(names(violations))" }
        if !unaccepted.isEmpty { return "fails unless the app accepts it: \(names(unaccepted))" }
        if !isJudged { return decisions[.failed] == traffic.loads ? NotJudgedReason.failed.rawValue : undecidedVerdict }
        if !warnings.isEmpty { return "warning, the app accepted it: \(names(warnings))" }
        if !covered.isEmpty { return "known or waived: \(names(covered))" }
        return passes ? "passes" : undecidedVerdict
    }

    /// The reason why some loads were not judged, or failed, in a few words.
    private var undecidedVerdict: String {
        if claimedByClients > 0 { return NotJudgedReason.browser.rawValue }
        if unfinishedHandshakes > 0 { return NotJudgedReason.unfinishedHandshake.rawValue }
        if clientRefusals > 0 { return NotJudgedReason.refusedByDevice.rawValue }
        if blockedOnly > 0 { return NotJudgedReason.blockedOnly.rawValue }
        if hiddenInTunnels > 0 { return NotJudgedReason.hidden.rawValue }
        let failed = decisions[.failed, default: 0]
        if failed == traffic.loads { return NotJudgedReason.failed.rawValue }
        if failed > 0 { return "\(Quantity.of(failed, "load")) failed" }
        return undetermined == traffic.loads ? "undetermined" : "\(Quantity.of(undetermined, "load")) undetermined"
    }

    /// Whether every load was judged, and would succeed.
    private var isJudgedWhole: Bool {
        decisions[.failed, default: 0] + undetermined + claimedByClients + unfinishedHandshakes + clientRefusals
            + hiddenInTunnels + blockedOnly == 0
    }
}

extension Finding.Exception {
    /// The exception in a line, such as `example.com: NSExceptionMinimumTLSVersion = TLSv1.0`.
    var prose: String {
        "\(domain): \(assignments.joined(separator: ", "))"
            + (overridable == true ? " (the load then fails unless the app accepts it)" : "")
    }

    /// The effect of the exception in one sentence.
    fileprivate var sentence: String {
        overridable == true
            ? "No exception makes the load succeed; \(prose)." : "Exception that would permit it: \(prose)."
    }
}

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
