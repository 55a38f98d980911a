import InternetNames
import TransportSecurity

/// The decision about one load: whether it may go, where to, and what a recording says of it.
///
/// A state machine without input or output. Its owner tells each `Event` with the time at which it happened, and carries
/// out the `Command`s in their order. No connection is opened without the `Permit` of one of them.
///
/// Where ATS applies and is enforced, the facts about the server come first, and the permit names the address that was
/// probed. Elsewhere the addresses come first, and the server of a tunnel is probed beside the traffic.
public struct LoadDecision {
    /// The server as the client named it.
    public let authority: Authority
    /// The address that the load goes to, as soon as it is known.
    public private(set) var address: IPAddress?
    private let isConnect: Bool
    private let mode: Mode
    private let isStrict: Bool
    private let verdicts: LoadVerdicts
    private var phase = Phase.new
    private var server = Server.unknown

    private enum Phase {
        case new
        /// Nothing may pass before the facts are here.
        case awaitingFacts
        /// The verdict is known, or comes beside the traffic.
        case awaitingAddresses(Verdict?)
        /// The load goes.
        case permitted
        /// The load does not go, or has ended. In a tunnel, the facts about its server may still be awaited.
        case over
    }

    /// What is known about the server.
    private enum Server {
        /// Nothing, and what was read of the tunnel is not judged either.
        case unknown
        /// The probe beside the traffic is under way. What was read of the tunnel waits for its facts.
        case probing(TunnelReading?)
        /// There is a verdict on the server. Its facts are kept until the tunnel is judged beside them.
        case judged(Verdict, ServerFacts?)
        /// There is a verdict on the tunnel alone.
        case judgedByTunnel
    }

    /// The decision about a load to that server; `start` begins it.
    ///
    /// - Parameters:
    ///   - authority: The server as the client named it.
    ///   - isConnect: Whether a tunnel is asked for. Otherwise the load is plain HTTP.
    ///   - verdicts: The requirements of the policy for the load, and the rules' verdicts.
    ///   - mode: What follows from a violation.
    ///   - isStrict: Whether a tunnel is blocked whose server cannot be compared with the facts (`--strict-tunnel`).
    public init(
        of authority: Authority, isConnect: Bool, by verdicts: LoadVerdicts, in mode: Mode, isStrict: Bool = false
    ) {
        self.authority = authority
        self.isConnect = isConnect
        self.verdicts = verdicts
        self.mode = mode
        self.isStrict = isStrict
    }

    /// What may pass in a tunnel of this load.
    public var enforcement: Tunnel.Enforcement {
        guard mustJudgeFirst else { return .none }
        return requirements.allowsInsecureHTTPLoads ? .judged : .tlsRequired
    }

    /// The facts about the server that a tunnel is to be judged beside.
    public var facts: ServerFacts? {
        if case .judged(_, let facts) = server { facts } else { nil }
    }

