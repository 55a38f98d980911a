import ForwardProxy
import InternetNames
import Networking
import Probing
import TransportSecurity

/// The way of a connection's requests to their origins: authentication, the decision, and the stream to the origin.
extension Connection {
    func authenticate(_ user: String, _ password: String) {
        guard let users = port.users else { return deliver(.authenticated(.wrong)) }
        let generation = environment.generation
        environment.passwords.check(user, password, by: users, from: clientAddress.address) { [weak self] outcome in
            guard let self else { return }
            // After a reload, the password is checked again with the new file.
            guard generation == self.environment.generation else { return self.authenticate(user, password) }
            self.authenticated(user, outcome)
        }
    }

    private func authenticated(_ user: String, _ outcome: PasswordOutcome) {
        environment.loads.counters.count(outcome)
        environment.loads.recorder.record(outcome, of: clientAddress, at: port)
        switch outcome {
        case .right: deliver(.authenticated(.granted(user)))
        case .wrong, .wrongTooOften: deliver(.authenticated(.wrong))
        // Up to a second more than the lock: a client which waits as told then comes after its end.
        case .locked(let milliseconds): deliver(.authenticated(.locked(seconds: Int(milliseconds / 1000) + 1)))
        case .crowdedOut: deliver(.authenticated(.unchecked))
        }
    }

    func decide(_ request: ProxyRequest) {
        let load = LoadTask(
            request, from: clientAddress, at: port, in: environment.loads, originOwner: originOwner
        ) { [unowned self] reply in
            switch reply {
            case .permitted(let permit): self.deliver(.permitted(permit))
            case .refused(let refusal): self.deliver(.refused(refusal))
            }
        }
        self.load = load
        load.begin()
    }

