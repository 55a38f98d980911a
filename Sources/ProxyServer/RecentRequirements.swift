import Probing
import ForwardProxy
import InternetNames
import Recording
import TransportSecurity

/// What policies demanded of loads lately, and what the rules found: an app asks the same few hosts again and again, and
/// says the same of itself.
struct RecentRequirements {
    private var known: [Key: Resolution] = [:]

    private struct Key: Hashable {
        var jurisdiction: ObjectIdentifier
        var host: Host
        var userAgent: WireText
    }

    /// What a policy demands of the loads of one app to one host.
    final class Resolution {
        /// The app, as its User-Agent tells.
        let app: Rendered<ClientApp>
        /// What is demanded.
        let requirements: Requirements
        /// The same, as events show it.
        let policy: Rendered<PolicySummary>
        /// The tunnel that was asked for last.
        private var latestRequest: ProxyRequest?
        /// The verdict on cleartext, which depends on nothing else.
        private var cleartext: Verdict?
        /// The verdict on these facts in that second. Dates of certificates are given in seconds; a timestamp of a CT log
        /// that begins to count in the middle of one counts in the next.
        private var latest: (facts: String, second: Int64, verdict: Verdict)?
        /// What a tunnel showed last, beside which facts, and what was found of it: an app's tunnels to one host are mostly
        /// alike.
        private var latestTunnel: (observation: TunnelObservation, facts: String?, judgement: TunnelJudgement)?
        /// Held, so that no other can be taken for it.
        private let jurisdiction: Jurisdiction

        fileprivate init(_ jurisdiction: Jurisdiction, _ host: Host, _ userAgent: WireText) {
            self.jurisdiction = jurisdiction
            app = Rendered(ClientApp(userAgent: userAgent.text))
            requirements = jurisdiction.requirements(for: host, by: app.value)
            policy = Rendered(PolicySummary(requirements, source: jurisdiction.policyName))
        }

        /// That request for a tunnel, without the message that it came in: an app asks for the same one again and again.
        func tunnelRequest(like request: ProxyRequest) -> ProxyRequest {
            let port = request.load.authority.port
            if let latestRequest, latestRequest.load.authority.port == port, latestRequest.user == request.user {
                return latestRequest
            }
            let authority = Authority(host: requirements.host, port: port)
            let kept = ProxyRequest(
                load: Load(scheme: request.load.scheme, authority: authority), method: .connect, user: request.user)
            latestRequest = kept
            return kept
        }

        /// The verdict on cleartext.
        func cleartextVerdict(by rules: RuleSet, at time: Instant) -> Verdict {
            if let cleartext { return cleartext }
            let verdict = judge(.cleartext, by: rules, at: time)
            cleartext = verdict
            return verdict
        }

        /// The verdict on what is known of a server.
        func verdict(on facts: Facts, by rules: RuleSet, at time: Instant) -> Verdict {
            if let latest, latest.facts == facts.id, latest.second == time.seconds { return latest.verdict }
            let verdict = judge(facts.observation, by: rules, at: time)
            latest = (facts.id, time.seconds, verdict)
            return verdict
        }

        /// What the rules find of a tunnel that was observed beside those facts, and in what it differs from them.
        func judgement(
            on tunnel: TunnelObservation, beside facts: Facts?, by rules: RuleSet, at time: Instant
        ) -> TunnelJudgement {
            if let latestTunnel, latestTunnel.facts == facts?.id, latestTunnel.observation.showsTheSame(as: tunnel) {
                return latestTunnel.judgement
            }
            let judgement = TunnelJudgement(
                verdict: Verdict(
                    of: tunnel, under: requirements, by: rules, at: time, waiving: jurisdiction.waivers),
                differences: tunnel.differences)
            // With certificates in the clear the time comes into it. What is kept for a client must not grow with its hello.
            if tunnel.presented == nil, tunnel.hello?.serverName?.count ?? 0 <= 255 {
                latestTunnel = (tunnel.compacted, facts?.id, judgement)
            }
            return judgement
        }

        private func judge(_ observation: Observation, by rules: RuleSet, at time: Instant) -> Verdict {
            Verdict(of: observation, under: requirements, by: rules, at: time, waiving: jurisdiction.waivers)
        }
    }

    /// What was found of a tunnel.
    struct TunnelJudgement {
        /// What the rules find.
        var verdict: Verdict
        /// In what the tunnel differs from what was probed.
        var differences: [Note]
    }

    /// What that policy demands of a load to that host by an app that calls itself so.
    mutating func find(_ jurisdiction: Jurisdiction, _ host: Host, userAgent: WireText?) -> Resolution {
        // What is kept for a client must not grow with what it says; more than this is not read anyhow.
        let userAgent = WireText(userAgent?.octets.prefix(ClientApp.maximumLength) ?? [])
        var key = Key(jurisdiction: ObjectIdentifier(jurisdiction), host: host, userAgent: userAgent)
        if let found = known[key] { return found }
        key.host = host.compacted
        key.userAgent = userAgent.compacted
        let resolution = Resolution(jurisdiction, key.host, key.userAgent)
        if known.count >= Self.limit { known = [:] }
        known[key] = resolution
        return resolution
    }

    /// Forgets all, for instance because the rules are others.
    mutating func removeAll() {
        known = [:]
    }

    /// How many are kept.
    static let limit = 1024
}

extension TunnelObservation {
    /// Whether the tunnels themselves showed the same, whatever was probed. What this one showed has no certificates.
    fileprivate func showsTheSame(as other: TunnelObservation) -> Bool {
        other.presented == nil && opening == other.opening && agreement == other.agreement && address == other.address
            && fault == other.fault && isStrict == other.isStrict
    }

    /// The same without the message that the client's hello came in.
    fileprivate var compacted: TunnelObservation {
        guard case .hello(var hello) = opening else { return self }
        hello.serverName = hello.serverName?.compacted
        var tunnel = self
        tunnel.opening = .hello(hello)
        return tunnel
    }
}
