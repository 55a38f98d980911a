import Events
import InternetNames
import Judging
import Probing
import ServerConfiguration
import Traffic
import TransportSecurity

/// The result of `check` for one URL.
struct CheckResult {
    /// The URL.
    var url: LoadURL
    /// One verdict, or one for each address with `--per-address`.
    var serverVerdicts: [ServerVerdict]
    /// The tests of `--diagnose`; nil if they were not requested or the server could not be probed.
    var diagnosis: Diagnosis?

    /// One verdict as an event, with the basis of the verdict.
    struct ServerVerdict {
        var event: DecisionEvent
        /// The judged observation; nil if nothing was found out about the server.
        var observation: Observation?
        /// The facts about the server, first those that were judged; empty for cleartext.
        var facts: [FactsEvent] = []
        /// The policy of the verdict, as recordings have it; nil if it is too large.
        var policy: PolicyEvent?
        /// The requirements that the server meets.
        var confirmations: [Confirmation] = []
        /// The exception that the violations suggest.
        var exception: SuggestedException?
        /// The notice that the certificates ought to be replaced; nil if they need not.
        var renewal: RenewalNotice?
        /// The notice on the last third of the lifetime where `--expires-within` asks for a shorter time. No status
        /// depends on this notice.
        var earlyRenewal: RenewalNotice?
        /// The lines of configuration with which the server passes; nil without a request, or without a finding.
        var configuration: ConfigurationChange?

        /// The event as a report judges it.
        var judged: JudgedEntry { JudgedEntry(recorded: TrafficEntry(event)) }
    }
}

extension CheckResult {
    /// Adds facts to the only verdict, unless they are there.
    mutating func add(_ facts: FactsEvent) {
        guard !serverVerdicts.isEmpty, !serverVerdicts[0].facts.contains(where: { $0.id == facts.id }) else { return }
        serverVerdicts[0].facts.append(facts)
    }

    /// Sorts all but the judged facts, which were found in no certain order.
    mutating func sortFacts() {
        guard !serverVerdicts.isEmpty, serverVerdicts[0].facts.count > 2 else { return }
        func name(_ facts: FactsEvent) -> String { facts.attempts.first?.offer.name ?? "" }
        serverVerdicts[0].facts[1...].sort { (name($0), $0.id) < (name($1), $1.id) }
    }
}
