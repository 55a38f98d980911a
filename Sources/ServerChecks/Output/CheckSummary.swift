import Advice
import DeviceManagement
import Documents
import StandardStreams
import TransportSecurity

/// The summary of several verdicts: totals, and a part of an Info.plist with the exceptions that let loads succeed.
struct CheckSummary {
    /// The number of verdicts of each class.
    private var outcomes: [CheckAnswer.Outcome: Int] = [:]
    /// The number of verdicts with a finding of each rule.
    private var rules: [RuleID: Int] = [:]
    /// The exceptions that let loads succeed.
    private var exceptions: [SuggestedException] = []
    private var subjects = 0
    /// The number of verdicts with a certificate that ought to be replaced.
    private var renewals = 0
    /// The findings of discovery and files that fail.
    private var failures: [DiscoveryFinding.Code] = []
    /// The findings of discovery and files that leave something open.
    private var openFindings: [DiscoveryFinding.Code] = []

    /// Whether certificates that ought to be replaced change the exit status, and are counted in the totals.
    var countsRenewals = false

    /// Counts one verdict.
    mutating func count(_ serverVerdict: CheckResult.ServerVerdict) {
        subjects += 1
        outcomes[CheckAnswer(serverVerdict).outcome, default: 0] += 1
        let event = serverVerdict.event
        for rule in Set((event.violations + event.warnings).map(\.rule)) { rules[rule, default: 0] += 1 }
        if let exception = serverVerdict.exception, exception.suffices { exceptions.append(exception) }
        if countsRenewals, serverVerdict.renewal != nil { renewals += 1 }
    }

    /// Counts a finding about the discovery of a management service, or about a file.
    mutating func count(_ finding: DiscoveryFinding) {
        switch finding.code.severity {
        case .failure: failures.append(finding.code)
        case .open: openFindings.append(finding.code)
        case .note: break
        }
    }

    /// Counts the server of a diagnosis.
    mutating func count(_ diagnosis: Diagnosis) {
        subjects += 1
        let defaults = diagnosis.exceptions.first
        switch diagnosis.help {
        case .notNeeded: outcomes[.passes, default: 0] += 1
        case .leftToApp: outcomes[defaults?.isLeftToApp == true ? .isLeftToApp : .isBlocked, default: 0] += 1
        case .none: outcomes[.isBlocked, default: 0] += 1
        case .exception(let test):
            outcomes[.isBlocked, default: 0] += 1
            exceptions += test.exceptions
        }
        let findings = (defaults?.violations ?? []) + (defaults?.warnings ?? [])
        for rule in Set(findings.map(\.rule)) { rules[rule, default: 0] += 1 }
    }

    /// The totals in one line; nil for a single verdict without further findings.
    var totals: String? {
        let furtherReasons = furtherReasons
        guard subjects > 1 || !failures.isEmpty || !openFindings.isEmpty else { return nil }
        guard subjects > 0 else { return "No server was judged\(furtherReasons)." }
        let parts = CheckAnswer.Outcome.allCases.compactMap { outcome in
            outcomes[outcome].map { Self.clause(on: outcome, count: $0) }
        }
        let byRule = RuleID.allCases.compactMap { rule in rules[rule].map { "\(rule.rawValue) ×\($0)" } }
        return "Total of \(subjects): \(parts.joined(separator: ", "))"
            + (byRule.isEmpty ? "" : " (\(byRule.joined(separator: ", ")))") + furtherReasons + "."
    }

    /// The number of verdicts of a class, with a verb.
    private static func clause(on outcome: CheckAnswer.Outcome, count: Int) -> String {
        switch outcome {
        case .passes: return count == 1 ? "1 passes" : "\(count) pass"
        case .isWaived: return count == 1 ? "1 passes by a waiver" : "\(count) pass by waivers"
        case .isBlocked: return "\(count) blocked"
        case .mayBeBlocked: return "\(count) may be blocked"
        case .fails: return count == 1 ? "1 fails" : "\(count) fail"
        case .isLeftToApp:
            return count == 1 ? "1 fails unless the app accepts it" : "\(count) fail unless the app accepts them"
        case .isUnknown: return "\(count) not judged"
        }
    }

    /// Clauses with the reasons for an exit status that are not in the verdicts.
    private var furtherReasons: String {
        var text = ""
        if renewals > 0 {
            text +=
                "; \(Quantity.of(renewals, "certificate")) \(renewals == 1 ? "expires" : "expire")"
                + " within the time of --expires-within"
        }
        var findings: [String] = []
        if !failures.isEmpty {
            findings.append("\(failures.count) \(failures.count == 1 ? "fails" : "fail") (\(Self.list(failures)))")
        }
        if !openFindings.isEmpty { findings.append("\(openFindings.count) not known (\(Self.list(openFindings)))") }
        return findings.isEmpty ? text : text + "; findings of discovery and files: " + findings.joined(separator: ", ")
    }

    /// The names of codes, each once.
    private static func list(_ codes: [DiscoveryFinding.Code]) -> String {
        DiscoveryFinding.Code.allCases.filter(codes.contains).map(\.rawValue).joined(separator: ", ")
    }

    /// The part of an Info.plist with the exceptions of all loads that succeed with an exception, after a sentence. The
    /// lines are not wrapped and can be pasted. Without such a load, there are no lines.
    ///
    /// - Parameters:
    ///   - policy: The dictionary to which the exceptions are added.
    ///   - name: The name of the policy; nil for the defaults of ATS.
    func propertyList(addedTo policy: [String: PropertyValue], named name: String?) -> [String] {
        guard !exceptions.isEmpty else { return [] }
        let count = Set(exceptions.map(\.domain)).count
        let entries = "\(count) exception\(count == 1 ? "" : "s")"
        let head =
            if let name {
                "If the servers cannot be changed: the NSAppTransportSecurity of \(name) with \(entries), to paste in its place:"
            } else {
                "If the servers cannot be changed: \(entries) to paste into an Info.plist:"
            }
        let dictionary = SuggestedException.dictionary(policy, adding: exceptions)
        return [Terminal.visible(head)] + PropertyListText.fragment(dictionary)
    }
}
