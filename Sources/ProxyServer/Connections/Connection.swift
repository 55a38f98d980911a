import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// One client of the proxy: tells its session what happens, and carries out what that commands.
///
/// Lives on one worker's loop, among its open connections until `close`. It decides nothing about the protocol; it
/// knows sockets, time and back-pressure. An open tunnel leaves it for a `TunnelRelay`.
final class Connection: StreamOwner, OpenConnection {
    let environment: ConnectionEnvironment
    /// The listener as it was when this was looked up last, and in which configuration.
    private var listener: (port: ProxyPort, generation: Int)
    let clientAddress: SocketAddress

    let client: Stream
    var origin: Stream? {
        didSet { if origin == nil { client.stopForwarding() } }
    }
    private var session: Session
    private var events: [Session.Event] = []
    private var commands: [Session.Command] = []
    private var isHandlingEvents = false
    /// The load of the exchange that is under way.
    var load: LoadTask?
    var connector: Connector?
    /// By which number this connection owns idle origins, where it must not share them.
    var originOwner: UInt64?
    var originAddress: IPAddress?
    var originHasFinished = false
    /// Whether bytes of the origin went on without being looked at.
    var originWasRelayed = false
    var earlyBytes: [UInt8] = []
    /// What the client had sent when the exchange before this one ended, and the origin when it was taken.
    var (clientMark, originMark) = (UInt64(0), UInt64(0))
    /// What the origin sent in the exchange that has just released it.
    var originCount: UInt64 = 0
    var clientHasFinished = false
    private var clientIsPaused = false
    /// Whether the session has asked something and has no answer yet; the client is not read meanwhile.
    private var isWaiting = false
    private var deadline: RunningDeadline?
    var ending = Ending.open

    /// How far the end of the connection has come.
    enum Ending {
        case open
        /// Our last bytes are on their way; what the client still sends is read and thrown away, so that no reset
        /// overtakes them (RFC 9112 §9.6).
        case lingering
        case closed
    }

    /// Takes over an accepted socket.
    init(_ environment: ConnectionEnvironment, _ port: ProxyPort, descriptor: Int32, from address: SocketAddress) {
        self.environment = environment
        listener = (port, environment.generation)
        clientAddress = address
        let reached = port.listensEverywhere ? SocketAddress(localEndOf: descriptor) : nil
        session = Session(
            limits: environment.limits, pages: port.pages(reachedAt: reached),
            admission: Self.admission(of: address.address, to: port, environment.connections),
            requiresAuthentication: port.users != nil)
        client = Stream(environment.loop, descriptor: descriptor)
        super.init(environment.loop)
        client.owner = self
    }

    /// The listener as it is now; a reload may have given it other rules since the client connected.
    var port: ProxyPort {
        if listener.generation != environment.generation {
            listener = (environment.port(at: listener.port.address) ?? listener.port, environment.generation)
        }
        return listener.port
    }

    private static func admission(
        of address: IPAddress, to port: ProxyPort, _ connections: OpenConnections
    ) -> Admission {
        let hasRoom = connections.count(address)
        guard port.clients.permit(address) else { return .notAllowed }
        return hasRoom ? .admitted : .tooManyConnections
    }

    /// Begins to listen to the client.
    func begin() {
        commands = session.begin()
        for command in commands { carryOut(command) }
        commands.removeAll(keepingCapacity: true)
        steerReading()
    }

    /// Finishes what is open and begins nothing more.
    func drain() {
        deliver(.draining)
    }

    /// Goes on under the configuration that there is now; where the listener is gone, finishes what is open.
    func reconfigured() {
        guard let port = environment.port(at: listener.port.address) else { return drain() }
        deliver(
            .reconfigured(
                isAllowed: port.clients.permit(clientAddress.address), requiresAuthentication: port.users != nil))
    }

    /// The address of the client, which bounds how many connections there may be from there.
    var clientIP: IPAddress { clientAddress.address }

    /// An exchange of plain HTTP has no event of its end when the proxy stops. Its sockets are closed with the loop.
    func stop() {}

    /// Tells the session what happened, and then carries out what it commands, one thing after the other.
    func deliver(_ event: Session.Event) {
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
            decide(request)
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
            clientIsPaused = true
        case .resumeClient:
            clientIsPaused = false
        }
    }

    // MARK: - What streams tell

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        guard ending == .open else { return }
        noteProgress()
        let copy = [UInt8](bytes)[...]
        deliver(stream === client ? .clientSent(copy) : .originSent(copy))
    }

    override func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        noteProgress()
        if isLast, ending == .open { deliver(.relayed(stream === client ? .fromClient : .fromOrigin)) }
    }

    override func streamFinished(_ stream: Stream) {
        if stream === client {
            clientHasFinished = true
            if ending == .lingering { return closeOnceRead() }
            deliver(.clientFinished)
        } else {
            originHasFinished = true
            deliver(.originFinished)
        }
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        if stream === client {
            if ending == .open { deliver(.clientFailed) }
            close()
        } else {
            originCount = stream.received - originMark
            origin = nil
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

    /// How much may wait for one side before the other is no longer read.
    private static let highWater = 256 * 1024
}

// MARK: - Time and ends

extension Connection {
    /// Holds that deadline from now on in place of the one before; nil: none.
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
        origin = nil
        connector = nil
        client.finishWriting()
        client.resumeReading()
        closeOnceRead()
    }

    private func close() {
        guard ending != .closed else { return }
        ending = .closed
        set(nil)
        connector = nil
        origin = nil
        load = nil
        environment.connections.remove(self)
    }

    /// Pauses or resumes reading from client and origin: a side is read while the session can handle its bytes and the
    /// other side accepts them fast enough.
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

    private func closeOnceRead() {
        if clientHasFinished && client.pendingOutput == 0 { close() }
    }
}

extension Session.Event {
    /// Whether this answers something that the session asked for.
    fileprivate var isAnswer: Bool {
        switch self {
        case .authenticated, .permitted, .refused, .connected, .connectFailed:
            return true
        case .clientSent, .clientFinished, .clientFailed, .originSent, .originFinished, .originFailed, .relayed,
            .deadlinePassed, .draining, .reconfigured:
            return false
        }
    }
}
