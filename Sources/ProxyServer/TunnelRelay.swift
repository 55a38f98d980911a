import ForwardProxy
import Libevent
import Recording
import TransportSecurity

/// An open tunnel: passes bytes both ways, with back-pressure and both half-closes, until both ends are done.
final class TunnelRelay {
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
    private var timer: Timer?
    private var firstToFinish = ClosedEvent.Party.client
    private var isOver = false
    /// Reads what passes, until nothing more is to be learnt.
    private var witness: Witness? = Witness()

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
    }

    /// Begins to pass bytes.
    func begin() {
        client.owner = self
        origin.owner = self
        timer = Timer(worker.loop) { [unowned self] in self.checkIdleness() }
        timer?.start(milliseconds: idleLimit)
        if !early.isEmpty { early.withUnsafeBytes { stream(client, received: $0) } }
        early = []
        if clientHasFinished { origin.finishWriting() } else { client.resumeReading() }
        if originHasFinished { client.finishWriting() } else { origin.resumeReading() }
        endIfDone()
    }

    /// Ends the tunnel now.
    func end(_ how: TunnelEnd) {
        guard !isOver else { return }
        isOver = true
        switch how {
        case .finished:
            break
        case .resetByClient, .resetByOrigin, .idle, .stopped:
            client.breakOnClose()
            origin.breakOnClose()
        }
        timer = nil
        adjudication.tunnelEnded(how, fromClient: client.received - clientMark, fromOrigin: origin.received)
        worker.forget(self)
    }

    private func look(at bytes: UnsafeRawBufferPointer, from side: Witness.Side) {
        guard var witness else { return }
        for fact in witness.observe(side, bytes.bindMemory(to: UInt8.self).span) {
            if case .clientHello = fact { adjudication.clientHelloPassed() }
        }
        self.witness = witness.hasNothingMoreToLearn ? nil : witness
    }

    /// The client's address, for the census.
    var clientAddress: IPAddress { adjudication.clientAddress.address }

    private var idleLimit: Int {
        Int(worker.configuration.limits.tunnelIdle * 1000)
    }

    /// The timer runs without being set anew for each byte; when it rings, the last progress counts.
    private func checkIdleness() {
        let left = progress + Int64(idleLimit) - WallClock.elapsedMilliseconds
        if left > 0 {
            timer?.start(milliseconds: Int(left))
        } else {
            end(.idle)
        }
    }

    private func endIfDone() {
        if clientHasFinished, originHasFinished, client.pendingOutput == 0, origin.pendingOutput == 0 {
            end(.finished(firstToFinish))
        }
    }

    /// How much may wait for one side before the other is no longer read.
    private static let highWater = 256 * 1024
}

extension TunnelRelay: StreamOwner {
    func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        progress = WallClock.elapsedMilliseconds
        let other = stream === client ? origin : client
        if witness != nil { look(at: bytes, from: stream === client ? .client : .server) }
        other.write(bytes)
        if other.pendingOutput > Self.highWater { stream.pauseReading() }
    }

    func streamFinished(_ stream: Stream) {
        if stream === client {
            clientHasFinished = true
            origin.finishWriting()
        } else {
            if !clientHasFinished { firstToFinish = .server }
            originHasFinished = true
            client.finishWriting()
        }
        endIfDone()
    }

    func streamFailed(_ stream: Stream, _ error: SystemError) {
        end(stream === client ? .resetByClient : .resetByOrigin)
    }

    func streamDrained(_ stream: Stream) {
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
        case .idle, .stopped: return .proxy
        }
    }

    /// How it ended, for the recording.
    var manner: ClosedEvent.Manner {
        switch self {
        case .finished: return .finished
        case .resetByClient, .resetByOrigin: return .reset
        case .idle: return .timeout
        case .stopped: return .drained
        }
    }
}
