import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import TransportSecurity

/// Finds out the offer of one server to a hello.
///
/// A probe carries out the commands of its `ProbeStateMachine`: it connects, makes attempts at handshakes, waits, and
/// fetches issuers. The machine decides about the answers. The result goes to every load that waits for it.
///
/// Lives on one loop. A probe that is released closes its connection and calls no handler.
final class Probe {
    private unowned let context: ProbeContext
    private let authority: Authority
    /// The system whose trust store the certificates are evaluated against.
    private let system: OSVersion
    /// The upstream proxy of the listener; nil without one.
    private let upstreamProxy: UpstreamProxy?
    /// The upstream proxy through which the server is probed; nil for a direct probe.
    private let upstreamProxyOnTheWay: UpstreamProxy?
    /// The client whose load needs the facts; nil for a probe of the proxy's own.
    private let client: IPAddress?
    private let isAllowed: (IPAddress, UInt16) -> Bool
    private var state: ProbeStateMachine
    /// The hello for the next connection.
    private var hello: ProbeStateMachine.Hello
    private var search: DestinationSearch?
    /// The address of the first connection, which is the upstream proxy's where there is one; all others go to the same
    /// one.
    private var address: IPAddress?
    private var activity = Activity.idle
    /// Runs beside the handshakes, if the judging hello is that of a system with X25519MLKEM768.
    private var largeHello: LargeHelloProbe?
    private var largeHelloAnswer: LargeHelloFacts?
    private var exchanges = RecordedExchanges()
    /// The outcome, while only the answer to the large hello is missing.
    private var outcome: ProbeStateMachine.Outcome?
    /// Whether the time for the handshakes is over. Nothing is waited for any more.
    private var isTimeUp = false
    private let judging: Offer
    /// Runs from the first handshake on. The first connection, and the answer of an upstream proxy on it, do not count.
    private var limit: Timer?
    private let finished: (Probe, ProbeResult) -> Void

    /// The operation that a probe waits for.
    private enum Activity {
        case idle
        case connecting(Connector)
        case openingTunnel(UpstreamProxyTunnel)
        case attempting(ProbeAttempt)
        case pausing(Timer)
        case fetching(IssuerFetch)
    }

    /// A probe with that judging hello; `begin` starts it.
    ///
    /// - Parameters:
    ///   - upstreamProxy: The upstream proxy through which servers are reached; nil without one. Its owner knows that
    ///     the client may reach the server that way.
    ///   - client: The client in whose share of lookups the probe counts; nil for a probe of the proxy's own.
    ///   - isAllowed: Whether the probe may connect to that port of that address.
    ///   - finished: Called once, on the loop.
    init(
        _ context: ProbeContext, _ authority: Authority, _ offer: Offer, on system: OSVersion,
        upstreamProxy: UpstreamProxy? = nil, for client: IPAddress? = nil,
        isAllowed: @escaping (IPAddress, UInt16) -> Bool,
        finished: @escaping (Probe, ProbeResult) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.system = system
        self.upstreamProxy = upstreamProxy
        upstreamProxyOnTheWay = upstreamProxy?.onTheWay(to: authority)
        self.client = client
        self.isAllowed = isAllowed
        self.finished = finished
        judging = offer
        state = ProbeStateMachine(
            judging: offer, timeLimit: Int(context.settings.limits.handshake * 1000),
            fetchesIssuers: context.settings.fetchesIssuers)
        hello = state.firstHello
        limit = Timer(context.loop) { [unowned self] in self.timeIsUp() }
    }

    /// Begins at that address, or, with nil, at an address of the server's name. Nothing is connected to that the rules
    /// do not permit: the client of a transparent listener chooses the address and the name in the hello.
    func begin(at address: IPAddress?) {
        if let upstreamProxyOnTheWay { return begin(through: upstreamProxyOnTheWay, at: address) }
        let port = authority.port
        if let address, !isAllowed(address, port) { return tell(.failed(.prohibited)) }
        let known = DestinationSearch.known(context, authority)?.filter { isAllowed($0, port) }
        if let address {
            connect(to: [address])
        } else if let known, !known.isEmpty {
            connect(to: known)
        } else {
            search = DestinationSearch(
                context, for: authority, by: client, isAllowed: { [isAllowed] in isAllowed($0, port) }
            ) { [unowned self] in self.found($0) }
        }
    }

