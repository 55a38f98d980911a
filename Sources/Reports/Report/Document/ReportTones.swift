import Documents
import TransportSecurity

extension ReportFinding {
    var tone: Document.Tone {
        guard status.counts else { return .muted }
        return severity == .warning ? .caution : .bad
    }

    var statusText: String {
        switch status {
        case .new: return severity.prose
        case .known: return "\(severity.prose), known"
        case .waived(let waiver): return "waived by \(waiver.owner) until \(waiver.expires.date)"
        case .expired(let waiver): return "\(severity.prose), waiver expired on \(waiver.expires.date)"
        }
    }
}

extension HostSummary {
    var tone: Document.Tone {
        if !violations.isEmpty || !unaccepted.isEmpty { return .bad }
        if !warnings.isEmpty || unfinishedHandshakes > 0 || clientRefusals > 0 { return .caution }
        return isJudgedWhole ? .good : .muted
    }

    /// The verdict in a few words.
    var verdict: String {
        func names(_ rules: Set<RuleID>) -> String {
            RuleID.allCases.filter(rules.contains).map(\.rawValue).joined(separator: ", ")
        }
        if !violations.isEmpty { return "violates \(names(violations))" }
        if !unaccepted.isEmpty { return "fails unless the app accepts it: \(names(unaccepted))" }
        if !isJudged { return decisions[.failed] == traffic.loads ? NotJudged.failed.rawValue : undecidedVerdict }
        if !warnings.isEmpty { return "warning, the app accepted it: \(names(warnings))" }
        if !covered.isEmpty { return "known or waived: \(names(covered))" }
        return isJudgedWhole ? "passes" : undecidedVerdict
    }

    /// The reason why some loads were not judged, or failed, in a few words.
    private var undecidedVerdict: String {
        if claimedByClients > 0 { return NotJudged.browser.rawValue }
        if unfinishedHandshakes > 0 { return NotJudged.unfinishedHandshake.rawValue }
        if clientRefusals > 0 { return NotJudged.refusedByDevice.rawValue }
        if blockedOnly > 0 { return NotJudged.blockedOnly.rawValue }
        if hiddenInTunnels > 0 { return NotJudged.hidden.rawValue }
        let failed = decisions[.failed, default: 0]
        if failed == traffic.loads { return NotJudged.failed.rawValue }
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
    /// The fix in a line, such as `example.com: NSExceptionMinimumTLSVersion = TLSv1.0`.
    var prose: String {
        "\(domain): \(assignments.joined(separator: ", "))"
            + (overridable == true ? " (the load then fails unless the app accepts it)" : "")
    }
}
