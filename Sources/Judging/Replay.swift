import Events
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// Judges recorded traffic again under another policy, OS or trust store, by the same rules as live traffic.
///
/// Each entry is judged at the time of its last decision, by the facts about its server that the recording has. Caches
/// of chain evaluations and of servers' answers make judging the same traffic under many policies fast.
public final class Replay {
    /// Evaluates the certificates of a handshake at a time against the trust store of a system and the roots that were
    /// recorded for the server.
    public typealias Evaluator = (Handshake, OSVersion, Instant, RecordedRoots) -> ChainEvaluation

    /// The rules.
    let rules: RuleSet
    private let evaluate: Evaluator
    /// The largest number of evaluations of chains to cache.
    private let evaluationLimit: Int
    /// Whether the trust store has revocation lists, in place of those under which traffic was recorded.
    private let hasRevocationLists: Bool
    /// The cached evaluations of chains.
    private var evaluations: [EvaluationKey: ChainEvaluation] = [:]
    /// The cached answers of servers.
    private var answers: [AnswerKey: RecordedAnswers] = [:]

    /// Creates a judge with rules, and a function that evaluates chains against a trust store.
    ///
    /// - Parameters:
    ///   - hasRevocationLists: Whether the trust store has revocation lists.
    ///   - evaluationLimit: The largest number of evaluations of chains to cache, for a judge that lives as long as a
    ///     proxy. An evaluation takes up to some ten kilobytes.
    public init(
        rules: RuleSet, hasRevocationLists: Bool = false, evaluationLimit: Int = .max, evaluate: @escaping Evaluator
    ) {
        self.rules = rules
        self.hasRevocationLists = hasRevocationLists
        self.evaluationLimit = evaluationLimit
        self.evaluate = evaluate
    }

    /// The traffic with its verdicts under a policy.
    public func judge(_ traffic: RecordedTraffic, under appliedPolicy: AppliedPolicy) -> [JudgedEntry] {
        traffic.entries.map { judge($0, in: traffic.facts, under: appliedPolicy) }
    }

    /// One entry with its verdict under a policy. An entry without a target, or with a failure of the network, keeps
    /// its recorded verdict.
    public func judge(_ entry: TrafficEntry, in facts: FactsStore, under appliedPolicy: AppliedPolicy) -> JudgedEntry {
        var judged = JudgedEntry(recorded: entry)
        guard let host = entry.decision.host, let scheme = entry.decision.scheme, entry.decision.error == nil else {
            return judged
        }
        judged.isUndetermined = false
        let app = entry.decision.app ?? ClientApp(userAgent: "")
        let requirements = appliedPolicy.requirements(for: host, by: app)
        judged.policy = PolicySummary(requirements, source: appliedPolicy.policyName, digest: appliedPolicy.digest)
        let waivers = appliedPolicy.waivers
        let verdict: Verdict
        if let tunnel = RecordedTunnel(entry) {
            verdict = tunnelVerdict(
                on: tunnel, of: entry, in: facts, under: requirements, waiving: waivers, noting: &judged)
        } else if scheme.isSecure {
            verdict = secureVerdict(on: entry, in: facts, under: requirements, waiving: waivers, noting: &judged)
        } else {
            verdict = self.verdict(on: .cleartext(scheme), under: requirements, at: entry.last, waiving: waivers)
        }
        judged.lacksRevocationList = lacksRevocationList(entry, in: facts)
        judged.decision = verdict.decision(in: entry.decision.client?.mode ?? .observe)
        judged.violations = verdict.violations
        judged.warnings = verdict.warnings
        judged.notes = verdict.notes
        judged.removeFindingsIfExempt()
        if judged.lacksHandshake || judged.lacksFacts { judged.isUndetermined = true }
        if verdict.violations.isEmpty, judged.needsFacts { noteMissingData(in: &judged) }
        return judged
    }

