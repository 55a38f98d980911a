import Probing
import ForwardProxy
import InternetNames
import Networking
import Recording
import TransportSecurity

/// The way of one load to its decision: requirements, facts where they must come first, verdict, permit; and what the
/// recording is told about it until it ends.
///
/// It judges by calls into `TransportSecurity` alone, and connects nothing.
final class Adjudication {
    private(set) var request: ProxyRequest
    /// Where the load goes, in memory of its own: caches and pools keep it longer than the message that named it.
    let authority: Authority
    unowned let worker: Worker
    let port: ProxyPort
    let clientAddress: SocketAddress
    /// Whether the client is on this machine.
    private let isLocalClient: Bool
    let id: EventID
    let resolution: RecentRequirements.Resolution
    let began = WallClock.elapsedMilliseconds
    private var search: DestinationSearch?
    /// Whether addresses may come beside those of the permit, and whom to tell: a permit for them, if there are any, and
    /// whether they are the last.
    private(set) var expectsMoreAddresses = false
    var lateAddresses: ((Permit?, Bool) -> Void)?
    var wait: ProbeWait?
    /// Whether a probe beside the traffic is to begin in a moment.
    var isPostponed = false
    private(set) var address: IPAddress?
    /// The verdict, once there is one.
    var verdict: Verdict?
    /// The facts that it rests on, until what passes in the tunnel was held against them.
    var facts: Facts?
    /// What was read in the tunnel before the facts were there.
    var reading: TunnelReading?
    var tunnelIsJudged = false
    /// What the server showed in a full handshake in the tunnel, or in that of the session that is resumed there.
    var sessionCertificates: SessionCertificates.Shown?
    /// The ticket that the server gave the client for that session; empty where it gave none.
    var sessionTicket: [UInt8] = []
    /// Which idle origins may serve this load.
    let originKey: OriginPool.Key
    /// The one that will, taken out of the pool.
    private var idleOrigin: OriginPool.Idle?
    private var isPermitted = false
    private var handler: ((Outcome) -> Void)?

    /// What becomes of the load now.
    enum Outcome {
        /// It may go; in `observe` its verdict may still come.
        case permitted(Permit)
        /// It may not go.
        case refused(Refusal)
    }

    /// The way of that request, which came in at that port. The handler is called once, on the loop.
    init(
        _ worker: Worker, _ port: ProxyPort, _ request: ProxyRequest, from clientAddress: SocketAddress,
        originOwner: UInt64? = nil, handler: @escaping (Outcome) -> Void
    ) {
        self.worker = worker
        self.port = port
        self.clientAddress = clientAddress
        self.handler = handler
        isLocalClient = worker.isLocalClient(clientAddress.address)
        id = worker.nextEventID()
        resolution = worker.requirements(
            of: port.jurisdiction, for: request.load.authority.host, userAgent: request.userAgent)
        authority = Authority(host: resolution.requirements.host, port: request.load.authority.port)
        // A tunnel may stay open for hours, and is not to hold on to the message that opened it.
        self.request = request.isConnect ? resolution.tunnelRequest(like: request) : request
        originKey = OriginPool.Key(
            listener: port, authority: authority, user: request.user, isLocalClient: isLocalClient,
            owner: originOwner)
    }

    /// Starts on the way.
    func begin() {
        if request.isConnect {
            if mustJudgeFirst { probe() } else { findAddresses(nil) }
        } else {
            judgeCleartext()
        }
    }

    /// Whether facts are on their way, beside the traffic or before it.
    var awaitsFacts: Bool { wait != nil || isPostponed }

    var mode: Mode { port.jurisdiction.mode }

    /// What the policy demands of the load.
    var requirements: Requirements { resolution.requirements }

    /// Whether nothing may pass before it was judged.
    var mustJudgeFirst: Bool { mode == .enforce && requirements.applies }

    /// What may pass in a tunnel of this load.
    var enforcement: Tunnel.Enforcement {
        guard mustJudgeFirst else { return .none }
        return requirements.allowsInsecureHTTPLoads ? .judged : .tlsRequired
    }

