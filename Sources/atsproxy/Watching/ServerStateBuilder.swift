import AppBundle
import InternetNames
import OpenSSL
import ServerChecks
import Settings
import TransportSecurity
import Watching

/// Makes the state of a server from the result of a check, with the same engine that judges for `check`.
struct ServerStateBuilder {
    /// The policy with its OS and rules.
    let policy: CheckedPolicy
    /// The same policy under another OS.
    let policyUnderOS: (OSVersion) -> CheckedPolicy
    /// The rules with another list of CT logs.
    let rulesWithLogs: (TransparencyLogList) -> RuleSet
    /// The list of CT logs; nil without one.
    let logs: TransparencyLogList?
    /// Evaluates chains for systems with other trust stores.
    let evaluator: ChainEvaluator
    /// The window in which the end of a certificate is a condition.
    let window: RenewalWindow
    /// The pins of `--pins`.
    let pins: [PinList]

    /// The result for one server.
    enum Outcome {
        /// The server answered, and is in this state.
        case reached(ServerState)
        /// The server is down, for the reason in this sentence.
        case down(String)
    }

    /// The state of the server of a result at a time.
    func state(of result: CheckResult, at time: Instant) -> Outcome {
        let outages = result.serverVerdicts.map(Self.outage)
        // A server with several addresses is down if none of them answers.
        if let outage = outages.first ?? nil, !outages.contains(nil) { return .down(outage) }
        var state = ServerState()
        for (serverVerdict, outage) in zip(result.serverVerdicts, outages) where outage == nil {
            add(serverVerdict, to: &state, of: result.url.host, at: time)
        }
        return .reached(state)
    }

    /// The reason why a server counts as down; nil if it answered.
    private static func outage(_ serverVerdict: CheckResult.ServerVerdict) -> String? {
        if case .noHandshake(let failure) = serverVerdict.observation, failure.isOfTransport {
            return "The server \(failure.prose)."
        }
        guard serverVerdict.event.violations.isEmpty, serverVerdict.observation == nil else { return nil }
        return serverVerdict.event.error?.message
    }

    private func add(
        _ serverVerdict: CheckResult.ServerVerdict, to state: inout ServerState, of host: Host, at time: Instant
    ) {
        let event = serverVerdict.event
        state.connection = state.connection ?? Self.connection(serverVerdict.observation)
        var conditions = event.violations.map { Condition(.violation, name: $0.rule.rawValue, text: $0.message) }
        conditions += event.warnings.map { Condition(.warning, name: $0.rule.rawValue, text: $0.message) }
        if serverVerdict.judged.isUndetermined, event.violations.isEmpty, let note = serverVerdict.judged.handshakeNote
        {
            conditions.append(Condition(.unjudged, name: note.code?.rawValue ?? "handshake", text: note.message))
        }
        if let observation = serverVerdict.observation, let chain = observation.chain, let leaf = chain.leaf {
            if state.certificate == nil { state.certificate = Self.leaf(leaf) }
            conditions += Self.staple(of: observation, at: time)
            if let end = RenewalNotice.end(of: chain) {
                state.chainEnds = (state.chainEnds ?? []).filter { $0 != end } + [end]
            }
            // The end of a certificate does not end the notice; a newer certificate does.
            if let notice = RenewalNotice(chain, at: time, in: window, keepsEnded: true) {
                conditions.append(
                    Condition(.renewal, name: notice.notAfter.description, text: notice.sentence(at: time)))
            }
            let placements = placements(beside: chain, of: host)
            state.pins += placements.flatMap(\.sentences).filter { !state.pins.contains($0) }
            conditions += placements.filter { $0.pins.scope == .chain || !$0.matches.isEmpty }.compactMap(\.condition)
            conditions += coming(of: observation, in: chain, at: host, time)
        }
        state.add(conditions)
    }

    private static func connection(_ observation: Observation?) -> ServerState.Connection? {
        guard case .secure(let handshake, _) = observation else { return nil }
        return ServerState.Connection(
            version: handshake.version, cipher: handshake.cipherSuite.name,
            hasForwardSecrecy: handshake.cipherSuite.hasForwardSecrecy, group: handshake.groupOfSystem?.name,
            isPostQuantum: handshake.groupOfSystem == .x25519MLKEM768)
    }

    private static func leaf(_ certificate: Certificate) -> ServerState.Leaf {
        ServerState.Leaf(
            key: Base64.encode(certificate.publicKeySHA256), issuer: certificate.issuer,
            notAfter: certificate.notAfter)
    }
}

// MARK: - Ends and refusals

extension ServerStateBuilder {
    /// The stapled response, if it is in the last quarter of its period: servers renew theirs long before.
    private static func staple(of observation: Observation, at time: Instant) -> [Condition] {
        guard case .secure(let handshake, _) = observation, let der = handshake.certificateStatus,
            let period = StapledPeriod(der: der), let end = period.nextUpdate
        else { return [] }
        let secondsLeft = end.seconds - time.seconds
        guard secondsLeft < (end.seconds - period.thisUpdate.seconds) / 4 else { return [] }
        let verb = secondsLeft < 0 ? "ended" : "ends"
        return [
            Condition(
                .staple, name: "ocsp",
                text: "The stapled OCSP response \(verb) on \(end.shown(beside: time)), and the server has no newer "
                    + "one.")
        ]
    }

    private func placements(beside chain: ChainEvaluation, of host: Host) -> [PinPlacement] {
        let declared = policy.requirements(for: host).pins?.sets ?? []
        return (declared + pins.compactMap { $0.pins(of: host) }).map { PinPlacement($0, beside: chain.path) }
    }

    private func coming(
        of observation: Observation, in chain: ChainEvaluation, at host: Host, _ time: Instant
    ) -> [Condition] {
        let requirements = policy.requirements(for: host)
        let verdict = policy.verdict(on: observation, under: requirements, at: time)
        let refusals = ComingRefusals(after: verdict, under: policy.os, at: time) { os, date in
            guard os == policy.os else {
                let newer = policyUnderOS(os)
                return newer.verdict(
                    on: evaluated(observation, for: os, at: date), under: newer.requirements(for: host), at: date)
            }
            // A list is as old on that date as it is now.
            var dated = logs ?? TransparencyLogList(date: nil, logs: [])
            dated.date = date
            return policy.verdict(on: observation, under: requirements, at: date, by: rulesWithLogs(dated))
        }
        return refusals.conditions(for: chain, logs: logs)
    }

    private func evaluated(_ observation: Observation, for os: OSVersion, at time: Instant) -> Observation {
        guard case .secure(let handshake, _) = observation else { return observation }
        return .secure(handshake, evaluator.evaluate(handshake, for: os, at: time))
    }
}
