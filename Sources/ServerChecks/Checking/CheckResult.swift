import Events
import InternetNames
import Judging
import Probing
import ServerConfiguration
import Traffic
import TransportSecurity

/// The result of `check` for one URL.
package struct CheckResult {
    /// The URL.
    package var url: LoadURL
    /// One verdict, or one for each address with `--per-address`.
    package var serverVerdicts: [ServerVerdict]
    /// The tests of `--diagnose`; nil if they were not requested or the server could not be probed.
    var diagnosis: Diagnosis?

    /// One verdict as an event, with the basis of the verdict.
    package struct ServerVerdict {
        /// The verdict as an event of a recording.
        package var event: DecisionEvent
        /// The judged observation; nil if nothing was found out about the server.
        package var observation: Observation?
        /// The facts about the server, first those that were judged; empty for cleartext.
        package var facts: [FactsEvent]
        /// The policy of the verdict, as recordings have it; nil if it is too large.
        package var policy: PolicyEvent?
        /// The requirements that the server meets.
        package var confirmations: [Confirmation]
        /// The exception that the violations suggest.
        package var exception: SuggestedException?
        /// The notice that the certificates ought to be replaced; nil if they need not.
        package var renewal: RenewalNotice?
        /// The notice on the last third of the lifetime where `--expires-within` asks for a shorter time. No status
        /// depends on this notice.
        var earlyRenewal: RenewalNotice?
        /// The lines of configuration with which the server passes; nil without a request, or without a finding.
        package var configuration: ConfigurationChange?

        /// Creates a verdict without advice.
        package init(
            event: DecisionEvent, observation: Observation? = nil, facts: [FactsEvent] = [],
            policy: PolicyEvent? = nil, confirmations: [Confirmation] = [], exception: SuggestedException? = nil
        ) {
            (self.event, self.observation, self.facts, self.policy) = (event, observation, facts, policy)
            (self.confirmations, self.exception) = (confirmations, exception)
        }

        /// The event as a report judges it.
        package var judged: JudgedEntry { JudgedEntry(recorded: TrafficEntry(event)) }
    }
}

extension CheckResult {
    /// Adds facts to the only verdict, unless they are there.
    package mutating func add(_ facts: FactsEvent) {
        guard !serverVerdicts.isEmpty, !serverVerdicts[0].facts.contains(where: { $0.id == facts.id }) else { return }
        serverVerdicts[0].facts.append(facts)
    }

    /// Sorts the facts behind the judged ones, which come first. Probes with other offers end in any order.
    mutating func sortFacts() {
        guard !serverVerdicts.isEmpty, serverVerdicts[0].facts.count > 2 else { return }
        func name(_ facts: FactsEvent) -> String { facts.attempts.first?.offer.name ?? "" }
        serverVerdicts[0].facts[1...].sort { (name($0), $0.id) < (name($1), $1.id) }
    }
}

extension CheckResult {
    /// The result with the differences of other addresses of the server from the judged one.
    ///
    /// Verdicts that differ in their findings are added, and count. A note names each address that differs.
    func adding(_ others: [ServerVerdict], of host: Host) -> CheckResult {
        guard var first = serverVerdicts.first else { return self }
        let differing = others.filter { $0.offer != first.offer }
        guard !differing.isEmpty else { return self }
        let offers = ([first] + differing).map { serverVerdict in
            "\(serverVerdict.event.address?.description ?? "one") \(serverVerdict.offer.prose)"
        }
        let equal = others.count - differing.count
        let clause = equal == 0 ? "" : "; \(equal) more \(equal == 1 ? "is" : "are") like the first"
        first.event.notes.append(
            Note(
                .addressesDiffer,
                "The addresses of \(host) differ: \(offers.joined(separator: ", "))\(clause). "
                    + "A device may get any of them."
            )
        )
        var result = self
        result.serverVerdicts = [first] + differing.filter { $0.offer.findings != first.offer.findings }
        return result
    }
}

extension CheckResult.ServerVerdict {
    /// The offer of a server at one address, as far as it decides whether a load succeeds.
    fileprivate struct Offered: Equatable {
        var version: TLSVersion?
        var findings: [RuleID]

        /// The offer as the end of a sentence whose subject is the address.
        var prose: String {
            let offers = version.map { "offers \($0.prose)" } ?? "completes no handshake"
            guard !findings.isEmpty else { return offers }
            return "\(offers) (\(findings.map(\.rawValue).joined(separator: ", ")))"
        }
    }

    fileprivate var offer: Offered {
        Offered(version: event.tls?.value.version, findings: (event.violations + event.warnings).map(\.rule))
    }
}
