import ForwardProxy
import InternetNames
import Networking
import Probing
import TransportSecurity

/// One client of the proxy. Tells its session each event, and carries out the commands of the session.
///
/// Lives on the loop of one worker, which keeps it alive until `close`. The session decides about the protocol; a
/// connection handles sockets, deadlines and back-pressure. When a tunnel opens, a `TunnelRelay` takes over.
final class Connection: StreamOwner, OpenConnection {
    let environment: ConnectionEnvironment
    /// The listener as of the last look-up, and the number of the configuration at that time.
    private var latest: (listener: ListenerConfiguration, generation: Int)
    let clientAddress: SocketAddress

    let client: Stream
    var origin = OriginState.none(received: 0) {
        didSet { if case .none = origin { client.stopForwarding() } }
    }
    private var session: Session
    private var events: [Session.Event] = []
    private var commands: [Session.Command] = []
    private var isHandlingEvents = false
    /// The load of the exchange that is under way.
    var load: LoadTask?
    /// The number of this connection as the owner of idle origins that it must not share; nil if there are none.
    var originOwner: UInt64?
    /// The number of bytes that the client had sent at the end of the previous exchange.
    var clientMark: UInt64 = 0
    var pauses: ReadingPauses = []
    private var deadline: RunningDeadline?
    var ending = Ending.open

    /// The stage of the end of the connection.
    enum Ending {
        case open
        /// The last bytes are being sent. Input of the client is read and dropped, because a reset must not overtake
        /// them (RFC 9112 §9.6).
        case lingering
        case closed
    }

    /// Takes over an accepted socket.
    init(
        _ environment: ConnectionEnvironment, _ listener: ListenerConfiguration, descriptor: Int32,
        from address: SocketAddress
    ) {
        self.environment = environment
        latest = (listener, environment.generation)
        clientAddress = address
        let destination = listener.isTransparent ? Self.destination(of: descriptor, at: listener) : nil
        let reached =
            listener.listensEverywhere && !listener.isTransparent ? SocketAddress(localEndOf: descriptor) : nil
        session = Session(
            limits: environment.limits, pages: listener.pages(reachedAt: reached),
            admission: Self.admission(of: address.address, to: listener, environment),
            requiresAuthentication: listener.users != nil, intercepted: destination)
        client = Stream(environment.loop, descriptor: descriptor)
        super.init(environment.loop)
        client.owner = self
    }

    /// The listener as it is now; a reload may have given it other rules since the client connected.
    var listener: ListenerConfiguration {
        if latest.generation != environment.generation {
            latest = (environment.listener(at: latest.listener.address) ?? latest.listener, environment.generation)
        }
        return latest.listener
    }

    /// The address that the client of an intercepted connection connected to. If the client connected to the listener
    /// itself, the address is that of the listener, which the rules for destinations refuse.
    private static func destination(of descriptor: Int32, at listener: ListenerConfiguration) -> InterceptedDestination
    {
        let address = OriginalDestination.address(of: descriptor) ?? listener.address
        return InterceptedDestination(address: address.address, port: address.port)
    }

    private static func admission(
        of address: IPAddress, to listener: ListenerConfiguration, _ environment: ConnectionEnvironment
    ) -> Admission {
        let hasRoom = environment.connections.count(address)
        let refused = environment.loads.counters.refused
        guard listener.clients.permit(address) else {
            refused.add(of: .clientNotAllowed)
            return .notAllowed
        }
        guard hasRoom else {
            refused.add(of: .tooManyOfClient)
            return .tooManyConnections
        }
        return .admitted
    }

    /// Begins to listen to the client.
    func begin() {
        commands = session.begin()
        for command in commands { carryOut(command) }
        commands.removeAll(keepingCapacity: true)
        steerReading()
    }

    /// Finishes open requests and begins no new ones.
    func drain() {
        deliver(.draining)
    }

    /// Applies the current configuration. If the listener is gone, the connection ends after the current exchange.
    func reconfigured() {
        guard let listener = environment.listener(at: latest.listener.address) else { return drain() }
        deliver(
            .reconfigured(
                isAllowed: listener.clients.permit(clientAddress.address), requiresAuthentication: listener.users != nil
            ))
    }

    /// The address of the client, for the limit of connections from its network.
    var clientIP: IPAddress { clientAddress.address }

    /// A load that waits gets its last decision, and an exchange that is under way its end. The sockets are closed with
    /// the loop.
    func stop() {
        load?.exchangeStopped(fromClient: client.received - clientMark, fromServer: origin.received)
    }

    /// Tells the session an event, and then carries out its commands in order.
    func deliver(_ event: Session.Event) {
        guard !isHandlingEvents else { return events.append(event) }
        isHandlingEvents = true
        handle(event)
        while !events.isEmpty, ending == .open { handle(events.removeFirst()) }
        isHandlingEvents = false
        if ending == .open { steerReading() }
    }

    private func handle(_ event: Session.Event) {
        if event.isAnswer { pauses.remove(.unanswered) }
        // The array belongs to the connection: not every event allocates a new one.
        var commands: [Session.Command] = []
        swap(&commands, &self.commands)
        session.handle(event, appendingTo: &commands)
        for index in commands.indices where ending == .open {
            carryOut(commands.take(at: index, leaving: .resumeClient))
        }
        commands.removeAll(keepingCapacity: true)
        self.commands = commands
    }

