import ForwardProxy
import Libevent
import Recording
import TransportSecurity

/// The way of one load to its decision: requirements, facts where they must come first, verdict, permit; and what the
/// recording is told about it until it ends.
///
/// It judges by calls into `TransportSecurity` alone, and connects nothing.
final class Adjudication {
    let request: ProxyRequest
    unowned let worker: Worker
    let port: ProxyPort
    let clientAddress: SocketAddress
    let id: String
    let app: ClientApp
    let requirements: Requirements
    let began = WallClock.elapsedMilliseconds
    private var search: DestinationSearch?
    private var wait: ExaminationWait?
    private(set) var address: IPAddress?
    /// The verdict, once there is one.
    private var verdict: Verdict?
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
        handler: @escaping (Outcome) -> Void
    ) {
        self.worker = worker
        self.port = port
        self.request = request
        self.clientAddress = clientAddress
        self.handler = handler
        id = worker.nextEventID()
        app = ClientApp(userAgent: request.userAgent ?? "")
        requirements = port.jurisdiction.requirements(for: request.load.authority.host, by: app)
    }

    /// Which idle origins may serve this load.
    var originKey: OriginPool.Key {
        OriginPool.Key(authority: request.load.authority, user: request.user, isLocalClient: isLocalClient)
    }

    /// Starts on the way.
    func begin() {
        if request.isConnect {
            if mode == .enforce && requirements.applies { examine() } else { findAddresses(nil) }
        } else {
            judgeCleartext()
        }
    }

    var mode: Mode { port.jurisdiction.mode }

    private var isLocalClient: Bool { clientAddress.address.isLoopback }
}

// MARK: - The three ways

extension Adjudication {
    /// Plain HTTP: there is nothing to examine; the verdict comes first, then the address.
    private func judgeCleartext() {
        let verdict = worker.judge(.cleartext, under: requirements, waivers: port.jurisdiction.waivers)
        survey(Authority(host: request.load.authority.host, port: 443), at: nil)
        if verdict.decision(in: mode) == .blocked {
            record(verdict, facts: nil)
            return finish(.refused(.blocked(verdict, requirements)))
        }
        if let address = worker.pool.address(for: originKey) {
            permit(verdict, [address])
        } else {
            findAddresses(verdict)
        }
    }

    /// Finds addresses for a load that nothing needs to be examined for, or that is judged already.
    private func findAddresses(_ verdict: Verdict?) {
        search = DestinationSearch(worker, for: request.load.authority, isAllowed: isAllowed) { [unowned self] result in
            self.search = nil
            switch result {
            case .addresses(let addresses, _): self.permit(verdict, addresses)
            case .failed(let failure): self.fail(failure)
            }
        }
    }

    /// A tunnel that must not open before its server was examined: the facts, the verdict, and the very address.
    private func examine() {
        let key = FactsKey(
            authority: request.load.authority, offer: Offer(judging: requirements), isLocalClient: isLocalClient)
        wait = worker.facts(for: key, isAllowed: isAllowed) { [unowned self] result in
            self.wait = nil
            switch result {
            case .facts(let facts): self.judge(facts)
            case .failed(let failure): self.fail(failure)
            }
        }
    }

    private func judge(_ facts: Facts) {
        let verdict = worker.judge(facts.observation, under: requirements, waivers: port.jurisdiction.waivers)
        guard isAllowed(facts.address) else { return fail(.prohibited) }
        address = facts.address
        self.verdict = verdict
        record(verdict, facts: facts)
        survey(request.load.authority, at: facts.address)
        if let permit = Permit(
            verdict, in: mode, authority: request.load.authority, addresses: [facts.address])
        {
            isPermitted = true
            finish(.permitted(permit))
        } else {
            finish(.refused(.blocked(verdict, requirements)))
        }
    }

    private func permit(_ verdict: Verdict?, _ addresses: [IPAddress]) {
        let authority = request.load.authority
        let permit =
            if let verdict {
                Permit(verdict, in: mode, authority: authority, addresses: addresses)
            } else {
                Permit(unexamined: requirements, in: mode, authority: authority, addresses: addresses)
            }
        guard let permit else { return fail(.upstream(.nameNotFound)) }
        isPermitted = true
        address = addresses.first
        self.verdict = verdict
        if let verdict { record(verdict, facts: nil) }
        finish(.permitted(permit))
    }

    private func isAllowed(_ address: IPAddress) -> Bool {
        port.destinations.permit(address, port: request.load.authority.port, to: clientAddress.address)
    }

    private func fail(_ failure: ExaminationFailure) {
        recordFailure(failure.recorded(for: request.load.authority))
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
    /// The connection to the destination is open.
    func connected(to address: IPAddress) {
        self.address = address
    }

    /// The destination could not be reached after all.
    func connectFailed(_ error: UpstreamError) {
        isPermitted = false
        recordFailure(error.recorded(for: request.load.authority))
    }

    /// An exchange of plain HTTP is over.
    func exchangeEnded(_ summary: ExchangeSummary, fromClient: UInt64, fromOrigin: UInt64) {
        guard isPermitted else { return }
        isPermitted = false
        recordEnd(
            ClosedEvent.Party(summary.endedBy), ClosedEvent.Manner(summary.ending),
            fromClient: fromClient, fromOrigin: fromOrigin)
    }

    /// Inside the tunnel the client has begun a TLS handshake: what was permitted unexamined is examined now, beside
    /// the traffic and at the very address that it goes to.
    func clientHelloPassed() {
        guard verdict == nil, wait == nil, let address else { return }
        let key = FactsKey(
            authority: request.load.authority, offer: Offer(judging: requirements), isLocalClient: isLocalClient)
        wait = worker.facts(for: key, at: address, isAllowed: isAllowed) { [self] result in
            self.wait = nil
            self.judgeBeside(result)
        }
    }

    /// The tunnel is over.
    func tunnelEnded(_ end: TunnelEnd, fromClient: UInt64, fromOrigin: UInt64) {
        recordEnd(end.party, end.manner, fromClient: fromClient, fromOrigin: fromOrigin)
        if verdict == nil, wait == nil { judgeUnseen() }
    }

    private func judgeBeside(_ result: ExaminationResult) {
        switch result {
        case .facts(let facts):
            let verdict = worker.judge(facts.observation, under: requirements, waivers: port.jurisdiction.waivers)
            self.verdict = verdict
            record(verdict, facts: facts)
            survey(request.load.authority, at: facts.address)
        case .failed(let failure):
            judgeUnseen(failure.recorded(for: request.load.authority).message)
        }
    }

    /// Has a destination looked at for what-if questions, at that address, or, with nil, where it is found. The traffic
    /// of apps that are not judged leaves none.
    private func survey(_ destination: Authority, at address: IPAddress?) {
        guard requirements.reason != .otherApp, let survey = worker.survey else { return }
        let (destinations, client) = (port.destinations, clientAddress.address)
        survey.consider(
            Survey.Subject(
                authority: destination, address: address, profile: requirements.os.profile,
                isLocalClient: isLocalClient,
                isAllowed: { destinations.permit($0, port: destination.port, to: client) }))
    }

    /// Nothing could be found out about the server, and nothing is held against it: a note says so.
    private func judgeUnseen(_ why: String = "No TLS handshake was seen in the tunnel.") {
        let verdict = Verdict(notes: requirements.notes + [Note("The server was not examined: \(why)")])
        self.verdict = verdict
        record(verdict, facts: nil)
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
