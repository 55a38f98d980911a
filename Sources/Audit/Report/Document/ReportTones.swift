import TransportSecurity

extension ReportFinding {
    var tone: Document.Tone {
        guard status.counts else { return .muted }
        return severity == .violation ? .bad : .caution
    }

    var statusText: String {
        switch status {
        case .new: return severity.rawValue
        case .known: return "\(severity.rawValue), known"
        case .waived(let waiver): return "waived by \(waiver.owner) until \(waiver.expires.date)"
        case .expired(let waiver): return "\(severity.rawValue), waiver expired on \(waiver.expires.date)"
        }
    }
}

extension HostSummary {
    var tone: Document.Tone {
        if !violations.isEmpty { return .bad }
        if !warnings.isEmpty { return .caution }
        return undetermined > 0 || decisions[.failed] == traffic.loads ? .muted : .good
    }

    /// The verdict in a few words.
    var verdict: String {
        func names(_ rules: Set<RuleID>) -> String {
            RuleID.allCases.filter(rules.contains).map(\.rawValue).joined(separator: ", ")
        }
        if !violations.isEmpty { return "violates \(names(violations))" }
        if !warnings.isEmpty { return "left to the app: \(names(warnings))" }
        if decisions[.failed] == traffic.loads { return "failed" }
        if !covered.isEmpty { return "known or waived: \(names(covered))" }
        return undetermined == traffic.loads ? "undetermined" : "passes"
    }
}

extension Finding.Remedy {
    /// The remedy in a line, such as `example.com: NSExceptionMinimumTLSVersion = TLSv1.0`.
    var prose: String {
        let keys = keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }
        return "\(domain): \(keys.joined(separator: ", "))" + (overridable == true ? " (leaves it to the app)" : "")
    }
}

extension Finding.Remedy.Value {
    var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .string(let text): return text
        }
    }
}
