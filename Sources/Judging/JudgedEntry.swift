import Events
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// Recorded loads that are counted together, with a verdict: the recorded one, or a new one by `Replay`. Reports,
/// advice and the console take verdicts from this type.
///
/// The proxy may decide on a load twice: first on its request, and again on its tunnel or its failure. Each decision
/// has an entry.
public struct JudgedEntry: Hashable, Sendable {
    /// The loads.
    public var entry: TrafficEntry
    /// The requirements of the policy for the host, and the key that decided; nil if nothing was judged.
    public var policy: PolicySummary?
    /// The action of the proxy on the loads, or the one that this verdict leads to.
    public var decision: Decision
    /// The violations of ATS.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the app may override: the load fails unless the app accepts it.
    public var warnings: [Finding]
    /// Advice, and facts that could not be determined.
    public var notes: [Note]
    /// Whether the verdict under this policy cannot be determined from the recording.
    public var isUndetermined = false
    /// Whether the recorded chain ended in a root that a user had installed, and that is not known now.
    public var lacksRoot = false
    /// Whether the loads were recorded under certificate revocation lists, and none is known now.
    public var lacksRevocationList = false
    /// Whether the recorded verdict finds too few timestamps of CT logs, and the list of CT logs is missing or too old
    /// to tell now.
    public var lacksLogList = false
    /// Whether the loads keep their recorded verdict, because the recording lacks the policy to judge them again.
    public var lacksPolicy = false
    /// Whether a finding of the first decision on the same loads explains why their handshake did not complete.
    public var isExplainedByFirstDecision = false
    /// Whether the proxy's own handshake shows that the server accepts the loads: it is complete, proves the key, and
    /// asks for no client certificate.
    var isProvenByProbe = false

    /// Creates an entry with the recorded verdict.
    public init(recorded entry: TrafficEntry) {
        self.entry = entry
        policy = entry.decision.policy?.value
        decision = entry.decision.decision
        violations = entry.decision.violations
        warnings = entry.decision.warnings
        notes = entry.decision.notes
        isUndetermined = Self.isContradictory(entry.decision) || lacksRecordedFacts || lacksHandshake || lacksFacts
        removeFindingsIfExempt()
    }

    /// Creates an entry with the recorded verdict, and notes whether the facts show that the server accepts the loads.
    public init(recorded entry: TrafficEntry, in facts: FactsStore) {
        self.init(recorded: entry)
        // A waiver may remove the reason why the load was blocked. Only the facts then tell whether it would succeed.
        guard decision == .blocked, entry.firstDecisionIndex == nil,
            let factsOfDecision = entry.decision.facts.flatMap({ facts[$0] }),
            Authority(host: factsOfDecision.host, port: factsOfDecision.port) == entry.authority
        else { return }
        isProvenByProbe = RecordedAnswers([factsOfDecision]).handshakes.first?.showsSuccess == true
    }
}

extension JudgedEntry {
    /// The name of the app, at most its first 200 characters; `RecordingFilter.unknownName` if no User-Agent names one.
    public var appName: String {
        guard let name = entry.decision.app?.name else { return RecordingFilter.unknownName }
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
        return name.unicodeScalars.count > 200 ? "\(beginning)…" : name
    }

    /// Whether the loads are not judged because the client says that it is a browser. A User-Agent can lie.
    public var isClaimedByClient: Bool { policy?.reason == .notSubject && entry.decision.app?.api == LoadingAPI.none }

    /// Whether the loads are exempt from judging: they are of another app, or of a client that says that it is a
    /// browser.
    public var isExempt: Bool { policy?.reason == .otherApp || isClaimedByClient }

    /// Whether nothing is violated, and yet no handshake with the server is known to succeed: the server completes
    /// none, does not prove its key, or is not known to answer a large hello. Where the client used its tunnels, the
    /// loads are known to succeed.
    public var lacksHandshake: Bool {
        violations.isEmpty && !isExempt && !isProvenByTunnels && handshakeNote != nil
    }

    /// The note that says why no handshake is known to succeed; nil if there is none.
    public var handshakeNote: Note? { notes.first { $0.rule == .tlsHandshake && !$0.isWaived } }

    /// Whether the proxy blocked the loads when they were recorded, nothing is found now, and no facts show that they
    /// would succeed. A blocked load itself does not show it, because its handshake was never completed.
    package var isBlockedOnly: Bool {
        guard entry.decision.decision == .blocked, entry.decision.error == nil, violations.isEmpty, warnings.isEmpty
        else { return false }
        return !isExempt && !isUndetermined && !isExplainedByFirstDecision && !isProvenByProbe
    }

    /// Whether there is a violation or a warning.
    var hasFindings: Bool { !violations.isEmpty || !warnings.isEmpty }

    /// The rules without a verdict, because data for it were missing, such as a recent list of CT logs. If such a rule
    /// has no violation, the server may violate it all the same.
    public var openRules: Set<RuleID> { Set(notes.filter(\.leavesRuleOpen).compactMap(\.rule)) }

    /// Whether this verdict leaves a rule open that the other verdict finds violated.
    package func leavesOpen(aViolationOf other: JudgedEntry) -> Bool {
        !openRules.isDisjoint(with: other.violations.map(\.rule))
    }

    /// The reason why the verdict is not known, in one sentence.
    ///
    /// Missing facts come first, then the note on the handshake, then a note on an open rule that the other verdict
    /// finds violated. Else the last note is the reason, because a replay appends its own notes to the recorded ones.
    ///
    /// - Parameter other: The other verdict on the same loads.
    package func undeterminedReason(beside other: JudgedEntry) -> String {
        if lacksFacts { return "The recording does not contain the facts that its decision refers to." }
        let openViolations = openRules.intersection(other.violations.map(\.rule))
        let openNote = notes.first { note in note.rule.map(openViolations.contains) ?? false }
        let note = handshakeNote ?? openNote ?? notes.last { !$0.isWaived }
        return note?.message ?? "The recording does not tell what the server does under this policy."
    }

