import ForwardProxy
import Recording
import TransportSecurity

/// What passes in the tunnel of a load, judged beside what was assessed.
extension Adjudication {
    /// Inside the tunnel the client has begun a TLS handshake: what was permitted unexamined is examined beside the
    /// traffic and at the very address that it goes to, later, so that the client's handshake is over by then and shares
    /// neither our time nor the server's.
    func clientHelloPassed() {
        worker.facts.handshakePassed()
        guard verdict == nil, !awaitsFacts, address != nil else { return }
        if let known = worker.facts.recentFacts(for: factsKey) { return judgeBeside(.facts(known)) }
        isPostponed = true
        worker.facts.postpone { [self] in
            self.isPostponed = false
            self.examineBeside()
        }
    }

    private func examineBeside() {
        guard let address else { return }
        guard worker.facts.hasRoomToWait else { return examinedBeside(.failed(.limitReached)) }
        wait = worker.facts.facts(for: factsKey, at: address, isAllowed: reachability) { [self] result in
            self.wait = nil
            self.examinedBeside(result)
        }
    }

    private func examinedBeside(_ result: ExaminationResult) {
        judgeBeside(result)
        if let reading {
            self.reading = nil
            record(reading)
        }
    }

    /// What becomes of the tunnel by what was read of it. Recorded is the last judgement, and one that forbids.
    func judge(_ reading: TunnelReading, isLast: Bool) -> Decision {
        var tunnel = worker.observation(of: reading, to: address, under: requirements, beside: facts)
        tunnel.isStrict = mode == .enforce && port.jurisdiction.hasStrictTunnels
        let judgement = resolution.judgement(
            on: tunnel, beside: facts, by: worker.configuration.rules, at: WallClock.now)
        var verdict = judgement.verdict
        let notes = reading.notes(on: requirements.host) + judgement.differences
        // Mostly none, and the verdict's own are shared.
        if !notes.isEmpty { verdict.notes += notes }
        if reading.isResumed { addFindings(onSessionOf: reading, to: &verdict) }
        let decision = verdict.decision(in: mode)
        guard isLast || decision == .blocked else { return decision }
        tunnelIsJudged = true
        if tunnel.agreement != nil, enforcement == .judged { worker.shared.silentServers.remove(authority) }
        if tunnel.presented != nil {
            let findings = (verdict.violations + verdict.warnings).filter(\.rule.isAboutTrust)
            rememberSession(reading.sessionIdentifiers, because: findings)
        }
        if expireFacts(contradictedBy: tunnel, verdict) {
            verdict.notes.append(Note("The server is not the one that was assessed; the next load assesses it again."))
        }
        record(verdict, of: reading, tunnel, facts: facts)
        facts = nil
        return decision
    }

    /// A session is worth what its full handshake was: what was found of the certificate there holds here, too.
    private func addFindings(onSessionOf reading: TunnelReading, to verdict: inout Verdict) {
        let findings = worker.shared.refusedSessions.findings(
            for: reading.sessionIdentifiers, of: authority, at: WallClock.elapsedMilliseconds)
        guard requirements.applies, !findings.isEmpty else { return }
        for finding in findings { verdict.add(finding, under: requirements, waiving: port.jurisdiction.waivers) }
        rememberSession([reading.renewedTicket ?? []], because: findings)
        verdict.notes.append(Note("The full handshake of the session that the client resumed had shown that."))
    }

    /// The server gave the client a ticket for the session that began in this tunnel, which may be judged later.
    func ticketIssued(_ ticket: [UInt8]) {
        sessionTicket = ticket
        rememberSession([ticket], because: findingsOnSession)
    }

    private func rememberSession(_ identifiers: [[UInt8]], because findings: [Finding]) {
        findingsOnSession = findings
        for identifier in identifiers + [sessionTicket] {
            worker.shared.refusedSessions.insert(
                identifier, of: authority, because: findings, at: WallClock.elapsedMilliseconds)
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

    private func judgeBeside(_ result: ExaminationResult) {
        switch result {
        case .facts(let facts):
            let verdict = resolution.verdict(on: facts, by: worker.configuration.rules, at: WallClock.now)
            self.verdict = verdict
            self.facts = facts
            record(verdict, facts: facts)
            survey(authority, at: facts.address)
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