    private func begin(through upstreamProxy: UpstreamProxy, at address: IPAddress?) {
        if let known = address.map({ [$0] }) ?? DestinationSearch.known(context, upstreamProxy) {
            connect(to: known)
        } else {
            search = DestinationSearch(context, for: upstreamProxy) { [unowned self] in self.found($0) }
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        // Once a connection is open, no other address is of use.
        guard address == nil else { return }
        switch (result, activity) {
        case (.addresses(let addresses, let isComplete), .connecting(let connector)):
            connector.add(addresses.map(endpoint), isComplete: isComplete)
        case (.addresses(let addresses, let isComplete), _):
            connect(to: addresses, expectsMore: !isComplete)
        case (.failed, .connecting):
            break
        case (.failed(let failure), _):
            tell(.failed(failure))
        }
    }

    private func endpoint(_ address: IPAddress) -> SocketAddress {
        SocketAddress(address, port: upstreamProxyOnTheWay?.authority.port ?? authority.port)
    }

    private func timeIsUp() {
        isTimeUp = true
        if outcome != nil, let largeHello { return largeHelloEnded(largeHello.conclude()) }
        let activity = self.activity
        self.activity = .idle
        switch activity {
        case .attempting(let attempt) where attempt.waitsForTurn:
            tell(.failed(.limitReached))
        case .attempting(let attempt):
            tell(.timeUp(isUnanswered: attempt.isUnanswered))
        // The server is not at fault for an upstream proxy that does not answer.
        case .connecting where upstreamProxyOnTheWay != nil:
            tell(.failed(failure(.upstream(.timedOut))))
        case .openingTunnel:
            tell(.failed(failure(.upstream(.responseTimedOut))))
        case .connecting, .idle, .pausing, .fetching:
            tell(.timeUp(isUnanswered: false))
        }
    }
}

// MARK: - Commands of the state machine

extension Probe {
    private func tell(_ event: ProbeStateMachine.Event) {
        switch state.handle(event) {
        case .send(let hello):
            self.hello = hello
            if let address { connect(to: [address]) }
        case .pause(let milliseconds):
            pause(milliseconds)
        case .evaluate(let handshake):
            evaluate(handshake)
        case .fetch(let location):
            fetch(location)
        case .finish(let outcome):
            finish(outcome)
        }
    }

    private func pause(_ milliseconds: Int) {
        let timer = Timer(context.loop) { [unowned self] in self.tell(.pauseEnded) }
        timer.start(milliseconds: milliseconds)
        activity = .pausing(timer)
    }

    private func evaluate(_ handshake: Handshake) {
        let evaluation = context.evaluate(handshake, for: system)
        let locations = evaluation.certificateWithoutIssuer.map { IssuerFile.locations(in: $0.der) } ?? []
        tell(.evaluated(evaluation, issuers: locations.compactMap(IssuerLocation.init)))
    }

    private func fetch(_ location: IssuerLocation) {
        guard let address else { return }
        let machine = context.machine.current
        let sources =
            upstreamProxyOnTheWay == nil
            ? IssuerSources(for: address, on: machine, isLocalClient: client.map(machine.isLocalClient) ?? true)
            : IssuerSources(forServerBehindUpstreamProxyOn: machine)
        let fetch = IssuerFetch(
            context, location, upstreamProxy: upstreamProxy, for: client,
            isAllowed: { [isAllowed] in sources.permit($0, port: $1) && isAllowed($0, $1) }
        ) { [unowned self] result in
            self.activity = .idle
            switch result {
            case .success(let certificates): self.tell(.fetched(certificates))
            case .failure(let shortage): self.tell(.failed(.shortage(shortage)))
            }
        }
        activity = .fetching(fetch)
    }

    private func finish(_ outcome: ProbeStateMachine.Outcome) {
        if context.settings.connectsInTurn, outcome.isOfHandshake, largeHelloAnswer == nil, !isTimeUp, let address {
            beginLargeHello(at: address)
        }
        if let largeHello, outcome.isOfHandshake {
            guard isTimeUp else {
                self.outcome = outcome
                return
            }
            largeHelloAnswer = largeHello.conclude()
        }
        largeHello = nil
        limit?.cancel()
        switch outcome {
        case .facts(let observation, let attempts):
            guard let address else { return }
            let answer = outcome.isOfHandshake ? largeHelloAnswer : nil
            let facts = context.facts(
                observation.adding(answer), exchanges.adding(to: attempts), of: authority, at: address,
                largeHello: answer?.exchange)
            finished(self, .facts(facts))
        case .failed(let failure):
            finished(self, .failed(failure))
        }
    }
}

// MARK: - Connections

extension Probe {
    private func connect(to addresses: [IPAddress], expectsMore: Bool = false) {
        if let first = addresses.first, let connected = Connector.connectedAtOnce(to: endpoint(first)) {
            return self.connected(connected)
        }
        let connector = Connector(
            context.loop, to: addresses.map(endpoint), expectsMore: expectsMore,
            milliseconds: connectMilliseconds
        ) { [unowned self] result in
            self.activity = .idle
            switch result {
            case .success(let connected): self.connected(connected)
            case .failure(let error): self.tell(.failed(self.failure(LoadFailure(error))))
            }
        }
        activity = .connecting(connector)
    }