    /// Takes account of what happened at that time; returns what to do.
    public mutating func handle(_ event: Event, at time: Instant) -> [Command] {
        switch event {
        case .start:
            return start(at: time)
        case .facts(let facts):
            return received(facts, at: time)
        case .factsFailed(let failure):
            return factsFailed(failure)
        case .serverIsKnownToBeSilent:
            return findAddressesOfSilentServer()
        case .addresses(let addresses, let isComplete):
            return found(addresses, isComplete: isComplete)
        case .addressesFailed(let failure):
            return fail(failure)
        case .idleConnection(let address):
            return found([address], isComplete: true)
        case .connected(let address):
            self.address = address
            return []
        case .connectFailed(let failure):
            return connectFailed(failure)
        case .clientHelloSeen:
            return clientHelloSeen()
        case .tunnelRead(let reading):
            return tunnelRead(reading)
        case .exchangeEnded(let end):
            return exchangeEnded(end)
        case .tunnelEnded(let end):
            return tunnelEnded(end)
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
    private mutating func start(at time: Instant) -> [Command] {
        guard isConnect else { return judgeCleartext(at: time) }
        if mustJudgeFirst {
            phase = .awaitingFacts
            return [.findFacts]
        }
        phase = .awaitingAddresses(nil)
        return [.findAddresses]
    }

    /// Plain HTTP: there is nothing to probe, so the verdict comes first. The recording answers what `https` would get.
    private mutating func judgeCleartext(at time: Instant) -> [Command] {
        let verdict = verdicts.verdictOnCleartext(at: time)
        let probe = probeOtherOffers(of: Authority(host: authority.host, port: 443), at: nil)
        if verdict.decision(in: mode) == .blocked {
            phase = .over
            return probe + [.record(.verdict(verdict, nil)), .refuse(.blocked(verdict, requirements))]
        }
        phase = .awaitingAddresses(verdict)
        return probe + [.findConnection]
    }

    private mutating func received(_ facts: ServerFacts, at time: Instant) -> [Command] {
        if case .awaitingFacts = phase { return decide(on: facts, at: time) }
        if case .probing(let reading) = server { return judgeBeside(facts, reading, at: time) }
        return []
    }

    private mutating func factsFailed(_ failure: LoadFailure) -> [Command] {
        if case .awaitingFacts = phase {
            guard failure == .silent, requirements.allowsInsecureHTTPLoads else { return fail(failure) }
            return [.rememberSilence] + findAddressesOfSilentServer()
        }
        guard case .probing(let reading) = server else { return [] }
        return judgeWithoutFacts(failure.message(about: authority)) + observe(reading)
    }

    private mutating func decide(on facts: ServerFacts, at time: Instant) -> [Command] {
        let verdict = verdicts.verdict(on: facts, at: time)
        address = facts.address
        let commands = [.record(.verdict(verdict, facts))] + probeOtherOffers(of: authority, at: facts.address)
        if let permit = Permit(verdict, in: mode, authority: authority, addresses: [facts.address]) {
            phase = .permitted
            server = .judged(verdict, facts)
            return commands + [.permit(permit)]
        }
        phase = .over
        if let unproven = verdict.unproven, verdict.violations.isEmpty {
            return commands + [.refuse(.unproven(unproven))]
        }
        return commands + [.refuse(.blocked(verdict, requirements))]
    }

    /// Cleartext is permitted, and the server says nothing to a ClientHello: it may speak a protocol in cleartext in which
    /// the client begins. The tunnel opens, and what the client sends in it is judged.
    private mutating func findAddressesOfSilentServer() -> [Command] {
        let note = Note("\(authority) said nothing to a ClientHello; what the client sends in the tunnel is judged.")
        phase = .awaitingAddresses(Verdict(notes: requirements.notes + [note]))
        return [.findAddresses]
    }

    private mutating func found(_ addresses: [IPAddress], isComplete: Bool) -> [Command] {
        switch phase {
        case .awaitingAddresses(let verdict):
            guard let permit = permit(verdict, addresses) else { return fail(.upstream(.nameNotFound)) }
            phase = .permitted
            address = addresses.first
            guard let verdict else { return [.permit(permit)] }
            server = .judged(verdict, nil)
            return [.record(.verdict(verdict, nil)), .permit(permit)]
        case .permitted:
            return [.addAddresses(permit(verdict, addresses), isComplete: isComplete)]
        case .new, .awaitingFacts, .over:
            return []
        }
    }

    private func permit(_ verdict: Verdict?, _ addresses: [IPAddress]) -> Permit? {
        guard let verdict else {
            return Permit(unprobed: requirements, in: mode, authority: authority, addresses: addresses)
        }
        return Permit(verdict, in: mode, authority: authority, addresses: addresses)
    }

    private mutating func fail(_ failure: LoadFailure) -> [Command] {
        phase = .over
        return [.record(.failure(failure)), .refuse(failure.refusal)]
    }

    private mutating func connectFailed(_ failure: LoadFailure) -> [Command] {
        let record = Command.record(.failure(failure))
        defer { phase = .over }
        switch failure {
        case .shortage:
            return [record]
        case .upstream, .silent, .prohibited, .limitReached, .internalError:
            // The server may have moved since. No other load is led to this address by the same facts.
            return [.forgetUnreachable(facts), record]
        }
    }

    /// Loads of apps that are not judged leave no trace beside their own traffic.
    private func probeOtherOffers(of authority: Authority, at address: IPAddress?) -> [Command] {
        requirements.reason == .otherApp ? [] : [.probeOtherOffers(authority, at: address)]
    }
}

// MARK: - What passes in the tunnel

extension LoadDecision {
    /// Judges what was seen in the tunnel, and returns whether it may go on. The recording is told the last judgement, and
    /// one that forbids.
    public mutating func tunnelObserved(
        _ observation: TunnelObservation, _ reading: TunnelReading, isLast: Bool, at time: Instant
    ) -> (decision: Decision, commands: [Command]) {
        var observation = observation
        observation.isStrict = mode == .enforce && isStrict
        let facts = facts
        let judgement = verdicts.judgement(on: observation, beside: facts, at: time)
        var verdict = judgement.verdict
        let notes = reading.notes(on: requirements.host) + judgement.differences
        // Appending nothing would copy the notes, which all tunnels to the host share.
        if !notes.isEmpty { verdict.notes += notes }
        let decision = verdict.decision(in: mode)
        guard isLast || decision == .blocked else { return (decision, []) }
        let assessment = self.verdict
        let record = TunnelRecord(
            verdict: verdict, reading: reading, observation: observation, facts: facts,
            contradictsFacts: assessment.map { observation.contradicts($0, by: verdict, under: requirements) } ?? false)
        tunnelWasJudged()
        let forgetsSilence = observation.agreement != nil && enforcement == .judged
        return (decision, (forgetsSilence ? [.forgetSilence] : []) + [.record(.tunnelVerdict(record))])
    }

    /// The server is probed at the very address of the tunnel, after the client's handshake, so that the probe takes
    /// neither the proxy's nor the server's time from it.
    private mutating func clientHelloSeen() -> [Command] {
        switch server {
        case .unknown, .judgedByTunnel:
            guard let address else { return [] }
            server = .probing(nil)
            return [.probeLater(at: address)]
        case .probing, .judged:
            return []
        }
    }

    private mutating func tunnelRead(_ reading: TunnelReading) -> [Command] {
        guard case .probing = server else { return observe(reading) }
        server = .probing(reading)
        return []
    }

    /// Lets go of the facts, since a tunnel may stay open for hours.
    private mutating func tunnelWasJudged() {
        switch server {
        case .unknown, .judgedByTunnel: server = .judgedByTunnel
        case .judged(let verdict, _): server = .judged(verdict, nil)
        case .probing: break
        }
    }

    private func observe(_ reading: TunnelReading?) -> [Command] {
        reading.map { [.observeTunnel($0)] } ?? []
    }

    private mutating func judgeBeside(
        _ facts: ServerFacts, _ reading: TunnelReading?, at time: Instant
    ) -> [Command] {
        let verdict = verdicts.verdict(on: facts, at: time)
        server = .judged(verdict, facts)
        return [.record(.verdict(verdict, facts))] + probeOtherOffers(of: authority, at: facts.address)
            + observe(reading)
    }

    /// Without facts nothing is held against the server. A note says why there are none.
    private mutating func judgeWithoutFacts(_ reason: String) -> [Command] {
        let verdict = Verdict(notes: requirements.notes + [Note("The server was not examined: \(reason)")])
        server = .judged(verdict, nil)
        return [.record(.verdict(verdict, nil))]
    }
}

// MARK: - The end

extension LoadDecision {
    private mutating func exchangeEnded(_ end: LoadEnd) -> [Command] {
        guard case .permitted = phase else { return [] }
        phase = .over
        return [.record(.end(end))]
    }

    private mutating func tunnelEnded(_ end: LoadEnd) -> [Command] {
        phase = .over
        switch server {
        case .unknown:
            return [.record(.end(end))] + judgeWithoutFacts("No TLS handshake was seen in the tunnel.")
        case .probing, .judged, .judgedByTunnel:
            return [.record(.end(end))]
        }
    }
}
