import Documents
import Events
import InternetNames
import Reports
import TransportSecurity

/// The answer of `check` and `certificate` to one verdict: its class, and a clause that follows the subject.
struct CheckAnswer {
    /// The classes of verdicts in totals.
    enum Outcome: CaseIterable {
        case passes, isWaived, isBlocked, mayBeBlocked, fails, isLeftToApp, isUnknown
    }

    let outcome: Outcome
    /// The answer with its reason and a full stop.
    let sentence: String

    /// Chooses the answer to a verdict.
    init(_ serverVerdict: CheckResult.ServerVerdict) {
        let event = serverVerdict.event
        let findings = event.violations + event.warnings
        if !findings.isEmpty, event.isOfSystemProcesses {
            let isCertain = findings.contains { !$0.rule.mayExceedSystem }
            outcome = isCertain ? .isBlocked : .mayBeBlocked
            sentence = "a device \(isCertain ? "refuses" : "may refuse") it: \(Self.reasons(findings))."
        } else if !event.violations.isEmpty, Self.failsWithoutATS(event) {
            outcome = .fails
            sentence = "fails, with or without ATS: \(Self.reasons(event.violations + event.warnings))."
        } else if !event.violations.isEmpty {
            outcome = .isBlocked
            sentence = "ATS blocks it: \(Self.reasons(event.violations))."
        } else if let error = event.error {
            outcome = .isUnknown
            sentence = "not judged: \(error.message.withoutFullStop)."
        } else if !event.warnings.isEmpty, event.accepted == true {
            outcome = .passes
            sentence = "passes, since the app accepted it: \(Self.reasons(event.warnings))."
        } else if !event.warnings.isEmpty {
            outcome = .isLeftToApp
            sentence = "fails unless the app accepts it: \(Self.reasons(event.warnings))."
        } else if serverVerdict.judged.isUndetermined, let note = serverVerdict.judged.handshakeNote {
            outcome = .isUnknown
            if case .noHandshake = serverVerdict.observation {
                sentence = Self.pass(serverVerdict)
            } else {
                sentence = "not judged: \(note.message.withoutFullStop)."
            }
        } else if serverVerdict.observation == nil, event.tls == nil, event.policy?.value.applies != false {
            outcome = .isUnknown
            sentence = "not judged: nothing is known of the server's TLS."
        } else if let waived = Self.waivedRules(event) {
            outcome = .isWaived
            sentence = "passes only because \(waived) waived: \(Self.pass(serverVerdict).withoutFullStop)."
        } else {
            outcome = .passes
            sentence = Self.pass(serverVerdict)
        }
    }

    /// The answer in a few words.
    var state: String {
        switch outcome {
        case .passes: return "passes"
        case .isWaived: return "passes by a waiver"
        case .isBlocked: return "blocked"
        case .mayBeBlocked: return "may be blocked"
        case .fails: return "fails"
        case .isLeftToApp: return "fails unless the app accepts it"
        case .isUnknown: return "not judged"
        }
    }

    /// The significance of the answer.
    var tone: Document.Tone {
        switch outcome {
        case .passes: return .good
        case .isBlocked, .fails: return .bad
        case .isWaived, .mayBeBlocked, .isLeftToApp, .isUnknown: return .caution
        }
    }

    /// Whether all violations would occur without ATS as well: ATS does not apply, or cleartext is permitted and only
    /// the handshake has failed.
    private static func failsWithoutATS(_ event: DecisionEvent) -> Bool {
        guard let policy = event.policy?.value else { return false }
        return !policy.applies
            || policy.allowsInsecureHTTPLoads == true && event.violations.allSatisfy { $0.rule == .tlsHandshake }
    }

    /// The rules whose findings `--ignore` waives, with a verb; nil if there are none.
    private static func waivedRules(_ event: DecisionEvent) -> String? {
        let rules = Set(event.notes.filter { $0.code == .waived }.compactMap(\.rule))
        guard !rules.isEmpty else { return nil }
        return rules.map(\.rawValue).sorted().joined(separator: ", ") + (rules.count == 1 ? " is" : " are")
    }

    /// The brief reasons of findings, without repetition.
    static func reasons(_ findings: [Finding]) -> String {
        findings.map(\.briefReason).distinct.joined(separator: "; and ")
    }

    /// The sentence for a load that ATS allows.
    private static func pass(_ serverVerdict: CheckResult.ServerVerdict) -> String {
        let isExempt = serverVerdict.event.policy?.value.applies == false
        var verb = isExempt ? "allowed, since ATS does not apply to it" : "ATS allows it"
        if serverVerdict.event.isOfSystemProcesses { verb = "devices accept it" }
        switch serverVerdict.observation {
        case .cleartext:
            return isExempt ? "\(verb): cleartext." : "\(verb): the policy permits cleartext."
        case .secure(let handshake, let chain):
            let validity = validity(of: chain, at: serverVerdict.event.time)
            return "\(verb): \(handshake.version.prose)\(validity.map { ", \($0)" } ?? "")."
        case .certificates(let chain):
            let validity = validity(of: chain, at: serverVerdict.event.time)
            return "\(verb)\(validity.map { ": \($0)" } ?? "")."
        case .noHandshake(let failure):
            return "\(verb), but the server \(failure.prose)."
        case nil:
            return "\(verb)."
        }
    }

    /// The time until which the server's certificate is valid, as a clause; nil without a certificate.
    private static func validity(of chain: ChainEvaluation, at time: Instant) -> String? {
        chain.leaf.map { "certificate valid until \($0.notAfter.shown(beside: time))" }
    }
}

extension DecisionEvent {
    /// Whether the load is one of Apple's own processes.
    var isOfSystemProcesses: Bool { policy?.value.os.isOfSystemProcesses == true }
}

extension LoadURL {
    /// The URL in an answer: without `https://`, without the port of its scheme, and without a path that is only `/`.
    package var title: String { serverTitle + (path == "/" ? "" : path) }

    /// The title without a path.
    var serverTitle: String {
        let server = port == scheme.defaultPort ? authority.host.bracketed : authority.description
        return (scheme == .https ? "" : "\(scheme.rawValue)://") + server
    }
}