    /// Whether nothing is violated, and the recording lacks the facts that the decision refers to.
    var lacksFacts: Bool { entry.lacksFacts && violations.isEmpty && needsFacts }

    /// Whether nothing is violated in loads over TLS, and their decision has neither facts nor a handshake.
    private var lacksRecordedFacts: Bool {
        let decision = entry.decision
        guard entry.isCleartext == false, decision.error == nil, decision.facts == nil, decision.tls == nil else {
            return false
        }
        return violations.isEmpty && needsFacts
    }

    /// Removes the findings if the loads are exempt from judging.
    mutating func removeFindingsIfExempt() {
        guard isExempt else { return }
        violations = []
        warnings = []
    }

    /// Whether nothing can be said of the loads without facts about their server. A tunnel in cleartext needs none,
    /// like other loads in cleartext. Where ATS is off, a client that has accepted its server needs none either.
    var needsFacts: Bool {
        if opensTunnelInCleartext { return false }
        guard let policy, !policy.applies else { return true }
        return !isExempt && !isProvenByTunnels
    }

    /// Whether the decision is on a tunnel that began in cleartext.
    private var opensTunnelInCleartext: Bool {
        switch entry.decision.tunnel?.opening {
        case .cleartext, .serverSpokeFirst: entry.decision.tunnel?.fault == nil
        case .hello, .unreadable, nil: false
        }
    }

    /// Whether the tunnels of all loads show that the client accepted the server, or carried cleartext.
    private var isProvenByTunnels: Bool {
        entry.isAccepted || entry.loads > 0 && entry.acceptedLoads + entry.cleartextTunnels >= entry.loads
    }

    /// Whether the client's own handshake in the tunnel did not complete: its server refused it, or did not answer it,
    /// or the client sent no hello.
    package var hasUnfinishedHandshake: Bool {
        guard let tunnel = entry.decision.tunnel, tunnel.fault == nil else { return false }
        switch tunnel.opening {
        case .hello:
            return tunnel.lacksClientCertificate || tunnel.serverAlert != nil
                || tunnel.agreement == nil && entry.decision.tls?.source == .tunnel
        case .unreadable: return tunnel.serverAlert != nil
        case .cleartext, .serverSpokeFirst: return false
        }
    }
}

extension JudgedEntry {
    /// Whether a recorded decision cannot be one of the proxy: it blocks a load without a reason, or has findings
    /// without a host.
    private static func isContradictory(_ decision: DecisionEvent) -> Bool {
        switch decision.decision {
        case .blocked, .wouldBlock:
            let hasReason = !decision.violations.isEmpty || decision.error != nil
            return !hasReason || decision.host == nil
        case .allowed, .failed: return decision.host == nil && !decision.violations.isEmpty
        }
    }

    /// A copy in which the findings that the waivers cover are notes.
    public func waiving(_ waivers: [Waiver]) -> JudgedEntry {
        guard let host = entry.decision.host, !waivers.isEmpty else { return self }
        func waivedNote(on finding: Finding) -> Note? {
            guard let waiver = waivers.first(where: { $0.covers(finding.rule, at: host) }) else { return nil }
            return Note(.waived, rule: finding.rule, "Waived by --ignore \(waiver): \(finding.message)")
        }
        var judged = self
        judged.violations.removeAll { waivedNote(on: $0) != nil }
        judged.warnings.removeAll { waivedNote(on: $0) != nil }
        judged.notes += (violations + warnings).compactMap(waivedNote)
        if judged.violations.isEmpty, !violations.isEmpty { judged.decision = .allowed }
        return judged
    }

    /// A copy without findings in tunnels that repeat a finding of the first decision on the same loads. A handshake
    /// that did not complete there is explained by such a finding.
    public func withoutRepeatedFindings(of first: JudgedEntry) -> JudgedEntry {
        var judged = self
        let violatedRules = first.violations.map(\.rule)
        judged.violations.removeAll { $0.rule.repeats(violatedRules) }
        let warnedRules = first.warnings.map(\.rule)
        judged.warnings.removeAll { $0.rule.repeats(warnedRules) }
        judged.isExplainedByFirstDecision = !violatedRules.isEmpty || !warnedRules.isEmpty
        return judged
    }
}

extension [JudgedEntry] {
    /// The entries in which the findings that the waivers cover are notes.
    public func waiving(_ waivers: [Waiver]) -> [JudgedEntry] {
        waivers.isEmpty ? self : map { $0.waiving(waivers) }
    }

    /// The entries without findings in tunnels that repeat a finding of the first decision on the same loads.
    ///
    /// The entries must be those of all traffic, in its order.
    public func withoutRepeatedFindings() -> [JudgedEntry] {
        var entries = self
        for index in indices {
            // Only a change copies the entries, which are large.
            guard let first = self[index].entry.firstDecisionIndex, indices.contains(first), self[first].hasFindings
            else { continue }
            entries[index] = self[index].withoutRepeatedFindings(of: self[first])
        }
        return entries
    }
}

extension RecordedTraffic {
    /// The traffic with the recorded verdicts.
    public var asRecorded: [JudgedEntry] {
        entries.map { JudgedEntry(recorded: $0, in: facts) }
    }
}

extension Handshake {
    /// Whether a client that accepts the negotiated parameters has a connection: nothing more is asked of it.
    var showsSuccess: Bool { isComplete && isKeyProven && !requestsClientCertificate }
}
