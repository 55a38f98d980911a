import ForwardProxy
import Libevent
import TransportSecurity

/// One client of the proxy: tells its session what happens, and carries out what that commands.
///
/// Lives on one worker's loop, which holds it until `close`. It decides nothing about the protocol; it knows sockets,
/// time and back-pressure. A tunnel, once open, leaves it for a `TunnelRelay`.
final class Connection {
    unowned let worker: Worker
    /// The listener as it was when this was looked up last, and in which configuration.
    private var listener: (port: ProxyPort, generation: Int)
    let clientAddress: SocketAddress

    private let client: Stream
    private var origin: Stream? {
        didSet { if origin == nil { client.stopForwarding() } }
    }
    private var session: Session
    private var events: [Session.Event] = []
    private var commands: [Session.Command] = []
    private var isHandlingEvents = false
    private var adjudication: Adjudication?
    private var connector: Connector?
    private var originKey: OriginPool.Key?
    private var originAddress: IPAddress?
    private var originHasFinished = false
    private var earlyBytes: [UInt8] = []
    /// What the client had sent when the exchange before this one ended, and the origin when it was taken.
    private var (clientMark, originMark) = (UInt64(0), UInt64(0))
    /// What the origin sent in the exchange that has just released it.
    private var originCount: UInt64 = 0
    private var clientHasFinished = false
    private var clientIsPaused = false
    /// Whether the session has asked something and has no answer yet; the client is not read meanwhile.
    private var isWaiting = false
    private var timer: DeadlineTimer?
    private var ending = Ending.open

    /// How far the end of the connection has come.
    private enum Ending {
        case open
        /// Our last bytes are on their way; what the client still sends is read and thrown away, so that no reset
        /// overtakes them (RFC 9112 §9.6).
        case lingering
        case closed
    }

    /// Takes over an accepted socket.
    init(_ worker: Worker, _ port: ProxyPort, descriptor: Int32, from address: SocketAddress) {
        self.worker = worker
        listener = (port, worker.generation)
        clientAddress = address
        let reached = port.listensEverywhere ? SocketAddress(localEndOf: descriptor) : nil
        session = Session(
            limits: worker.configuration.limits, pages: port.pages(reachedAt: reached),
            admission: Self.admission(of: address.address, to: port, worker), requiresAuthentication: port.users != nil)
        client = Stream(worker.loop, descriptor: descriptor)
        client.owner = self
        timer = DeadlineTimer(worker.loop) { [unowned self] in self.timeIsUp() }
    }

    /// The listener as it is now; a reload may have given it other rules since the client connected.
    var port: ProxyPort {
        if listener.generation != worker.generation {
            listener = (worker.port(at: listener.port.address) ?? listener.port, worker.generation)
        }
        return listener.port
    }

    private static func admission(of address: IPAddress, to port: ProxyPort, _ worker: Worker) -> Admission {
        let hasRoom = worker.shared.census.entered(from: address)
        guard port.clients.permit(address) else { return .notAllowed }
        return hasRoom ? .admitted : .tooManyConnections
    }

    /// Begins to listen to the client.
    func begin() {
        for command in session.begin() { carryOut(command) }
        steerReading()
    }

    /// Finishes what is open and begins nothing more.
    func drain() {
        deliver(.draining)
    }

    /// Tells the session what happened, and then carries out what it commands, one thing after the other.
    private func deliver(_ event: Session.Event) {
        guard !isHandlingEvents else { return events.append(event) }
        isHandlingEvents = true
        handle(event)
        while !events.isEmpty, ending == .open { handle(events.removeFirst()) }
        isHandlingEvents = false
        if ending == .open { steerReading() }
    }

    private func handle(_ event: Session.Event) {
        if event.isAnswer { isWaiting = false }
        // The array is the connection's, so that not every event needs a new one.
        var commands: [Session.Command] = []
        swap(&commands, &self.commands)
        session.handle(event, appendingTo: &commands)
        for command in commands where ending == .open { carryOut(command) }
        commands.removeAll(keepingCapacity: true)
        self.commands = commands
    }

    private func carryOut(_ command: Session.Command) {
        switch command {
        case .authenticate(let user, let password):
            isWaiting = true
            authenticate(user, password)
        case .decide(let request):
            isWaiting = true
            adjudicate(request)
        case .connect(let permit):
            isWaiting = true
            connect(permit)
        case .sendToClient(let bytes):
            bytes.withUnsafeBytes { client.write($0) }
        case .sendToOrigin(let bytes):
            sendToOrigin(bytes)
        case .relay(let direction, let count):
            relay(direction, count)
        case .tunnel:
            openTunnel()
        case .finishOrigin:
            origin?.finishWriting()
        case .releaseOrigin(let isReusable):
            releaseOrigin(isReusable: isReusable)
        case .closeClient:
            linger()
        case .resetClient:
            client.breakOnClose()
            close()
        case .deadline(let deadline):
            timer?.set(deadline)
        case .finished(let summary):
            exchangeEnded(summary)
        case .pauseClient:
            clientIsPaused = true
        case .resumeClient:
            clientIsPaused = false
        }
    }
}

// MARK: - Decisions and connections

extension Connection {
    private func authenticate(_ user: String, _ password: String) {
        guard let users = port.users else { return deliver(.authenticated(nil)) }
        worker.passwords.check(user, password, by: users, from: clientAddress.address) { [weak self] outcome in
            self?.authenticated(user, outcome)
        }
    }

    private func authenticated(_ user: String, _ outcome: PasswordOutcome) {
        worker.record(outcome, of: clientAddress, at: port)
        deliver(.authenticated(outcome == .right ? user : nil))
    }

