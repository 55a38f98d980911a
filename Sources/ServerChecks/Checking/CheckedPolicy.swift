import AppBundle
import Events
import InternetNames
import Networking
import ProxyServer
import TransportSecurity

/// A policy as one OS reads it, with rules and waivers, as `check` and `certificate` use it.
package struct CheckedPolicy {
    /// The name of the policy in events.
    package let source: String
    /// The OS whose rules apply.
    package let os: OSVersion
    /// The policy as that OS reads it.
    package let policy: Policy
    /// The `NSAppTransportSecurity` dictionary of the policy.
    package let dictionary: [String: PropertyValue]
    /// The policy as recordings have it, for judging again; nil if it is too large.
    package let recorded: PolicyEvent?
    private let linkedSDK: OSVersion?
    private let kind: LoadingAPI
    private let rules: RuleSet
    private let waivers: [Waiver]

    /// Creates the policy that an OS reads in the dictionary of an app.
    package init(
        _ appPolicy: AppPolicy, readBy os: OSVersion, linkedSDK: OSVersion?, kind: LoadingAPI, rules: RuleSet,
        waivers: [Waiver]
    ) {
        source = appPolicy.source
        dictionary = appPolicy.dictionary
        policy = Policy(appPolicy.dictionary, readBy: os, linkedSDK: linkedSDK)
        self.os = os
        self.linkedSDK = linkedSDK
        self.kind = kind
        self.rules = rules
        self.waivers = waivers
        let appliedPolicy = AppliedPolicy(
            policyName: source, dictionary: dictionary, linkedSDK: linkedSDK, os: .fixed(os), loadingAPI: kind,
            mode: .observe, waivers: waivers
        ).recorded()
        recorded = appliedPolicy.digest.map { PolicyEvent(appliedPolicy, id: $0, at: WallClock.now) }
    }

    /// The requirements of the policy for a host.
    package func requirements(for host: Host) -> Requirements {
        policy.requirements(for: host, kind: kind)
    }

    /// The requirements of another policy for a host, with the same OS, SDK and API.
    package func requirements(for host: Host, under dictionary: [String: PropertyValue]) -> Requirements {
        Policy(dictionary, readBy: os, linkedSDK: linkedSDK).requirements(for: host, kind: kind)
    }

    /// The verdict on an observation.
    ///
    /// - Parameter others: Rules in place of those of the policy.
    package func verdict(
        on observation: Observation, under requirements: Requirements, at time: Instant, by others: RuleSet? = nil
    ) -> Verdict {
        Verdict(of: observation, under: requirements, by: others ?? rules, at: time, waiving: waivers)
    }

    /// The requirements that an observation meets.
    package func confirmations(on observation: Observation, under requirements: Requirements, at time: Instant)
        -> [Confirmation]
    {
        Confirmation.all(on: observation, under: requirements, by: rules, at: time)
    }

    /// The exception that the violations suggest; nil if none would change anything.
    package func exception(
        for verdict: Verdict, on observation: Observation, of host: Host, at time: Instant
    ) -> SuggestedException? {
        SuggestedException(for: verdict.violations, in: dictionary) { dictionary in
            let requirements = requirements(for: host, under: dictionary)
            let verdict = self.verdict(on: observation, under: requirements, at: time)
            guard verdict.violations.isEmpty, verdict.warnings.isEmpty else { return false }
            switch observation {
            case .cleartext, .certificates: return true
            case .noHandshake: return false
            // The system must send a hello that the server answers.
            case .secure(let handshake, _): return handshake.fits(Offer(judging: requirements))
            }
        }
    }

    /// The event for a verdict, without members about a client and without a mode.
    package func event(_ verdict: Verdict, under requirements: Requirements, at time: Instant) -> DecisionEvent {
        var event = DecisionEvent(
            time: time, id: .text(""), from: .check(serverFacts: []), decision: verdict.decision(in: .enforce))
        event.host = requirements.host
        event.policy = CachedJSON(PolicySummary(requirements, source: source))
        event.error = verdict.failure(in: .enforce)
        event.violations = verdict.violations
        event.warnings = verdict.warnings
        event.notes = verdict.notes
        return event
    }
}
