import Events
import Judging
import OpenSSL
import ProxyServer
import RecordingInputs
import Recordings
import ServerChecks
import Settings
import TransportSecurity

/// Writes evidence about recorded traffic (`report --evidence`), from the facts in the recording only.
struct RecordedEvidence {
    private var writer: EvidenceWriter
    private let trust: TrustOptions

    /// Creates evidence for a directory, which must be new or empty.
    init(in directory: String, trust: TrustOptions, recordings: [String]) throws(CommandFailure) {
        self.trust = trust
        writer = try EvidenceWriter(to: directory, trust: trust, rules: try trust.load().rules, recordings: recordings)
    }

    /// Writes the evidence about all entries. Of several entries about one server, one with violations is shown first.
    ///
    /// - Parameter policies: The policies under which the traffic was judged anew; nil if it has its recorded verdicts.
    func write(
        _ entries: [JudgedEntry], of traffic: RecordedTraffic, under policies: RecordedPolicies?
    ) throws(CommandFailure) {
        var writer = writer
        // The roots in which recorded chains ended are trusted as in the verdicts.
        let evaluator = try trust.recordedTrust().evaluator
        // A second decision without findings, on a tunnel that agreed with the probe, adds nothing.
        let shownEntries = entries.withoutRepeatedFindings().filter {
            $0.entry.firstDecisionIndex == nil || !$0.violations.isEmpty || !$0.warnings.isEmpty
        }
        let violatingEntries = shownEntries.filter { !$0.violations.isEmpty }
        for judged in violatingEntries + shownEntries.filter(\.violations.isEmpty) {
            guard let serverVerdict = serverVerdict(of: judged, facts: traffic.facts, by: evaluator),
                let authority = judged.entry.authority
            else { continue }
            let app = judged.entry.decision.app?.name
            _ = writer.show(serverVerdict, about: authority.description + (app.map { " loaded by \($0)" } ?? ""))
        }
        var recorded = EvidencePolicies(traffic.policies, judgedUnder: policies)
        // Entries whose handshake was made with another ClientHello are left out. Judged under the system that the
        // evidence names, they would appear as violations.
        for judged in entries
        where judged.entry.firstDecisionIndex == nil || !judged.notes.contains(where: { $0.code == .otherHello }) {
            let first = judged.entry.firstDecisionIndex.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
            writer.add(judged, after: first, from: traffic, under: recorded.policy(of: judged))
        }
        try writer.write()
    }

    /// The verdict of an entry with the facts that it names; nil if no target could be parsed.
    private func serverVerdict(
        of judged: JudgedEntry, facts store: FactsStore, by evaluator: RecordedChainEvaluator
    ) -> CheckResult.ServerVerdict? {
        let entry = judged.entry
        guard let authority = entry.authority else { return nil }
        var event = entry.decision
        event.time = entry.last
        event.decision = judged.decision
        (event.violations, event.warnings, event.notes) = (judged.violations, judged.warnings, judged.notes)
        // The recorded decision does not have this member. A second decision on the load shows that the app accepted
        // it.
        if entry.isAccepted { event.accepted = true }
        event.policy = judged.policy.map { CachedJSON(uncached: $0) } ?? event.policy
        let namedFacts = event.facts.flatMap { store[$0] }
        let facts = namedFacts.map { [$0] } ?? Array(store[authority].prefix(1))
        var serverVerdict = CheckResult.ServerVerdict(event: event, facts: facts)
        // The recorded findings say whether their exceptions permit the load or only leave it to the app.
        let isLeftToApp = judged.violations.contains { $0.exception?.overridable == true }
        serverVerdict.exception = SuggestedException(for: judged.violations, in: [:]) { _ in !isLeftToApp }
        let handshakes = facts.flatMap(\.attempts).compactMap { attempt -> Handshake? in
            switch attempt.result {
            case .success(let handshake): return handshake
            case .failure: return nil
            }
        }
        // The first handshake that succeeded is the judged one. A more relaxed ClientHello is only sent after a
        // refusal.
        if let handshake = handshakes.first {
            let chain = evaluator.evaluate(
                handshake, for: judged.policy?.os ?? event.policy?.value.os ?? .newest, at: entry.last,
                trusting: store.roots(of: authority))
            serverVerdict.observation = .secure(handshake, chain)
        } else if entry.isCleartext == true {
            serverVerdict.observation = .cleartext(event.scheme ?? .http)
        }
        return serverVerdict
    }
}

/// The events with policies for an evidence bundle, to which the decisions in it refer.
struct EvidencePolicies {
    /// The recorded policies, by identifier.
    private let recorded: [String: PolicyEvent]
    /// The policies under which the traffic was judged anew; nil if it has its recorded verdicts.
    private var judging: RecordedPolicies?
    /// The events of applied policies, by the identity of the object. There is one for each policy and OS.
    private var events: [ObjectIdentifier: PolicyEvent?] = [:]
    /// The applied policies in `events`, which are kept because an identity is unique only while its object exists.
    private var appliedPolicies: [AppliedPolicy] = []

    /// Creates the policies of recorded traffic.
    ///
    /// - Parameters:
    ///   - recorded: The recorded policies, by identifier.
    ///   - policies: The policies under which the traffic was judged anew; nil if it has its recorded verdicts.
    init(_ recorded: [String: PolicyEvent], judgedUnder policies: RecordedPolicies?) {
        self.recorded = recorded
        judging = policies
    }

    /// The event with the policy of an entry's verdict; nil if the policy is not known.
    mutating func policy(of judged: JudgedEntry) -> PolicyEvent? {
        let recordedEvent = judged.policy?.digest.flatMap { recorded[$0] }
        guard !judged.lacksPolicy, let appliedPolicy = judging?.appliedPolicy(for: judged.entry) else {
            return recordedEvent
        }
        if let event = events[ObjectIdentifier(appliedPolicy)] { return event }
        let copy = appliedPolicy.recorded()
        let event = copy.digest.map { PolicyEvent(copy, id: $0, at: recordedEvent?.time ?? judged.entry.last) }
        appliedPolicies.append(appliedPolicy)
        events[ObjectIdentifier(appliedPolicy)] = .some(event)
        return event
    }
}
