import ForwardProxy
import InternetNames
import Networking
import Recording
import TLSMessages
import TransportSecurity

/// An open tunnel: passes bytes both ways, with back-pressure and both half-closes, until both ends are done.
final class TunnelRelay: StreamOwner {
    private unowned let worker: Worker
    private let client: Stream
    private let origin: Stream
    private let adjudication: Adjudication
    /// What the client sent before the tunnel was open.
    private var early: [UInt8]
    /// What the client had sent before anything that belongs into the tunnel.
    private let clientMark: UInt64
    private var clientHasFinished: Bool
    private var originHasFinished: Bool
    private var progress = WallClock.elapsedMilliseconds
    private var firstToFinish = ClosedEvent.Party.client
    private var isOver = false
    /// Reads what passes, until nothing more is to be learnt.
    private var watch: TunnelWatch?
    private var refusal: ClosedEvent.ClientRefusal?

    /// Takes over both streams of a connection. `early` is what the client sent before; `finished` says whose
    /// end was read already.
    init(
        _ worker: Worker, client: Stream, origin: Stream, adjudication: Adjudication, early: [UInt8],
        finished: (client: Bool, origin: Bool)
    ) {
        self.worker = worker
        self.client = client
        self.origin = origin
        self.adjudication = adjudication
        self.early = early
        clientMark = client.received - UInt64(early.count)
        clientHasFinished = finished.client
        originHasFinished = finished.origin
        super.init(worker.loop)
        watch = TunnelWatch(self, worker, adjudication)
    }

    /// Begins to pass bytes.
    func begin() {
        client.owner = self
        origin.owner = self
        setAlarm(milliseconds: idleLimit)
        if !early.isEmpty { early.withUnsafeBytes { stream(client, received: $0) } }
        early = []
        guard !isOver else { return }
        if clientHasFinished { finish(.client) } else { client.resumeReading() }
        if originHasFinished { finish(.server) } else { origin.resumeReading() }
        endIfDone()
    }

    /// Ends the tunnel now.
    func end(_ how: TunnelEnd) {
        guard !isOver else { return }
        isOver = true
        switch how {
        case .finished:
            break
        case .resetByClient, .resetByOrigin, .blocked, .idle, .stopped:
            client.breakOnClose()
            origin.breakOnClose()
        }
        cancelAlarm()
        if let watch { refusal = watch.ended(by: how.side) }
        adjudication.tunnelEnded(
            how, fromClient: client.received - clientMark, fromOrigin: origin.received, refusal: refusal)
        worker.forget(self)
    }

    /// Sends bytes of one side to the other, and reads no more of it while too much of them waits.
    func pass(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) {
        let (source, target) = side == .client ? (client, origin) : (origin, client)
        target.write(bytes)
        if target.pendingOutput > Self.highWater { source.pauseReading() }
    }

    /// Gives up the watch once nothing more is to be learnt.
    func release(_ watch: TunnelWatch) {
        guard watch.isOver, !isOver else { return }
        refusal = watch.refusal(closedBy: nil)
        self.watch = nil
        client.forward(to: origin)
        origin.forward(to: client)
    }

    /// One side will send nothing more: what is held of it goes on, and then its end.
    private func finish(_ side: TLSInspector.Side) {
        if let watch {
            watch.finished(side)
            release(watch)
        }
        guard !isOver, !isDone else { return }
        switch side {
        case .client: origin.finishWriting()
        case .server: client.finishWriting()
        }
    }

    /// The client's address, for the census.
    var clientAddress: IPAddress { adjudication.clientAddress.address }

    private var idleLimit: Int {
        Int(worker.configuration.limits.tunnelIdle * 1000)
    }

    /// Whether nothing more can come, so that closing both says all that is left to say.
    private var isDone: Bool {
        clientHasFinished && originHasFinished && client.pendingOutput == 0 && origin.pendingOutput == 0
    }

    private func endIfDone() {
        if !isOver, isDone { end(.finished(firstToFinish)) }
    }

    /// How much may wait for one side before the other is no longer read.
    private static let highWater = 256 * 1024

    // MARK: - What streams tell

    /// The alarm is not set anew for each byte; when it rings, the last progress counts.
    override func alarmRang() {
        let left = progress + Int64(idleLimit) - WallClock.elapsedMilliseconds
        if left > 0 {
            setAlarm(milliseconds: Int(left))
        } else {
            end(.idle)
        }
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        progress = WallClock.elapsedMilliseconds
        guard let watch else { return }
        watch.received(bytes, from: stream === client ? .client : .server)
        release(watch)
    }

    override func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        progress = WallClock.elapsedMilliseconds
    }

    override func streamFinished(_ stream: Stream) {
        guard !isOver else { return }
        if stream === client {
            clientHasFinished = true
            finish(.client)
        } else {
            if !clientHasFinished { firstToFinish = .server }
            originHasFinished = true
            finish(.server)
        }
        endIfDone()
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        end(stream === client ? .resetByClient : .resetByOrigin)
    }

    override func streamDrained(_ stream: Stream) {
        progress = WallClock.elapsedMilliseconds
        if stream === client {
            if !originHasFinished { origin.resumeReading() }
        } else {
            if !clientHasFinished { client.resumeReading() }
        }
        endIfDone()
    }
}

/// How a tunnel ended.
enum TunnelEnd: Hashable, Sendable {
    /// Both sides closed in order, this one first.
    case finished(ClosedEvent.Party)
    /// The client broke the connection.
    case resetByClient
    /// The origin broke the connection.
    case resetByOrigin
    /// What was seen inside is not permitted.
    case blocked
    /// Nothing passed for too long.
    case idle
    /// The proxy stopped.
    case stopped

    /// Who ended it, for the recording.
    var party: ClosedEvent.Party {
        switch self {
        case .finished(let first): return first
        case .resetByClient: return .client
        case .resetByOrigin: return .server
        case .blocked, .idle, .stopped: return .proxy
        }
    }

    /// Which side ended it, where one of them did.
    var side: TLSInspector.Side? {
        switch party {
        case .client: return .client
        case .server: return .server
        case .proxy: return nil
        }
    }

    /// How it ended, for the recording.
    var manner: ClosedEvent.Manner {
        switch self {
        case .finished: return .finished
        case .resetByClient, .resetByOrigin: return .reset
        case .blocked: return .blocked
        case .idle: return .timeout
        case .stopped: return .drained
        }
    }
}
