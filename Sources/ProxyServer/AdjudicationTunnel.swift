import Networking
import Probing
import ForwardProxy
import Recording
import TransportSecurity

/// What passes in the tunnel of a load, judged beside what was probed.
extension Adjudication {
    /// Inside the tunnel the client has begun a TLS handshake: what was permitted unprobed is probed beside the
    /// traffic and at the very address that it goes to, later, so that the client's handshake is over by then and shares
    /// neither our time nor the server's.
    func clientHelloPassed() {
        worker.facts.handshakePassed()
        guard verdict == nil, !awaitsFacts, address != nil else { return }
        if let known = worker.facts.recentFacts(for: factsKey) { return judgeBeside(.facts(known)) }
        isPostponed = true
        worker.facts.postpone { [self] in
            self.isPostponed = false
            self.probeServer()
        }
    }

    private func probeServer() {
        guard let address else { return }
        guard worker.facts.hasRoomToWait else { return serverProbed(.failed(.limitReached)) }
        wait = worker.facts.facts(for: factsKey, at: address, isAllowed: reachability) { [self] result in
            self.wait = nil
            self.serverProbed(result)
        }
    }

    private func serverProbed(_ result: ProbeResult) {
        judgeBeside(result)
        if let reading {
            self.reading = nil
            record(reading)
        }
    }

    /// What becomes of the tunnel by what was read of it. Recorded is the last judgement, and one that forbids.
    func judge(_ reading: TunnelReading, isLast: Bool) -> Decision {
        let reading = completed(reading)
        var tunnel = worker.observation(of: reading, to: address, under: requirements, beside: facts)
        tunnel.isStrict = mode == .enforce && port.jurisdiction.hasStrictTunnels
        let judgement = resolution.judgement(
            on: tunnel, beside: facts, by: worker.configuration.rules, at: WallClock.now)
        var verdict = judgement.verdict
        let notes = reading.notes(on: requirements.host) + judgement.differences
        // Mostly none, and the verdict's own are shared.
        if !notes.isEmpty { verdict.notes += notes }
        let decision = verdict.decision(in: mode)
        guard isLast || decision == .blocked else { return decision }
        tunnelIsJudged = true
        if tunnel.agreement != nil, enforcement == .judged { worker.shared.silentServers.remove(factsKey) }
        rememberSession(reading.sessionIdentifiers + [sessionTicket, reading.renewedTicket ?? []])
        if expireFacts(contradictedBy: tunnel, verdict) {
            verdict.notes.append(Note("The server is not the one that was assessed; the next load assesses it again."))
        }
        record(verdict, of: reading, tunnel, facts: facts)
        facts = nil
        return decision
    }

    /// What was read, with the certificates of the session where one is resumed whose full handshake passed here: a
    /// session is worth what its full handshake was. What is judged later in the same tunnel changes nothing of them.
    private func completed(_ reading: TunnelReading) -> TunnelReading {
        if var shown = reading.shownCertificates {
            // Most servers show all clients the same, which is kept once.
            if let probed = facts?.observation.certificates, probed == shown.certificates {
                shown.certificates = probed
            }
            sessionCertificates = shown
        }
        guard reading.isResumed,
            let shown = worker.shared.sessionCertificates.shown(
                for: reading.sessionIdentifiers, of: authority, at: WallClock.elapsedMilliseconds)
        else { return reading }
        sessionCertificates = shown
        return reading.resuming(shown)
    }

    /// The server gave the client a ticket for the session of this tunnel, whose handshake may be judged later.
    func ticketIssued(_ ticket: [UInt8]) {
        sessionTicket = ticket
        rememberSession([ticket])
    }

    private func rememberSession(_ identifiers: [[UInt8]]) {
        guard let sessionCertificates else { return }
        for identifier in identifiers {
            worker.shared.sessionCertificates.insert(
                sessionCertificates, for: identifier, of: authority, at: WallClock.elapsedMilliseconds)
        }
    }

    /// Judges what was read of the tunnel for the recording alone, after the facts of its server if they are awaited.
    func record(_ reading: TunnelReading) {
        tunnelIsJudged = true
        if awaitsFacts {
            self.reading = reading
        } else {
            _ = judge(reading, isLast: true)
        }
    }

    /// The tunnel is over.
    func tunnelEnded(
        _ end: TunnelEnd, fromClient: UInt64, fromOrigin: UInt64, refusal: ClosedEvent.ClientRefusal?
    ) {
        recordEnd(end.party, end.manner, fromClient: fromClient, fromOrigin: fromOrigin, refusal: refusal)
        if verdict == nil, !awaitsFacts, !tunnelIsJudged { judgeUnseen() }
    }

    /// Facts that the tunnel contradicts are not believed any longer; false where it contradicts nothing.
    private func expireFacts(contradictedBy tunnel: TunnelObservation, _ judgement: Verdict) -> Bool {
        guard let verdict, tunnel.contradicts(verdict, by: judgement, under: requirements) else { return false }
        return worker.shared.facts.expire(factsKey, at: WallClock.elapsedMilliseconds)
    }

    private func judgeBeside(_ result: ProbeResult) {
        switch result {
        case .facts(let facts):
            let verdict = resolution.verdict(on: facts, by: worker.configuration.rules, at: WallClock.now)
            self.verdict = verdict
            self.facts = facts
            record(verdict, facts: facts)
            probeInBackground(authority, at: facts.address)
        case .failed(let failure):
            judgeUnseen(failure.recorded(for: authority).message)
        }
    }

    /// Nothing could be found out about the server, and nothing is held against it: a note says so.
    private func judgeUnseen(_ why: String = "No TLS handshake was seen in the tunnel.") {
        let verdict = Verdict(notes: requirements.notes + [Note("The server was not examined: \(why)")])
        self.verdict = verdict
        record(verdict, facts: nil)
    }
}

extension Observation {
    /// The certificates that the server showed, in DER, leaf first.
    fileprivate var certificates: [[UInt8]]? {
        switch self {
        case .secure(let handshake, _): return handshake.certificates
        case .cleartext, .certificates, .noHandshake: return nil
        }
    }
}
