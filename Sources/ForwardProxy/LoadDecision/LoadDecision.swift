import InternetNames
import TransportSecurity

/// The decision about one load: whether it may go, where to, and its events in a recording.
///
/// A state machine without input or output. Its owner tells each `Event` with the time at which it happened, and
/// carries out the `Command`s in their order. No connection is opened without the `Permit` of one of them.
///
/// Where ATS applies and is enforced, the facts about the server come first, and the permit names the address that was
/// probed. Elsewhere the addresses come first, and the server of a tunnel is probed in the background.
public struct LoadDecision: ~Copyable {
    /// The server as the client named it.
    public let authority: Authority
    /// The address that the load goes to, as soon as it is known.
    public private(set) var address: IPAddress?
    private let isConnect: Bool
    private let opensWebSocket: Bool
    private let mode: Mode
    private let isStrict: Bool
    private let route: Route
    private let failureOfNaming: LoadFailure?
    private let verdicts: LoadVerdicts
    private var phase = Phase.new
    private var server = Server.unknown
    /// The failure of a load whose tunnel ended before its verdict was recorded.
    private var failureInTunnel: LoadFailure?
    /// The commands of the event that is being handled.
    private var commands: [Command] = []

    private enum Phase {
        case new
        /// Nothing may pass before the facts are here.
        case awaitingFacts
        /// The addresses are looked up. Without a verdict, the server is probed in the background later.
        case awaitingAddresses(Verdict?)
        /// The load goes.
        case permitted
        /// The load does not go, or has ended. In a tunnel, the facts about its server may still be awaited.
        case over
    }

    /// The knowledge about the server.
    private enum Server {
        /// Nothing, and the reading of the tunnel is not judged either.
        case unknown
        /// The background probe is under way. What was read of the tunnel is judged once its facts are known.
        case probing(TunnelReading.Shared?)
        /// There is a verdict on the server. Its facts are kept until the tunnel is judged beside them.
        case judged(Verdict, ServerFacts?)
        /// There is a verdict on only the tunnel.
        case judgedByTunnel
    }

    /// The decision about a load to that server; `start` begins it.
    ///
    /// - Parameters:
    ///   - authority: The server as the client named it.
    ///   - isConnect: Whether a tunnel is asked for. Otherwise the load is plain HTTP.
    ///   - opensWebSocket: Whether plain HTTP asks for a WebSocket.
    ///   - verdicts: The requirements of the policy for the load, and the rules' verdicts.
    ///   - mode: What follows from a violation.
    ///   - isStrict: Whether a tunnel is blocked whose server cannot be compared with the facts (`--strict-tunnel`).
    ///   - failureOfNaming: Why `enforce` refuses the load before it begins (`ServerNaming`); nil if it does not.
    ///   - route: The way to the server. With `upstream`, all addresses are those of the upstream proxy.
    public init(
        of authority: Authority, isConnect: Bool, opensWebSocket: Bool = false, by verdicts: LoadVerdicts,
        in mode: Mode, isStrict: Bool = false, failureOfNaming: LoadFailure? = nil, route: Route = .direct
    ) {
        self.authority = authority
        self.isConnect = isConnect
        self.opensWebSocket = opensWebSocket
        self.verdicts = verdicts
        self.mode = mode
        self.isStrict = isStrict
        self.failureOfNaming = failureOfNaming
        self.route = route
    }

    /// The limits on the bytes of a tunnel of this load.
    public var enforcement: Tunnel.Enforcement {
        guard mustJudgeFirst else { return .none }
        return requirements.allowsInsecureHTTPLoads ? .judged : .tlsRequired
    }

    /// The facts about the server that a tunnel is to be judged beside.
    public var facts: ServerFacts? {
        if case .judged(_, let facts) = server { facts } else { nil }
    }

    /// Whether the facts about the server, told at that time, would lead to a refusal. Their owner may then find newer
    /// ones first, because a server may have been repaired.
    public func refuses(_ facts: ServerFacts, at time: Instant) -> Bool {
        guard case .awaitingFacts = phase else { return false }
        return Permit(
            verdicts.verdict(on: facts, at: time), in: mode, authority: authority, addresses: [facts.address]) == nil
    }

