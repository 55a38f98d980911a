import Judging
import OpenSSL
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
    mutating func write(
        _ entries: [JudgedEntry], of traffic: RecordedTraffic, under policies: RecordedPolicies?
    ) throws(CommandFailure) {
        show(entries, facts: traffic.facts, by: try trust.recordedTrust().evaluator)
        var policyEvents = EvidencePolicies(traffic.policies, judgedUnder: policies)
        for judged in entries where !judged.isOnOtherHello {
            let first = judged.entry.firstDecisionIndex.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
            writer.add(judged, after: first, from: traffic, under: policyEvents.policy(of: judged))
        }
        try writer.write()
    }

    /// Adds the verdicts on entries to the texts of their servers.
    ///
    /// - Parameter evaluator: The evaluator that trusts the roots in which recorded chains ended, as in the verdicts.
    private mutating func show(_ entries: [JudgedEntry], facts: FactsStore, by evaluator: RecordedChainEvaluator) {
        // A second decision without findings, on a tunnel that agreed with the probe, adds nothing.
        let shownEntries = entries.withoutRepeatedFindings().filter {
            $0.entry.firstDecisionIndex == nil || !$0.violations.isEmpty || !$0.warnings.isEmpty
        }
        let violatingEntries = shownEntries.filter { !$0.violations.isEmpty }
        for judged in violatingEntries + shownEntries.filter(\.violations.isEmpty) {
            guard let authority = judged.entry.authority else { continue }
            let serverVerdict = CheckResult.ServerVerdict(recorded: judged, at: authority, in: facts, by: evaluator)
            let app = judged.entry.decision.app?.name
            writer.show(serverVerdict, about: authority.description + (app.map { " loaded by \($0)" } ?? ""))
        }
    }
}

extension JudgedEntry {
    /// Whether the entry has second decisions on tunnels whose clients sent another ClientHello than that of the judged
    /// system. Judged again under the system that the evidence names, such tunnels would appear as violations.
    fileprivate var isOnOtherHello: Bool {
        entry.firstDecisionIndex != nil && notes.contains { $0.code == .otherHello }
    }
}