    /// Under which name the facts of this destination are kept.
    var factsKey: FactsKey {
        FactsKey(
            authority: authority, offer: Offer(judging: requirements), isLocalClient: isLocalClient,
            trustGeneration: worker.trustGeneration, destinations: port.destinations)
    }
}

// MARK: - The three ways

extension Adjudication {
    /// Plain HTTP: there is nothing to probe; the verdict comes first, then the address.
    private func judgeCleartext() {
        let verdict = resolution.cleartextVerdict(by: worker.configuration.rules, at: WallClock.now)
        probeInBackground(Authority(host: authority.host, port: 443), at: nil)
        if verdict.decision(in: mode) == .blocked {
            record(verdict, facts: nil)
            return finish(.refused(.blocked(verdict, requirements)))
        }
        idleOrigin = worker.pool.take(for: originKey)
        if let idleOrigin {
            permit(verdict, [idleOrigin.address])
        } else {
            findAddresses(verdict)
        }
    }

    /// Finds addresses for a load that nothing needs to be probed for, or that is judged already.
    private func findAddresses(_ verdict: Verdict?) {
        if let known = DestinationSearch.known(worker.context, authority) {
            // Nearly always all of them.
            let allowed = known.allSatisfy(isAllowed) ? known : known.filter(isAllowed)
            return allowed.isEmpty ? fail(.prohibited) : permit(verdict, allowed)
        }
        search = DestinationSearch(worker.context, for: authority, isAllowed: isAllowed) {
            [unowned self] result in
            switch result {
            case .addresses(let addresses, let isComplete):
                self.expectsMoreAddresses = !isComplete
                let isFirst = self.handler != nil
                if isComplete { self.search = nil }
                if isFirst { self.permit(verdict, addresses) } else { self.permitLate(verdict, addresses, isComplete) }
            case .failed(let failure):
                self.search = nil
                self.fail(failure)
            }
        }
    }

    /// A tunnel that must not open before its server was probed: the facts, the verdict, and the very address.
    private func probe() {
        if requirements.allowsInsecureHTTPLoads,
            worker.shared.silentServers.contains(factsKey, at: WallClock.elapsedMilliseconds)
        {
            return openToSilentServer()
        }
        wait = worker.facts.facts(for: factsKey, isAllowed: reachability) { [unowned self] result in
            self.wait = nil
            switch result {
            case .facts(let facts): self.judge(facts)
            case .failed(.silent) where requirements.allowsInsecureHTTPLoads: self.serverStayedSilent()
            case .failed(let failure): self.fail(failure)
            }
        }
    }

    private func serverStayedSilent() {
        let now = WallClock.elapsedMilliseconds
        worker.shared.silentServers.insert(factsKey, until: now + worker.shared.facts.lifetime, at: now)
        openToSilentServer()
    }

    /// Opens a tunnel in which what the client sends decides: cleartext is permitted, and TLS is judged by its hellos. A
    /// server of a protocol in cleartext in which the client begins may wait for the end of a head that no ClientHello has.
    private func openToSilentServer() {
        let note = Note("\(authority) said nothing to a ClientHello; what the client sends in the tunnel is judged.")
        findAddresses(Verdict(notes: requirements.notes + [note]))
    }

    private func judge(_ facts: Facts) {
        let verdict = resolution.verdict(on: facts, by: worker.configuration.rules, at: WallClock.now)
        guard isAllowed(facts.address) else { return fail(.prohibited) }
        address = facts.address
        self.verdict = verdict
        self.facts = facts
        record(verdict, facts: facts)
        probeInBackground(authority, at: facts.address)
        if let permit = Permit(
            verdict, in: mode, authority: authority, addresses: [facts.address])
        {
            isPermitted = true
            finish(.permitted(permit))
        } else if let unproven = verdict.unproven, verdict.violations.isEmpty {
            finish(.refused(.unproven(unproven)))
        } else {
            finish(.refused(.blocked(verdict, requirements)))
        }
    }

