import ForwardProxy
import InternetNames
import Networking
import Probing
import TransportSecurity

/// The way of a connection's requests to their origins: authentication, the decision, and the stream to the origin.
extension Connection {
    func authenticate(_ user: String, _ password: String) {
        guard let users = listener.users else { return deliver(.authenticated(.wrong)) }
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
        environment.loads.recorder.record(outcome, of: clientAddress, at: listener)
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
            request, from: clientAddress, at: listener, in: environment.loads, originOwner: originOwner
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
        if let idle = load.takeIdleOrigin() {
            adopt(ConnectedOrigin(idle.stream, at: idle.address))
            deliver(.connected(isReused: true, upstreamProxy: load.hop.requestUpstreamProxy))
            return
        }
        let port = load.hop.upstreamProxy?.authority.port ?? permit.authority.port
        let addresses = permit.addresses.map { SocketAddress($0, port: port) }
        if let connected = addresses.first.flatMap(Connector.connectedAtOnce) {
            return connectEnded(.success(connected))
        }
        let connector = Connector(
            environment.loop, to: addresses, expectsMore: load.newConnection.expectsMoreAddresses,
            milliseconds: load.newConnection.milliseconds ?? Int(environment.limits.connect * 1000)
        ) { [unowned self] result in
            self.origin = .none(received: 0)
            self.connectEnded(result)
        }
        origin = .connecting(connector)
        load.addAddresses = { [unowned self] permit, isComplete in
            let more = (permit?.addresses ?? []).map { SocketAddress($0, port: port) }
            if case .connecting(let connector) = self.origin { connector.add(more, isComplete: isComplete) }
        }
    }

    private func connectEnded(_ result: Result<Connector.Connected, SystemError>) {
        switch result {
        case .success(let connected):
            if let load, case .tunnel(let upstreamProxy) = load.hop {
                return askUpstreamProxyForTunnel(of: load, upstreamProxy, connected)
            }
            let stream = Stream(environment.loop, descriptor: connected.descriptor, owner: self)
            adopt(ConnectedOrigin(stream, at: connected.address.address))
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
        let tunnel = UpstreamProxyTunnel(
            environment.loop, descriptor: connected.descriptor,
            UpstreamProxyHandshake(to: load.authority, through: upstreamProxy, via: load.via, limits: limits),
            milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            switch result {
            case .success(let opened):
                self.upstreamProxyOpened(opened, at: connected.address.address)
            case .failure(let failure):
                self.origin = .none(received: 0)
                self.connectFailed(.upstreamProxy(failure))
            }
        }
        origin = .openingTunnel(tunnel)
    }

    private func upstreamProxyOpened(_ opened: UpstreamProxyTunnel.Opened, at address: IPAddress) {
        let early = opened.early
        environment.loads.counters.bytesFromServers.add(early.count)
        // Each early byte has one receiver. For a CONNECT the session answers `connected` with a tunnel, and
        // `openTunnel` hands the bytes to the relay. For a WebSocket the session reads them.
        guard load?.isConnect == false else {
            adopt(ConnectedOrigin(opened.stream, at: address, early: early))
            return deliver(.connected(isReused: false))
        }
        adopt(ConnectedOrigin(opened.stream, at: address, earlyForSession: early.count))
        deliver(.connected(isReused: false))
        if !early.isEmpty { deliver(.originSent(early[...])) }
    }

    /// Lets bytes pass without the session looking at them; how many, or nil until the sender finishes.
    func relay(_ direction: Session.Direction, _ count: UInt64?) {
        guard let stream = origin.stream else { return }
        switch direction {
        case .fromClient: client.forward(to: stream, count: count)
        case .fromOrigin:
            origin.noteRelayed()
            stream.forward(to: client, count: count)
        }
    }

    private func adopt(_ connected: ConnectedOrigin) {
        connected.stream.owner = self
        origin = .connected(connected)
        load?.connected(to: connected.address)
        connected.stream.resumeReading()
    }

    func releaseOrigin(_ reuse: Session.OriginReuse) {
        let released = origin
        released.stream?.stopForwarding()
        origin = .none(received: released.received)
        guard case .connected(let released) = released, var key = load?.originKey else { return }
        switch reuse {
        case .none:
            return
        case .anyClient:
            break
        case .thisClient:
            originOwner = originOwner ?? environment.nextOriginOwner()
            key.owner = originOwner
        }
        if released.isAtRest { environment.loads.pool.keep(released.stream, to: released.address, for: key) }
    }

    func exchangeEnded(_ summary: ExchangeSummary) {
        if let load {
            load.exchangeEnded(summary, fromClient: client.received - clientMark, fromServer: origin.received)
            self.load = nil
        } else {
            environment.loads.recorder.recordRefusal(of: clientAddress, at: listener, summary)
        }
        clientMark = client.received
        origin = .none(received: 0)
    }

    /// Hands both streams to a `TunnelRelay`, with the bytes of each side that have already come.
    func openTunnel(_ fromClient: ArraySlice<UInt8>, _ fromOrigin: ArraySlice<UInt8>) {
        guard case .connected(let connected) = origin, let load else { return }
        origin = .none(received: 0)
        ending = .closed
        set(nil)
        load.tunnelOpens()
        let fromOrigin = connected.early.isEmpty ? fromOrigin : connected.early + fromOrigin
        let tunnel = TunnelRelay(
            environment, client: client, origin: connected.stream, load: load,
            early: TunnelRelay.EarlyBytes(client: fromClient, origin: fromOrigin),
            finished: (pauses.contains(.finished), connected.hasFinished))
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