    private func adjudicate(_ request: ProxyRequest) {
        let adjudication = Adjudication(worker, port, request, from: clientAddress) { [unowned self] outcome in
            switch outcome {
            case .permitted(let permit): self.deliver(.permitted(permit))
            case .refused(let refusal): self.deliver(.refused(refusal))
            }
        }
        self.adjudication = adjudication
        adjudication.begin()
    }

    private func connect(_ permit: Permit) {
        guard let adjudication else { return }
        originHasFinished = false
        originKey = adjudication.originKey
        if !adjudication.request.isConnect, let idle = worker.pool.take(for: adjudication.originKey) {
            adopt(idle.stream, idle.address)
            deliver(.connected(isReused: true))
            return
        }
        if let first = permit.socketAddresses.first, let connected = Connector.connectedAtOnce(to: first) {
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
            let failure = UpstreamError(error)
            adjudication?.connectFailed(failure)
            deliver(.connectFailed(failure))
        }
    }

    /// What goes to the origin of a CONNECT is the inside of the tunnel, and left to that.
    private func sendToOrigin(_ bytes: ArraySlice<UInt8>) {
        if adjudication?.request.isConnect == true {
            earlyBytes += bytes
        } else {
            bytes.withUnsafeBytes { origin?.write($0) }
        }
    }

    /// Lets bytes pass without the session looking at them; how many, or nil until the sender finishes.
    private func relay(_ direction: Session.Direction, _ count: UInt64?) {
        guard let origin else { return }
        switch direction {
        case .fromClient: client.forward(to: origin, count: count)
        case .fromOrigin: origin.forward(to: client, count: count)
        }
    }

    private func adopt(_ stream: Stream, _ address: IPAddress) {
        stream.owner = self
        origin = stream
        originAddress = address
        adjudication?.connected(to: address)
        originMark = stream.received
        stream.resumeReading()
    }

    private func releaseOrigin(isReusable: Bool) {
        connector = nil
        guard let origin else { return }
        origin.stopForwarding()
        self.origin = nil
        originCount = origin.received - originMark
        if isReusable, !originHasFinished, let originKey, let originAddress {
            worker.pool.keep(origin, to: originAddress, for: originKey)
        }
    }

    private func exchangeEnded(_ summary: ExchangeSummary) {
        if let adjudication {
            adjudication.exchangeEnded(summary, fromClient: client.received - clientMark, fromOrigin: originCount)
            self.adjudication = nil
        } else {
            worker.recordRefusal(of: clientAddress, at: port, summary)
        }
        clientMark = client.received
        originCount = 0
    }

    private func openTunnel() {
        guard let origin, let adjudication else { return }
        self.origin = nil
        ending = .closed
        timer = nil
        let tunnel = TunnelRelay(
            worker, client: client, origin: origin, adjudication: adjudication, early: earlyBytes,
            finished: (clientHasFinished, originHasFinished))
        worker.replace(self, by: tunnel)
    }
}

// MARK: - Time and ends

extension Connection {
    private func timeIsUp() {
        if ending == .open { return deliver(.deadlinePassed) }
        client.breakOnClose()
        close()
    }

    private func linger() {
        ending = .lingering
        origin = nil
        connector = nil
        client.finishWriting()
        client.resumeReading()
        closeOnceRead()
    }

    private func close() {
        guard ending != .closed else { return }
        ending = .closed
        timer = nil
        connector = nil
        origin = nil
        adjudication = nil
        worker.forget(self)
    }

    /// Reads from whom the session, and the other side's pace, can take bytes.
    private func steerReading() {
        let waits = isWaiting || clientIsPaused || clientHasFinished
        if !waits, (origin?.pendingOutput ?? 0) < Self.highWater {
            client.resumeReading()
        } else {
            client.pauseReading()
        }
        if client.pendingOutput < Self.highWater, !originHasFinished {
            origin?.resumeReading()
        } else {
            origin?.pauseReading()
        }
    }

    /// How much may wait for one side before the other is no longer read.
    private static let highWater = 256 * 1024
}

// MARK: - What streams tell

extension Connection: StreamOwner {
    func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        guard ending == .open else { return }
        timer?.noteProgress()
        let copy = [UInt8](bytes)[...]
        deliver(stream === client ? .clientSent(copy) : .originSent(copy))
    }

    func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        timer?.noteProgress()
        if isLast, ending == .open { deliver(.relayed(stream === client ? .fromClient : .fromOrigin)) }
    }

    func streamFinished(_ stream: Stream) {
        if stream === client {
            clientHasFinished = true
            if ending == .lingering { return closeOnceRead() }
            deliver(.clientFinished)
        } else {
            originHasFinished = true
            deliver(.originFinished)
        }
    }

    func streamFailed(_ stream: Stream, _ error: SystemError) {
        if stream === client {
            if ending == .open { deliver(.clientFailed) }
            close()
        } else {
            originCount = stream.received - originMark
            origin = nil
            deliver(.originFailed)
        }
    }

    func streamDrained(_ stream: Stream) {
        timer?.noteProgress()
        if ending == .lingering { return closeOnceRead() }
        steerReading()
    }

    private func closeOnceRead() {
        if clientHasFinished && client.pendingOutput == 0 { close() }
    }
}

extension Permit {
    fileprivate var socketAddresses: [SocketAddress] {
        addresses.map { SocketAddress($0, port: authority.port) }
    }
}

extension Session.Event {
    /// Whether this answers something that the session asked for.
    fileprivate var isAnswer: Bool {
        switch self {
        case .authenticated, .permitted, .refused, .connected, .connectFailed:
            return true
        case .clientSent, .clientFinished, .clientFailed, .originSent, .originFinished, .originFailed, .relayed,
            .deadlinePassed, .draining:
            return false
        }
    }
}