    private func permit(_ verdict: Verdict?, _ addresses: [IPAddress]) {
        guard let permit = newPermit(verdict, addresses) else { return fail(.upstream(.nameNotFound)) }
        isPermitted = true
        address = addresses.first
        self.verdict = verdict
        if let verdict { record(verdict, facts: nil) }
        finish(.permitted(permit))
    }

    /// Hands on what the slower of two lookups found, while the connection is still being tried.
    private func permitLate(_ verdict: Verdict?, _ addresses: [IPAddress], _ isComplete: Bool) {
        lateAddresses?(newPermit(verdict, addresses), isComplete)
    }

    private func newPermit(_ verdict: Verdict?, _ addresses: [IPAddress]) -> Permit? {
        guard let verdict else {
            return Permit(unprobed: requirements, in: mode, authority: authority, addresses: addresses)
        }
        return Permit(verdict, in: mode, authority: authority, addresses: addresses)
    }

    func isAllowed(_ address: IPAddress) -> Bool {
        port.destinations.permit(address, port: authority.port, to: clientAddress.address, on: worker.machine)
    }

    /// Which ports of which addresses the client may reach.
    var reachability: Reachability {
        let client = clientAddress.address
        return Reachability(
            client: client, isAllowed: port.destinations.reachability(of: client, on: worker.machine))
    }

    private func fail(_ failure: ProbeFailure) {
        recordFailure(failure.recorded(for: authority))
        finish(.refused(failure.refusal))
    }

    private func finish(_ outcome: Outcome) {
        let handler = self.handler
        self.handler = nil
        handler?(outcome)
    }
}

// MARK: - What the connection tells

extension Adjudication {
    /// The idle origin that was found for this load, once: what is tried again is tried on a new connection.
    func takeIdleOrigin() -> OriginPool.Idle? {
        let idle = idleOrigin
        idleOrigin = nil
        return idle
    }

    /// The connection to the destination is open.
    func connected(to address: IPAddress) {
        search = nil
        self.address = address
    }

    /// What was a request becomes a tunnel, which may stay open for hours and is not to hold on to the message that
    /// opened it.
    func tunnelOpens() {
        if !request.isConnect { request = request.compacted }
    }

    /// The destination could not be reached after all.
    func connectFailed(_ failure: ProbeFailure) {
        search = nil
        isPermitted = false
        switch failure {
        case .shortage:
            break
        case .upstream, .silent, .prohibited, .limitReached, .internalError:
            // The server may have moved since. What led to this address leads no other load there.
            if let facts { worker.shared.facts.expire(factsKey, unreachable: facts) }
            if case .name(let name) = authority.host { worker.context.lookups.forget(name) }
        }
        recordFailure(failure.recorded(for: authority))
    }

    /// An exchange of plain HTTP is over.
    func exchangeEnded(_ summary: ExchangeSummary, fromClient: UInt64, fromOrigin: UInt64) {
        guard isPermitted else { return }
        isPermitted = false
        recordEnd(
            ClosedEvent.Party(summary.endedBy), ClosedEvent.Manner(summary.ending),
            fromClient: fromClient, fromOrigin: fromOrigin)
    }

    /// Has a destination looked at for what-if questions, at that address, or, with nil, where it is found. The traffic
    /// of apps that are not judged leaves none.
    func probeInBackground(_ destination: Authority, at address: IPAddress?) {
        guard requirements.reason != .otherApp else { return }
        worker.backgroundProbes?.add(
            BackgroundProbes.Target(
                authority: destination, address: address, profile: requirements.os.profile,
                client: clientAddress.address, listener: port.address, destinations: port.destinations))
    }
}

extension ClosedEvent.Party {
    fileprivate init(_ party: ExchangeSummary.Party) {
        switch party {
        case .client: self = .client
        case .origin: self = .server
        case .proxy: self = .proxy
        }
    }
}

extension ClosedEvent.Manner {
    fileprivate init(_ ending: ExchangeSummary.Ending) {
        switch ending {
        case .complete: self = .finished
        case .stalled: self = .timeout
        case .refused: self = .blocked
        case .malformed, .clientNotAllowed, .notAuthenticated, .failed, .cutShort: self = .reset
        }
    }
}