    /// Marks a verdict without violations as undetermined if the recorded verdict has violations that cannot be found
    /// again, because a revocation list or other data are missing now.
    private func noteMissingData(in judged: inout JudgedEntry) {
        let recorded = JudgedEntry(recorded: judged.entry)
        let violated = judged.entry.decision.violations.map(\.rule)
        if judged.lacksRevocationList, violated.contains(.certificateRevoked) { judged.isUndetermined = true }
        guard judged.leavesOpen(aViolationOf: recorded) else { return }
        judged.isUndetermined = true
        judged.lacksLogList =
            judged.openRules.contains(.certificateTransparency)
            && recorded.violations.contains { $0.rule == .certificateTransparency }
    }

    /// Forgets the answers of servers, for traffic with further facts. The evaluations of chains remain.
    public func forgetAnswers() { answers.removeAll(keepingCapacity: true) }

    /// Whether the load was recorded under revocation lists, and none is known now.
    private func lacksRevocationList(_ entry: TrafficEntry, in facts: FactsStore) -> Bool {
        guard !hasRevocationLists, entry.decision.scheme?.isSecure == true,
            let factsOfDecision = entry.decision.facts.flatMap({ facts[$0] }),
            let trust = facts.trust(of: factsOfDecision)
        else { return false }
        return trust.revocationLists.count > 0
    }

    /// The values on which an evaluation depends.
    private struct EvaluationKey: Hashable {
        /// The destination, if roots were recorded for it.
        var authority: Authority?
        var os: OSVersion
        var certificates: [[UInt8]]
        var timestamps: [UInt8]?
        var status: [UInt8]?
        var fetchedIssuers: [[UInt8]]
        var time: Instant
    }

    /// The values on which answers depend: the destination, and the identifier of the facts of a decision.
    private struct AnswerKey: Hashable {
        var authority: Authority
        var facts: String?
    }
}

extension Replay {
    private func verdict(
        on observation: Observation, under requirements: Requirements, at time: Instant, waiving waivers: [Waiver]
    ) -> Verdict {
        Verdict(of: observation, under: requirements, by: rules, at: time, waiving: waivers)
    }

    /// The verdict on a tunnel.
    ///
    /// - Parameter judged: The entry, to which missing data are noted.
    private func tunnelVerdict(
        on tunnel: RecordedTunnel, of entry: TrafficEntry, in facts: FactsStore, under requirements: Requirements,
        waiving waivers: [Waiver], noting judged: inout JudgedEntry
    ) -> Verdict {
        var verdict = self.verdict(on: tunnel, of: entry, in: facts, under: requirements, waiving: waivers)
        let hasOtherHello = waiveAgreement(of: tunnel, in: &verdict, of: entry, under: requirements)
        // The facts about the server are judged with the first decision, if there is one.
        let isFirstDecision = entry.firstDecisionIndex == nil
        let lacksAnswers = hasOtherHello || answers(for: entry, in: facts) == nil
        judged.isUndetermined = isFirstDecision && lacksAnswers && judged.needsFacts && verdict.violations.isEmpty
        waiveUserRoot(in: &verdict, of: entry, under: requirements, noting: &judged)
        return verdict
    }

    /// The verdict on loads over TLS, by the facts about their server.
    ///
    /// - Parameter judged: The entry, to which missing data are noted.
    private func secureVerdict(
        on entry: TrafficEntry, in facts: FactsStore, under requirements: Requirements, waiving waivers: [Waiver],
        noting judged: inout JudgedEntry
    ) -> Verdict {
        guard let answers = answers(for: entry, in: facts) else {
            // Without facts, nothing is violated, as with live traffic.
            judged.isUndetermined = judged.needsFacts
            let recordedNotes = entry.decision.notes.filter { recorded in
                recorded.code != .policy && !requirements.notes.contains { $0.message == recorded.message }
            }
            let notProbed =
                "Undetermined: the recording holds no probe of \(requirements.host), so nothing is known of its TLS."
            let notes = recordedNotes.isEmpty ? [Note(.notRecorded, notProbed)] : recordedNotes
            return Verdict(notes: requirements.notes + notes)
        }
        let offer = Offer(judging: requirements)
        switch answers.probeResult(judging: offer) {
        case .observed(let handshake):
            judged.isProvenByProbe = handshake.showsSuccess
            let chain = evaluation(of: handshake, for: entry, in: facts, on: requirements.os)
            var verdict = verdict(on: .secure(handshake, chain), under: requirements, at: entry.last, waiving: waivers)
            if chain.anchor == .none { waiveUserRoot(in: &verdict, of: entry, under: requirements, noting: &judged) }
            return verdict
        case .refused(let failure, let isReasonUnknown):
            var verdict = verdict(on: .noHandshake(failure), under: requirements, at: entry.last, waiving: waivers)
            if isReasonUnknown {
                verdict.notes.append(
                    Note(
                        .notRecorded, rule: .tlsHandshake,
                        "\(requirements.host) refuses the hello \(offer.name); the recording does not tell which "
                            + "relaxation it would accept."))
            }
            return verdict
        case .unknown:
            // The verdict is also open where ATS is off: the OS may offer nothing that the server accepts.
            judged.isUndetermined = !judged.isExempt
            let unknown =
                "Undetermined: the recording does not tell what \(requirements.host) would answer to the hello "
                + "\(offer.name) of \(requirements.os); record with atsproxy serve --examine full, or run atsproxy "
                + "check."
            return Verdict(notes: requirements.notes + [Note(.notRecorded, unknown)])
        }
    }