    private func carryOut(_ command: consuming Session.Command) {
        switch consume command {
        case .authenticate(let user, let password):
            pauses.insert(.unanswered)
            authenticate(user, password)
        case .decide(let request):
            pauses.insert(.unanswered)
            decide(request)
        case .connect(let permit):
            pauses.insert(.unanswered)
            connect(permit)
        case .sendToClient(let bytes):
            bytes.withUnsafeBytes { client.write($0) }
        case .sendToOrigin(let bytes):
            bytes.withUnsafeBytes { origin.stream?.write($0) }
        case .relay(let direction, let count):
            relay(direction, count)
        case .label(let label):
            let isNew = environment.loads.labels.set(label, for: clientAddress.address, at: listener.name)
            if isNew, let label {
                environment.loads.recorder.record(label, of: clientAddress.address, at: listener.name)
            }
        case .readTestCase(let label):
            pauses.insert(.unanswered)
            let labels = environment.loads.labels
            let loads = labels.loads(of: label, by: clientAddress.address, at: listener.name)
            deliver(.testCaseRead(loads?.json))
        case .writeProfile(let profile):
            pauses.insert(.unanswered)
            deliver(.profileWritten(environment.document(of: profile)))
        case .tunnel(let fromClient, let fromOrigin):
            openTunnel(fromClient, fromOrigin)
        case .finishOrigin:
            origin.stream?.finishWriting()
        case .releaseOrigin(let reuse):
            releaseOrigin(reuse)
        case .closeClient:
            linger()
        case .resetClient:
            client.breakOnClose()
            close()
        case .deadline(let deadline):
            set(deadline)
        case .finished(let summary):
            exchangeEnded(summary)
        case .pauseClient:
            pauses.insert(.commanded)
        case .resumeClient:
            pauses.remove(.commanded)
        }
    }

    // MARK: - Events of streams

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        count(bytes.count, from: stream)
        guard ending == .open else { return }
        noteProgress()
        let copy = [UInt8](bytes)[...]
        deliver(stream === client ? .clientSent(copy) : .originSent(copy))
    }

    override func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        self.count(count, from: stream)
        noteProgress()
        if isLast, ending == .open { deliver(.relayed(stream === client ? .fromClient : .fromOrigin)) }
    }

    override func streamFinished(_ stream: Stream) {
        if stream === client {
            pauses.insert(.finished)
            if ending == .lingering { return closeOnceRead() }
            deliver(.clientFinished)
        } else {
            origin.noteFinished()
            deliver(.originFinished)
        }
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        if stream === client {
            if ending == .open { deliver(.clientFailed) }
            close()
        } else {
            origin = .none(received: origin.received)
            deliver(.originFailed)
        }
    }

    override func streamDrained(_ stream: Stream) {
        noteProgress()
        if ending == .lingering { return closeOnceRead() }
        steerReading()
    }

    override func timerFired() {
        guard let deadline else { return }
        if let left = deadline.left(at: WallClock.elapsedMilliseconds) { return startTimer(milliseconds: left) }
        if ending == .open { return deliver(.deadlinePassed) }
        client.breakOnClose()
        close()
    }

    private func count(_ bytes: Int, from stream: Stream) {
        let counters = environment.loads.counters
        (stream === client ? counters.bytesFromClients : counters.bytesFromServers).add(bytes)
    }

    /// The number of bytes waiting for one side at which reading from the other pauses.
    private static let highWater = 256 * 1024
}

// MARK: - Time and ends

extension Connection {
    /// Starts a deadline in place of the previous one; nil removes it.
    func set(_ deadline: Deadline?) {
        guard let deadline else {
            self.deadline = nil
            return cancelTimer()
        }
        let running = RunningDeadline(deadline, at: WallClock.elapsedMilliseconds)
        self.deadline = running
        startTimer(milliseconds: running.duration)
    }

    private func noteProgress() {
        deadline?.noteProgress(at: WallClock.elapsedMilliseconds)
    }

    private func linger() {
        ending = .lingering
        origin = .none(received: origin.received)
        client.finishWriting()
        client.resumeReading()
        closeOnceRead()
    }

    private func close() {
        guard ending != .closed else { return }
        ending = .closed
        set(nil)
        origin = .none(received: origin.received)
        load = nil
        environment.connections.remove(self)
    }

    /// Pauses or resumes reading from client and origin: a side is read while the session can handle its bytes and the
    /// other side accepts them fast enough.
    private func steerReading() {
        let stream = origin.stream
        if pauses.isEmpty, (stream?.pendingOutput ?? 0) < Self.highWater {
            client.resumeReading()
        } else {
            client.pauseReading()
        }
        if client.pendingOutput < Self.highWater, !origin.hasFinished {
            stream?.resumeReading()
        } else {
            stream?.pauseReading()
        }
    }

    private func closeOnceRead() {
        if pauses.contains(.finished) && client.pendingOutput == 0 { close() }
    }
}

extension Session.Event {
    /// Whether the event is the answer to a command of the session.
    fileprivate var isAnswer: Bool {
        switch self {
        case .authenticated, .permitted, .refused, .connected, .connectFailed, .profileWritten, .testCaseRead:
            return true
        case .clientSent, .clientFinished, .clientFailed, .originSent, .originFinished, .originFailed, .relayed,
            .deadlinePassed, .draining, .reconfigured:
            return false
        }
    }
}