    /// Appends the commands after an event that happened at that time, in order, to an array that the caller reuses.
    public mutating func handle(_ event: Event, at time: Instant, appendingTo commands: inout [Command]) {
        swap(&self.commands, &commands)
        defer { swap(&self.commands, &commands) }
        switch event {
        case .start: start(at: time)
        case .facts(let facts): received(facts, at: time)
        case .factsFailed(let failure): factsFailed(failure)
        case .serverIsKnownToBeSilent: findAddressesOfSilentServer()
        case .addresses(let addresses, let isComplete): found(addresses, isComplete: isComplete)
        case .addressesFailed(let failure): fail(failure)
        case .idleConnection(let address): found([address], isComplete: true)
        case .connected(let address): self.address = address
        case .connectFailed(let failure): connectFailed(failure)
        case .responseFailed(let failure): responseFailed(failure)
        case .clientHelloSeen: clientHelloSeen()
        case .tunnelRead(let reading): tunnelRead(reading)
        case .exchangeEnded(let end): exchangeEnded(end)
        case .tunnelEnded(let end): tunnelEnded(end)
        case .stopped: stopped()
        }
    }

    private var requirements: Requirements { verdicts.requirements }

    /// The verdict on the server.
    private var verdict: Verdict? {
        if case .judged(let verdict, _) = server { verdict } else { nil }
    }

    /// Whether nothing may pass before the server was judged.
    private var mustJudgeFirst: Bool { mode == .enforce && requirements.applies }
}

// MARK: - Whether the load may go

extension LoadDecision {
    private mutating func start(at time: Instant) {
        if let failureOfNaming, mode == .enforce {
            fail(failureOfNaming)
        } else if !isConnect {
            judgeCleartext(at: time)
        } else if mustJudgeFirst {
            phase = .awaitingFacts
            commands.append(.findFacts)
        } else {
            phase = .awaitingAddresses(nil)
            commands.append(.findAddresses)
        }
    }

    /// Plain HTTP: there is nothing to probe, so the verdict comes first. Port 443 is probed for the recording.
    private mutating func judgeCleartext(at time: Instant) {
        let verdict = verdicts.verdictOnCleartext(of: opensWebSocket ? .ws : .http, at: time)
        probeOtherOffers(of: Authority(host: authority.host, port: 443), at: nil)
        if verdict.decision(in: mode) == .blocked {
            phase = .over
            commands.append(.record(.verdict(verdict, nil)))
            commands.append(.refuse(.blocked(verdict, requirements)))
        } else {
            phase = .awaitingAddresses(verdict)
            commands.append(.findConnection)
        }
    }

    private mutating func received(_ facts: ServerFacts, at time: Instant) {
        if case .awaitingFacts = phase {
            decide(on: facts, at: time)
        } else if case .probing(let reading) = server {
            judgeBeside(facts, reading, at: time)
        }
    }

    private mutating func factsFailed(_ failure: LoadFailure) {
        if case .awaitingFacts = phase {
            guard failure == .silent, requirements.allowsInsecureHTTPLoads else { return fail(failure) }
            commands.append(.rememberSilence)
            findAddressesOfSilentServer()
        } else if case .probing(let reading) = server {
            judgeWithoutFacts(failure.message(about: authority))
            observe(reading)
        }
    }

    private mutating func decide(on facts: ServerFacts, at time: Instant) {
        let verdict = verdicts.verdict(on: facts, at: time)
        address = facts.address
        commands.append(.record(.verdict(verdict, facts)))
        probeOtherOffers(of: authority, at: facts.address)
        if let permit = Permit(verdict, in: mode, authority: authority, addresses: [facts.address]) {
            phase = .permitted
            server = .judged(verdict, facts)
            commands.append(.permit(permit))
        } else {
            phase = .over
            commands.append(.refuse(refusal(by: verdict)))
        }
    }