    func connect(_ permit: Permit) {
        guard let load else { return }
        originHasFinished = false
        if let idle = load.takeIdleOrigin() {
            adopt(idle.stream, idle.address)
            deliver(.connected(isReused: true, upstreamProxy: load.hop.requestUpstreamProxy))
            return
        }
        let port = load.hop.upstreamProxy?.authority.port ?? permit.authority.port
        let addresses = permit.addresses.map { SocketAddress($0, port: port) }
        if let connected = addresses.first.flatMap(Connector.connectedAtOnce) {
            return connectEnded(.success(connected))
        }
        connector = Connector(
            environment.loop, to: addresses, expectsMore: load.expectsMoreAddresses,
            milliseconds: load.connectMilliseconds ?? Int(environment.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            self.connectEnded(result)
        }
        load.addAddresses = { [unowned self] permit, isComplete in
            let more = (permit?.addresses ?? []).map { SocketAddress($0, port: port) }
            self.connector?.add(more, isComplete: isComplete)
        }
    }

    private func connectEnded(_ result: Result<Connector.Connected, SystemError>) {
        switch result {
        case .success(let connected):
            if let load, case .tunnel(let upstreamProxy) = load.hop {
                return askUpstreamProxyForTunnel(of: load, upstreamProxy, connected)
            }
            adopt(Stream(environment.loop, descriptor: connected.descriptor, owner: self), connected.address.address)
            deliver(.connected(isReused: false, upstreamProxy: load?.hop.requestUpstreamProxy))
        case .failure(let error):
            let failure = LoadFailure(error)
            connectFailed(load?.hop.upstreamProxy.map { failure.ofUpstreamProxy($0) } ?? failure)
        }
    }

    private func connectFailed(_ failure: LoadFailure) {
        load?.connectFailed(failure)
        switch failure {
        case .upstream(let error): deliver(.connectFailed(error))
        case .silent: deliver(.connectFailed(.timedOut))
        case .upstreamProxy, .shortage, .prohibited, .unnamedServer, .limitReached, .abandoned, .unanswered, .stalled,
            .stopped, .internalError:
            deliver(.refused(failure.refusal))
        }
    }

    /// Asks the upstream proxy for a tunnel to the server.
    ///
    /// The session is not told of this exchange. For it, the connection to the server is open once the tunnel is.
    private func askUpstreamProxyForTunnel(
        of load: LoadTask, _ upstreamProxy: UpstreamProxy, _ connected: Connector.Connected
    ) {
        let limits = environment.limits
        upstreamProxyTunnel = UpstreamProxyTunnel(
            environment.loop, descriptor: connected.descriptor,
            UpstreamProxyHandshake(to: load.authority, through: upstreamProxy, via: load.via, limits: limits),
            milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            self.upstreamProxyTunnel = nil
            switch result {
            case .success(let opened):
                self.adopt(opened.stream, connected.address.address)
                self.upstreamProxyOpenedTunnel(early: opened.early)
            case .failure(let failure):
                self.connectFailed(.upstreamProxy(failure))
            }
        }
    }

    private func upstreamProxyOpenedTunnel(early: [UInt8]) {
        environment.loads.counters.bytesFromServers.add(early.count)
        if load?.isConnect == true {
            // The session answers `connected` with a tunnel and never sees its bytes. `openTunnel` hands these bytes to
            // the relay.
            earlyFromOrigin = early
            deliver(.connected(isReused: false))
        } else {
            deliver(.connected(isReused: false))
            if !early.isEmpty { deliver(.originSent(early[...])) }
        }
    }

    /// Lets bytes pass without the session looking at them; how many, or nil until the sender finishes.
    func relay(_ direction: Session.Direction, _ count: UInt64?) {
        guard let origin else { return }
        switch direction {
        case .fromClient: client.forward(to: origin, count: count)
        case .fromOrigin:
            originWasRelayed = true
            origin.forward(to: client, count: count)
        }
    }

    private func adopt(_ stream: Stream, _ address: IPAddress) {
        stream.owner = self
        origin = stream
        originAddress = address
        load?.connected(to: address)
        originMark = stream.received
        originWasRelayed = false
        stream.resumeReading()
    }

    func releaseOrigin(_ reuse: Session.OriginReuse) {
        connector = nil
        upstreamProxyTunnel = nil
        guard let origin else { return }
        origin.stopForwarding()
        self.origin = nil
        originCount = origin.received - originMark
        guard var key = load?.originKey, let originAddress else { return }
        switch reuse {
        case .none:
            return
        case .anyClient:
            break
        case .thisClient:
            originOwner = originOwner ?? environment.nextOriginOwner()
            key.owner = originOwner
        }
        if isAtRest(origin) { environment.loads.pool.keep(origin, to: originAddress, for: key) }
    }

    /// Whether the connection to the origin can be reused: the origin has not closed it, and sent nothing after its
    /// response. The next client would take such bytes for the beginning of its own response. A relay reads exactly to
    /// the end of the response, and later bytes are still unread.
    private func isAtRest(_ origin: Stream) -> Bool {
        !originHasFinished && (!originWasRelayed || !origin.hasUnreadInput)
    }

    func exchangeEnded(_ summary: ExchangeSummary) {
        if let load {
            load.exchangeEnded(summary, fromClient: client.received - clientMark, fromServer: originCount)
            self.load = nil
        } else {
            environment.loads.recorder.recordRefusal(of: clientAddress, at: port, summary)
        }
        clientMark = client.received
        originCount = 0
    }

    /// Hands both streams to a `TunnelRelay`, with the bytes of each side that have already come.
    func openTunnel(_ fromClient: ArraySlice<UInt8>, _ fromOrigin: ArraySlice<UInt8>) {
        guard let origin, let load else { return }
        self.origin = nil
        ending = .closed
        set(nil)
        load.tunnelOpens()
        let fromOrigin = earlyFromOrigin.isEmpty ? fromOrigin : earlyFromOrigin + fromOrigin
        let tunnel = TunnelRelay(
            environment, client: client, origin: origin, load: load, early: (fromClient, fromOrigin),
            finished: (clientHasFinished, originHasFinished))
        environment.connections.replace(self, by: tunnel)
        tunnel.begin()
    }
}

extension NextHop {
    /// The upstream proxy that gets the requests of plain HTTP themselves; nil if the origin gets them.
    fileprivate var requestUpstreamProxy: UpstreamProxy? {
        switch self {
        case .origin, .tunnel: return nil
        case .upstreamProxy(let upstreamProxy): return upstreamProxy
        }
    }
}
