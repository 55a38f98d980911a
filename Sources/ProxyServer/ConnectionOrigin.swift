import Probing
import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// The way of a connection's requests to their origins: who asks, what is decided, and which stream leads there.
extension Connection {
    func authenticate(_ user: String, _ password: String) {
        guard let users = port.users else { return deliver(.authenticated(nil)) }
        let generation = worker.generation
        worker.passwords.check(user, password, by: users, from: clientAddress.address) { [weak self] outcome in
            guard let self else { return }
            // What a password file said that is no longer in use counts for nothing.
            guard generation == self.worker.generation else { return self.authenticate(user, password) }
            self.authenticated(user, outcome)
        }
    }

    private func authenticated(_ user: String, _ outcome: PasswordOutcome) {
        worker.record(outcome, of: clientAddress, at: port)
        deliver(.authenticated(outcome == .right ? user : nil))
    }

    func adjudicate(_ request: ProxyRequest) {
        let adjudication = Adjudication(
            worker, port, request, from: clientAddress, originOwner: originOwner
        ) { [unowned self] outcome in
            switch outcome {
            case .permitted(let permit): self.deliver(.permitted(permit))
            case .refused(let refusal): self.deliver(.refused(refusal))
            }
        }
        self.adjudication = adjudication
        adjudication.begin()
    }

    func connect(_ permit: Permit) {
        guard let adjudication else { return }
        originHasFinished = false
        if let idle = adjudication.takeIdleOrigin() {
            adopt(idle.stream, idle.address)
            deliver(.connected(isReused: true))
            return
        }
        if let connected = permit.addresses.first.map(permit.socketAddress).flatMap(Connector.connectedAtOnce) {
            return connectEnded(.success(connected))
        }
        connector = Connector(
            worker.loop, to: permit.socketAddresses, expectsMore: adjudication.expectsMoreAddresses,
            milliseconds: Int(worker.configuration.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            self.connectEnded(result)
        }
        adjudication.lateAddresses = { [unowned self] permit, isComplete in
            self.connector?.add(permit?.socketAddresses ?? [], isComplete: isComplete)
        }
    }

    private func connectEnded(_ result: Result<Connector.Connected, SystemError>) {
        switch result {
        case .success(let connected):
            adopt(Stream(worker.loop, descriptor: connected.descriptor, owner: self), connected.address.address)
            deliver(.connected(isReused: false))
        case .failure(let error):
            let failure = ProbeFailure(error)
            adjudication?.connectFailed(failure)
            switch failure {
            case .upstream(let error): deliver(.connectFailed(error))
            case .silent: deliver(.connectFailed(.timedOut))
            case .shortage, .prohibited, .limitReached, .internalError: deliver(.refused(failure.refusal))
            }
        }
    }

    /// What goes to the origin of a CONNECT is the inside of the tunnel, and left to that.
    func sendToOrigin(_ bytes: ArraySlice<UInt8>) {
        if adjudication?.request.isConnect == true {
            earlyBytes += bytes
        } else {
            bytes.withUnsafeBytes { origin?.write($0) }
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
        adjudication?.connected(to: address)
        originMark = stream.received
        originWasRelayed = false
        stream.resumeReading()
    }

    func releaseOrigin(_ reuse: Session.OriginReuse) {
        connector = nil
        guard let origin else { return }
        origin.stopForwarding()
        self.origin = nil
        originCount = origin.received - originMark
        guard var key = adjudication?.originKey, let originAddress else { return }
        switch reuse {
        case .nobody:
            return
        case .anybody:
            break
        case .thisClient:
            originOwner = originOwner ?? worker.nextOriginOwner()
            key.owner = originOwner
        }
        if isAtRest(origin) { worker.pool.keep(origin, to: originAddress, for: key) }
    }

    /// Whether the origin sent no end, and nothing beyond its response, which whoever is served next would take for the
    /// beginning of another. What was relayed was read to the end of the response, and no further.
    private func isAtRest(_ origin: Stream) -> Bool {
        !originHasFinished && (!originWasRelayed || !origin.hasUnreadInput)
    }

    func exchangeEnded(_ summary: ExchangeSummary) {
        if let adjudication {
            adjudication.exchangeEnded(summary, fromClient: client.received - clientMark, fromOrigin: originCount)
            self.adjudication = nil
        } else {
            worker.recordRefusal(of: clientAddress, at: port, summary)
        }
        clientMark = client.received
        originCount = 0
    }

    func openTunnel() {
        guard let origin, let adjudication else { return }
        self.origin = nil
        ending = .closed
        set(nil)
        adjudication.tunnelOpens()
        let tunnel = TunnelRelay(
            worker, client: client, origin: origin, adjudication: adjudication, early: earlyBytes,
            finished: (clientHasFinished, originHasFinished))
        worker.replace(self, by: tunnel)
    }
}

extension Permit {
    fileprivate var socketAddresses: [SocketAddress] {
        addresses.map(socketAddress)
    }

    fileprivate func socketAddress(_ address: IPAddress) -> SocketAddress {
        SocketAddress(address, port: authority.port)
    }
}