    private func refusal(by verdict: Verdict) -> Refusal {
        if let unproven = verdict.unproven, verdict.violations.isEmpty { return .unproven(unproven) }
        return .blocked(verdict, requirements)
    }

    /// Cleartext is permitted, and the server says nothing to a ClientHello: it may speak a protocol in cleartext in
    /// which the client begins. The tunnel opens, and the client's bytes in it are judged.
    private mutating func findAddressesOfSilentServer() {
        let note = Note(
            .silentServer, "\(authority) said nothing to a ClientHello; what the client sends in the tunnel is judged.")
        phase = .awaitingAddresses(Verdict(notes: requirements.notes + [note]))
        commands.append(.findAddresses)
    }

    private mutating func found(_ addresses: [IPAddress], isComplete: Bool) {
        switch phase {
        case .awaitingAddresses(let verdict):
            guard let permit = permit(verdict, addresses) else { return fail(.upstream(.nameNotFound)) }
            phase = .permitted
            address = addresses.first
            if let verdict {
                server = .judged(verdict, nil)
                commands.append(.record(.verdict(verdict, nil)))
            }
            commands.append(.permit(permit))
        case .permitted:
            commands.append(.addAddresses(permit(verdict, addresses), isComplete: isComplete))
        case .new, .awaitingFacts, .over:
            break
        }
    }

    private func permit(_ verdict: Verdict?, _ addresses: [IPAddress]) -> Permit? {
        guard let verdict else {
            return Permit(unprobed: requirements, in: mode, authority: authority, addresses: addresses)
        }
        return Permit(verdict, in: mode, authority: authority, addresses: addresses)
    }

    private mutating func fail(_ failure: LoadFailure) {
        // Cleartext is a violation whether or not the server is reached.
        if case .awaitingAddresses(let verdict?) = phase, !verdict.violations.isEmpty {
            commands.append(.record(.verdict(verdict, nil)))
        }
        phase = .over
        commands.append(.record(.failure(failure)))
        commands.append(.refuse(failure.refusal))
    }

    private mutating func connectFailed(_ failure: LoadFailure) {
        // The server, or the upstream proxy, may have moved. These facts lead no other load to this address.
        if !failure.isShortage { commands.append(.forgetUnreachable(facts)) }
        commands.append(.record(.failure(failure)))
        phase = .over
    }

    /// The client has got the failure in place of a whole response.
    private mutating func responseFailed(_ failure: LoadFailure) {
        // A load without a verdict gets its failure with its end.
        guard case .permitted = phase, case .judged = server else { return }
        commands.append(.record(.failure(failure)))
    }

    /// Loads of apps that are not judged leave no trace beside their own traffic.
    private mutating func probeOtherOffers(of authority: Authority, at address: IPAddress?) {
        if requirements.reason != .otherApp { commands.append(.probeOtherOffers(authority, at: address)) }
    }
}

// MARK: - The bytes of the tunnel

extension LoadDecision {
    /// Judges the observation of the tunnel. The recording is told the last verdict, and one that forbids.
    ///
    /// - Parameters:
    ///   - observation: The input of the rules.
    ///   - notes: Notes on the rest of the tunnel.
    ///   - isLast: Whether nothing more is to be judged.
    ///   - time: The time of the verdict.
    public mutating func judgeTunnel(
        _ observation: consuming TunnelObservation, notes: [Note], isLast: Bool, at time: Instant
    ) -> TunnelDecision {
        observation.isStrict = mode == .enforce && isStrict
        if route == .upstream {
            // Both are the upstream proxy's.
            observation.address = nil
            observation.probedAddress = nil
        }
        let facts = facts
        let compared = verdicts.comparedVerdict(on: observation, beside: facts, at: time)
        var verdict = compared.verdict
        // Appending nothing would copy the notes, which all tunnels to the host share.
        if !notes.isEmpty { verdict.notes += notes }
        if !compared.differences.isEmpty { verdict.notes += compared.differences }
        let decision = verdict.decision(in: mode)
        guard isLast || decision == .blocked else { return TunnelDecision(decision: decision) }
        let contradictsFacts =
            self.verdict.map { observation.contradicts($0, by: verdict, under: requirements) } ?? false
        let failsTrust = verdict.failsTrust || self.verdict?.failsTrust == true
        tunnelWasJudged()
        let endsSilence = observation.agreement != nil && enforcement == .judged
        return TunnelDecision(
            decision: decision, endsSilence: endsSilence,
            record: TunnelRecord(
                verdict: verdict, observation: observation, facts: facts, contradictsFacts: contradictsFacts,
                dependsOnAcceptance: failsTrust || facts == nil))
    }