    /// The time for a connect. A lookup shortens that of the first one.
    private var connectMilliseconds: Int {
        let limit = Int(context.settings.limits.connect * 1000)
        return address == nil ? search?.millisecondsLeft ?? limit : limit
    }

    /// The failure to reach the peer: the server, or the upstream proxy on the way to it.
    private func failure(_ failure: LoadFailure) -> LoadFailure {
        upstreamProxyOnTheWay.map { failure.ofUpstreamProxy($0) } ?? failure
    }

    private func connected(_ connected: Connector.Connected) {
        let isFirst = address == nil
        if isFirst {
            address = connected.address.address
            if !context.settings.connectsInTurn { beginLargeHello(at: connected.address.address) }
        }
        guard let upstreamProxyOnTheWay else {
            return attempt(on: Stream(context.loop, descriptor: connected.descriptor), early: [], isFirst: isFirst)
        }
        let limits = context.settings.limits
        let tunnel = UpstreamProxyTunnel(
            context.loop, descriptor: connected.descriptor,
            UpstreamProxyHandshake(to: authority, through: upstreamProxyOnTheWay, limits: limits),
            milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            self.activity = .idle
            switch result {
            case .success(let opened): self.attempt(on: opened.stream, early: opened.early, isFirst: isFirst)
            case .failure(let failure): self.tell(.failed(.upstreamProxy(failure)))
            }
        }
        activity = .openingTunnel(tunnel)
    }

    private func attempt(on stream: Stream, early: [UInt8], isFirst: Bool) {
        if isFirst { limit?.start(milliseconds: Int(context.settings.limits.handshake * 1000)) }
        do throws(OpenSSLError) {
            let attempt = try ProbeAttempt(context, stream, early: early, hello, to: authority.host, for: client) {
                [unowned self] result, exchange in
                self.activity = .idle
                self.exchanges.keep(exchange, of: self.hello, result)
                self.afterConnection { [unowned self] in self.attempted(result) }
            }
            activity = .attempting(attempt)
            attempt.begin()
        } catch {
            tell(.failed(.internalError("OpenSSL: \(error.text)")))
        }
    }

    /// Goes on at once, or, where a probe has one connection at a time, after the calling attempt has closed its own.
    private func afterConnection(_ action: @escaping () -> Void) {
        guard context.settings.connectsInTurn else { return action() }
        let timer = Timer(context.loop, handler: action)
        timer.start(milliseconds: 0)
        activity = .pausing(timer)
    }

    private func attempted(_ result: Result<Handshake, HandshakeFailure>) {
        do throws(OpenSSLError) {
            let gaps = try context.tls.gaps(in: hello.offer)
            switch result {
            case .success(let handshake): tell(.answered(handshake, gaps))
            case .failure(let failure): tell(.refused(failure, gaps))
            }
        } catch {
            tell(.failed(.internalError("OpenSSL: \(error.text)")))
        }
    }
}

// MARK: - The large hello

extension Probe {
    /// Sends a hello of the size of the system's to the same address, beside the handshake, which takes as long.
    private func beginLargeHello(at address: IPAddress) {
        guard judging.groups.contains(.x25519MLKEM768) else { return }
        let probe = LargeHelloProbe(context, authority, through: upstreamProxyOnTheWay, at: endpoint(address)) {
            [unowned self] answer in
            self.largeHelloEnded(answer)
        }
        largeHello = probe
        probe.begin()
    }

    private func largeHelloEnded(_ answer: LargeHelloFacts) {
        largeHello = nil
        largeHelloAnswer = answer
        if let outcome { finish(outcome) }
    }
}

extension ProbeStateMachine.Outcome {
    /// Whether the server agreed to a handshake.
    fileprivate var isOfHandshake: Bool {
        switch self {
        case .facts(.secure, _): return true
        case .facts(.cleartext, _), .facts(.certificates, _), .facts(.noHandshake, _), .failed: return false
        }
    }
}

extension Observation {
    fileprivate func adding(_ facts: LargeHelloFacts?) -> Observation {
        switch self {
        case .secure(var handshake, let evaluation):
            handshake.largeHello = facts?.answer(beside: handshake)
            return .secure(handshake, evaluation)
        case .cleartext, .certificates, .noHandshake:
            return self
        }
    }
}
