import ForwardProxy
import InternetNames
import Networking
import TLSMessages
import TransportSecurity

/// An open tunnel. Passes bytes both ways, with back-pressure, until both sides have closed. Each direction ends by
/// itself.
final class TunnelRelay: StreamOwner, OpenConnection, TunnelWatchOwner {
    private let environment: ConnectionEnvironment
    private let client: Stream
    private let origin: Stream
    private let load: LoadTask
    /// The bytes that each side sent before the tunnel was open.
    private var early: EarlyBytes
    /// The number of bytes that the client had sent before the tunnel began.
    private let clientMark: UInt64
    /// The number of bytes that the origin had sent before the tunnel began.
    private let originMark: UInt64
    private var clientHasFinished: Bool
    private var originHasFinished: Bool
    private var progress = WallClock.elapsedMilliseconds
    private var firstToFinish = LoadEnd.Party.client
    private var isOver = false
    /// Inspects the tunnel; nil once everything may pass without inspection.
    private var watch: TunnelWatch?
    private var refusal: ClientRefusal?

    /// The bytes that each side sent into a tunnel before it was open.
    struct EarlyBytes {
        var client: ArraySlice<UInt8> = []
        var origin: ArraySlice<UInt8> = []
    }

    /// Takes over both streams of a connection. `early` has the bytes that each side has already sent into the tunnel,
    /// and `finished` tells which sides have already closed.
    init(
        _ environment: ConnectionEnvironment, client: Stream, origin: Stream, load: LoadTask, early: EarlyBytes,
        finished: (client: Bool, origin: Bool)
    ) {
        self.environment = environment
        self.client = client
        self.origin = origin
        self.load = load
        self.early = early
        clientMark = client.received - min(UInt64(early.client.count), client.received)
        originMark = origin.received - min(UInt64(early.origin.count), origin.received)
        clientHasFinished = finished.client
        originHasFinished = finished.origin
        super.init(environment.loop)
        environment.loads.counters.tunnels.add()
        environment.loads.counters.openTunnels.add(1)
        watch = TunnelWatch(over: load, for: self, environment)
    }

    /// Begins to pass bytes.
    func begin() {
        client.owner = self
        origin.owner = self
        startTimer(milliseconds: idleLimit)
        // The client sent its bytes before it had the answer, after which the origin sent its own.
        if !early.client.isEmpty { early.client.withUnsafeBytes { take($0, from: .client) } }
        if !early.origin.isEmpty { early.origin.withUnsafeBytes { take($0, from: .server) } }
        early = EarlyBytes()
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
        case .resetByClient, .resetByServer, .blocked, .idle, .stopped:
            client.breakOnClose()
            origin.breakOnClose()
        }
        cancelTimer()
        environment.loads.counters.openTunnels.add(-1)
        var failure: LoadFailure?
        if let watch {
            // At its end a message that is not whole cannot be read any more.
            failure = watch.failure(endedAs: how)
            refusal = watch.ended(by: how.party, failing: failure)
        }
        load.tunnelEnded(
            how, fromClient: client.received - clientMark, fromServer: origin.received - originMark,
            clientRefusal: refusal, failure: failure)
        environment.connections.remove(self)
    }

    /// Sends bytes of one side to the other. Reading from the side pauses while too many of them are waiting.
    func pass(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) {
        let (source, target) = side == .client ? (client, origin) : (origin, client)
        target.write(bytes)
        if target.pendingOutput > Self.highWater { source.pauseReading() }
    }

    /// Removes the watch if everything may pass without inspection.
    func release(_ watch: TunnelWatch) {
        guard watch.isOver, !isOver else { return }
        refusal = watch.refusal(closedBy: nil)
        self.watch = nil
        load.tunnelIsRead()
        client.forward(to: origin)
        origin.forward(to: client)
    }

    /// Handles the end of input from one side: its held bytes are sent, and then its end.
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

    /// A tunnel goes on while the proxy drains.
    func drain() {}

    /// A tunnel goes on under the configuration that it was opened with.
    func reconfigured() {}

    /// Ends the tunnel because the proxy stops.
    func stop() {
        end(.stopped)
    }

    /// The address of the client.
    var clientIP: IPAddress { load.client }

    private var idleLimit: Int {
        Int(environment.limits.tunnelIdle * 1000)
    }

    /// Whether both directions have ended and all output was sent. Both sockets can then be closed.
    private var isDone: Bool {
        clientHasFinished && originHasFinished && client.pendingOutput == 0 && origin.pendingOutput == 0
    }

    private func endIfDone() {
        if !isOver, isDone { end(.finished(first: firstToFinish)) }
    }

    /// The number of bytes waiting for one side at which reading from the other pauses.
    private static let highWater = 256 * 1024

    // MARK: - Events of streams

    /// The timer is not started again for each byte. When it fires, the last progress counts.
    override func timerFired() {
        let left = progress + Int64(idleLimit) - WallClock.elapsedMilliseconds
        if left > 0 {
            startTimer(milliseconds: Int(left))
        } else {
            end(.idle)
        }
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        let side: TLSInspector.Side = stream === client ? .client : .server
        count(bytes.count, from: side)
        take(bytes, from: side)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) {
        guard !isOver else { return }
        progress = WallClock.elapsedMilliseconds
        // The early bytes of one side may have ended the inspection before those of the other are taken.
        guard let watch else { return pass(bytes, from: side) }
        watch.received(bytes, from: side)
        release(watch)
    }

    override func stream(_ stream: Stream, forwarded count: Int, isLast: Bool) {
        progress = WallClock.elapsedMilliseconds
        self.count(count, from: stream === client ? .client : .server)
    }

    private func count(_ bytes: Int, from side: TLSInspector.Side) {
        let counters = environment.loads.counters
        switch side {
        case .client: counters.bytesFromClients.add(bytes)
        case .server: counters.bytesFromServers.add(bytes)
        }
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
        end(stream === client ? .resetByClient : .resetByServer)
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