    /// Begins a background probe at the address of the tunnel. The probe runs after the client's handshake, which it
    /// must not slow down.
    private mutating func clientHelloSeen() {
        switch server {
        case .unknown, .judgedByTunnel:
            guard let address else { return }
            server = .probing(nil)
            commands.append(.probeLater(at: address))
        case .probing, .judged:
            break
        }
    }

    private mutating func tunnelRead(_ reading: TunnelReading.Shared) {
        if case .probing = server { server = .probing(reading) } else { observe(reading) }
    }

    /// Lets go of the facts, since a tunnel may stay open for hours.
    private mutating func tunnelWasJudged() {
        switch server {
        case .unknown, .judgedByTunnel: server = .judgedByTunnel
        case .judged(let verdict, _): server = .judged(verdict, nil)
        case .probing: break
        }
    }

    /// Judges the reading of the tunnel, if that waits. One decision has its verdict and the failure of its load.
    private mutating func observe(_ reading: TunnelReading.Shared?) {
        let failure = failureInTunnel.take()
        let command = reading.map { Command.observeTunnel($0, failure) } ?? failure.map { .record(.failure($0)) }
        if let command { commands.append(command) }
    }

    private mutating func judgeBeside(_ facts: ServerFacts, _ reading: TunnelReading.Shared?, at time: Instant) {
        let verdict = verdicts.verdict(on: facts, at: time)
        server = .judged(verdict, facts)
        commands.append(.record(.verdict(verdict, facts)))
        probeOtherOffers(of: authority, at: facts.address)
        observe(reading)
    }

    /// Without facts nothing is held against the server. A note says why there are none.
    private mutating func judgeWithoutFacts(_ reason: String) {
        let verdict = Verdict(notes: requirements.notes + [Note(.notProbed, "The server was not probed: \(reason)")])
        server = .judged(verdict, nil)
        commands.append(.record(.verdict(verdict, nil)))
    }
}

// MARK: - The end

extension LoadDecision {
    private mutating func exchangeEnded(_ end: LoadEnd) {
        switch (phase, server) {
        case (.awaitingFacts, _), (.awaitingAddresses, _):
            commands.append(.record(.failure(end.party == .client ? .abandoned : .stopped)))
        case (.permitted, .unknown):
            commands.append(.record(.failure(end.party == .client ? .abandoned : .stopped)))
            commands.append(.record(.end(end)))
        case (.permitted, _):
            commands.append(.record(.end(end)))
        case (.new, _), (.over, _):
            return
        }
        phase = .over
    }

    private mutating func tunnelEnded(_ end: LoadEnd) {
        (phase, failureInTunnel) = (.over, end.failure)
        switch server {
        case .unknown:
            commands.append(.record(.end(end)))
            judgeWithoutFacts("No TLS handshake was seen in the tunnel.")
        case .probing:
            commands.append(.record(.end(end)))
        case .judged, .judgedByTunnel:
            observe(nil)
            commands.append(.record(.end(end)))
        }
    }

    /// A load that has begun and came to no verdict gets one more event: no load may be missing in a recording. A load
    /// that went has its end there already.
    private mutating func stopped() {
        switch (phase, server) {
        case (.awaitingFacts, _), (.awaitingAddresses, _):
            fail(.stopped)
        case (.permitted, .probing), (.over, .probing), (.permitted, .unknown):
            commands.append(.record(.failure(failureInTunnel.take() ?? .stopped)))
        case (.new, _), (.permitted, _), (.over, _):
            break
        }
        (phase, server) = (.over, .judgedByTunnel)
    }
}