    /// Removes findings on trust from a verdict if the recorded chain ended in a root that a user had installed: the
    /// server is not to blame for a root that is not known now.
    private func waiveUserRoot(
        in verdict: inout Verdict, of entry: TrafficEntry, under requirements: Requirements,
        noting judged: inout JudgedEntry
    ) {
        let findings = verdict.violations + verdict.warnings
        guard entry.decision.tls?.anchor == .user, findings.contains(where: { $0.rule == .certificateTrust }) else {
            return
        }
        verdict.violations.removeAll { $0.rule == .certificateTrust }
        verdict.warnings.removeAll { $0.rule == .certificateTrust }
        verdict.notes.append(
            Note(
                .notRecorded, rule: .certificateTrust,
                "When this was recorded, the chain of \(requirements.host) ended in a root that was given with "
                    + "--ca-file; give it again."))
        judged.lacksRoot = true
        if verdict.violations.isEmpty { judged.isUndetermined = judged.needsFacts }
    }

    /// The answers that apply to an entry: first the facts of its own decision, then other facts about the destination.
    func answers(for entry: TrafficEntry, in facts: FactsStore) -> RecordedAnswers? {
        guard let authority = entry.authority else { return nil }
        let key = AnswerKey(authority: authority, facts: entry.decision.facts)
        if let cachedAnswers = answers[key] { return cachedAnswers }
        var applicable = facts[authority]
        if let factsOfDecision = entry.decision.facts.flatMap({ facts[$0] }),
            // A forged decision may name facts about another server.
            Authority(host: factsOfDecision.host, port: factsOfDecision.port) == authority
        {
            applicable = [factsOfDecision] + applicable.filter { $0.id != factsOfDecision.id }
        }
        guard !applicable.isEmpty else { return nil }
        let inferredAnswers = RecordedAnswers(applicable)
        answers[key] = inferredAnswers
        return inferredAnswers
    }

    /// The cached evaluation of a handshake's certificates under a system, at the time of the entry's last decision.
    public func evaluation(
        of handshake: Handshake, for entry: TrafficEntry, in facts: FactsStore, on os: OSVersion
    ) -> ChainEvaluation {
        let roots = entry.authority.map { facts.roots(of: $0) } ?? RecordedRoots()
        let key = EvaluationKey(
            authority: roots.isEmpty ? nil : entry.authority, os: os, certificates: handshake.certificates,
            timestamps: handshake.certificateTimestamps, status: handshake.certificateStatus,
            fetchedIssuers: handshake.fetchedIssuers, time: entry.last)
        if let cachedEvaluation = evaluations[key] { return cachedEvaluation }
        let evaluation = evaluate(handshake, os, entry.last, roots)
        // A judge of live traffic lives as long as its proxy, and each verdict is at another time.
        if evaluations.count >= evaluationLimit { evaluations.removeAll(keepingCapacity: true) }
        evaluations[key] = evaluation
        return evaluation
    }
}
