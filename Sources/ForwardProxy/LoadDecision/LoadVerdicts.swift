import InternetNames
import TransportSecurity

/// The requirements that a policy has for the loads of one app to one host, and the verdicts of the rules on them.
///
/// The latest verdict of each kind is kept, because an app loads from the same host again and again. Not `Sendable`:
/// each worker has its own.
public final class LoadVerdicts {
    /// The requirements of the policy for each of the loads.
    public let requirements: Requirements
    private let rules: RuleSet
    private let waivers: [Waiver]
    /// The verdicts on cleartext by scheme, which depend on nothing else but the requirements.
    private var cleartext: [Load.Scheme: Verdict] = [:]
    /// The latest verdict, with the facts and the second that it holds for. A verdict is kept for the rest of its
    /// second, because dates of certificates are in seconds. SCTs have milliseconds: a new one may count up to a second
    /// late.
    private var latest: (facts: String, second: Int64, verdict: Verdict)?
    /// The latest verdict of a tunnel, with the facts of its server. Most tunnels of an app to one host are alike.
    private var latestTunnel: JudgedTunnel?

    /// Creates an empty cache for the requirements and rules.
    public init(_ requirements: Requirements, rules: RuleSet, waiving waivers: [Waiver]) {
        self.requirements = requirements
        self.rules = rules
        self.waivers = waivers
    }

    /// The rules' findings on a tunnel.
    public struct ComparedVerdict {
        /// The findings.
        public var verdict: Verdict
        /// The differences between the tunnel and the facts of the probe.
        public var differences: [Note]
    }

    /// The verdict on cleartext of a scheme.
    public func verdictOnCleartext(of scheme: Load.Scheme = .http, at time: Instant) -> Verdict {
        if let known = cleartext[scheme] { return known }
        let verdict = verdict(on: .cleartext(scheme), at: time)
        cleartext[scheme] = verdict
        return verdict
    }

    /// The verdict on the facts about a server.
    public func verdict(on facts: ServerFacts, at time: Instant) -> Verdict {
        if let latest, latest.facts == facts.id, latest.second == time.seconds { return latest.verdict }
        let verdict = verdict(on: facts.observation, at: time)
        latest = (facts.id, time.seconds, verdict)
        return verdict
    }

    /// The verdict of a tunnel, beside the facts about its server where there are any.
    public func comparedVerdict(
        on tunnel: TunnelObservation, beside facts: ServerFacts?, at time: Instant
    ) -> ComparedVerdict {
        if let latestTunnel, latestTunnel.facts == facts?.id, latestTunnel.showed(theSameAs: tunnel) {
            return latestTunnel.compared
        }
        let compared = ComparedVerdict(
            verdict: Verdict(of: tunnel, under: requirements, by: rules, at: time, waiving: waivers),
            differences: tunnel.differences)
        // A verdict on certificates depends on the time. A long server name is not kept: no client may decide about the
        // use of memory.
        if tunnel.presented == nil, tunnel.hello?.serverName?.count ?? 0 <= 255 {
            latestTunnel = JudgedTunnel(observation: tunnel.compacted, facts: facts?.id, compared: compared)
        }
        return compared
    }

    /// A judged tunnel. An object, because looking into a value of its size would copy the value.
    private final class JudgedTunnel {
        let observation: TunnelObservation
        let facts: String?
        let compared: ComparedVerdict

        init(observation: TunnelObservation, facts: String?, compared: ComparedVerdict) {
            self.observation = observation
            self.facts = facts
            self.compared = compared
        }

        /// Whether both tunnels showed the same, whatever their probes found. Only for a tunnel without certificates in
        /// the clear.
        func showed(theSameAs other: borrowing TunnelObservation) -> Bool {
            other.presented == nil && observation.opening == other.opening && observation.agreement == other.agreement
                && observation.address == other.address && observation.fault == other.fault
                && observation.isStrict == other.isStrict
        }
    }

    private func verdict(on observation: Observation, at time: Instant) -> Verdict {
        Verdict(of: observation, under: requirements, by: rules, at: time, waiving: waivers)
    }
}

extension TunnelObservation {
    /// The same observation without the message that held the client's hello.
    fileprivate var compacted: TunnelObservation {
        guard case .hello(var hello) = opening else { return self }
        hello.serverName = hello.serverName?.compacted
        var tunnel = self
        tunnel.opening = .hello(hello)
        return tunnel
    }
}
