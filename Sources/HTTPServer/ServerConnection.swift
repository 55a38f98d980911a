import HTTP
import Networking

/// The connection of one client to a server: reads requests, and sends the responses in order.
///
/// Each wait has a time limit, which the client cannot extend. The connection waits for a request, for its complete
/// head and body, for the client to read a response, and for the client to close at the end.
public final class ServerConnection: StreamOwner {
    private let environment: ServerEnvironment<ServerConnection>
    private let stream: Stream
    private var reader = ServerRequestReader(headLimit: ServerConnection.headLimit)
    /// Received bytes that are not parsed yet. There are at most `headLimit` bytes and those of one read of the loop,
    /// because the connection does not read on before the client has read its response.
    private var unparsed: [UInt8] = []
    /// The state of the connection.
    private var phase = Phase.idle
    /// The head of the request whose body is being read; nil at other times.
    private var currentHead: ServerRequest?
    /// The number of bytes that were sent when the time limit for reading a response last began.
    private var sentBefore: UInt64 = 0
    /// Whether the client will send nothing more.
    private var clientHasFinished = false
    /// The time at which the response must have been computed, in milliseconds of a monotonic clock.
    private var computationEnd: Int64 = 0
    /// Whether the client has authenticated. The owner of the server sets this when it answers a request.
    public var isTrusted = false
    /// The time of the last request, or of the beginning of the connection, in milliseconds of a monotonic clock.
    public private(set) var lastRequest = WallClock.elapsedMilliseconds

    /// The time limits.
    private var times: ServerTimeouts { environment.times }

    private enum Phase {
        /// Between two requests.
        case idle
        /// A part of a head has been received.
        case head
        /// A head has been received, and a part of its body is missing.
        case body
        /// The response is being computed. `isHead` and `keepsAlive` are properties of the request.
        case computing(isHead: Bool, keepsAlive: Bool, ClientPresence)
        /// The client has not read all of the last response.
        case replying
        /// A response without an end is being sent.
        case streaming
        /// The last response is sent, and the connection closes once the client has closed or a moment has passed.
        case closing
        /// The connection is closed.
        case ended
    }

    /// The largest head of a request in bytes.
    public static let headLimit = 16 * 1024

    /// Takes over an accepted socket.
    public init(_ loop: EventLoop, descriptor: Int32, _ environment: ServerEnvironment<ServerConnection>) {
        self.environment = environment
        stream = Stream(loop, descriptor: descriptor)
        super.init(loop)
        stream.owner = self
        startTimer(milliseconds: times.idle)
        stream.resumeReading()
    }

    /// Whether the connection may be closed in favour of another connection: it waits for a request or the end of a
    /// head, or a client that is not trusted reads its response slowly. A connection that reads a body does not yield,
    /// because only trusted clients send bodies.
    public var mayYield: Bool {
        switch phase {
        case .idle, .head, .closing: return true
        case .replying: return !isTrusted
        case .body, .computing, .streaming, .ended: return false
        }
    }

    /// Sends the response that was computed. Has no effect if the client no longer waits for it.
    public func reply(_ response: ServerResponse) {
        guard case .computing(let isHead, let keepsAlive, _) = phase else { return }
        phase = .idle
        startTimer(milliseconds: times.idle)
        reply(response, isHead: isHead, keepsAlive: keepsAlive)
        if case .idle = phase { resume() }
    }

    /// Closes the connection at once.
    public func close() {
        guard case .ended = phase else {
            phase = .ended
            cancelTimer()
            stream.pauseReading()
            return environment.ended(self)
        }
    }

    override public func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .idle, .head, .body:
            unparsed.append(contentsOf: bytes)
            readRequests()
        case .computing:
            // Reading goes on, because the end of the connection shows that the client has gone.
            unparsed.append(contentsOf: bytes)
            if unparsed.count > Self.headLimit { stream.pauseReading() }
        // Nothing is read while the client reads its response. Bytes after the last request are ignored.
        case .replying, .streaming, .closing, .ended: break
        }
    }

    override public func streamFinished(_ stream: Stream) {
        clientHasFinished = true
        switch phase {
        case .streaming: close()
        case .computing: askWhetherClientIsThere()
        case .idle, .head, .body:
            finish()
            if stream.pendingOutput == 0 { close() }
        case .closing: if stream.pendingOutput == 0 { close() }
        case .replying, .ended: break
        }
    }

    override public func streamFailed(_ stream: Stream, _ error: SystemError) {
        close()
    }

    override public func streamDrained(_ stream: Stream) {
        switch phase {
        case .replying:
            phase = .idle
            startTimer(milliseconds: times.idle)
            resume()
        case .closing: if clientHasFinished { close() } else { startTimer(milliseconds: times.closing) }
        case .idle, .head, .body, .computing, .streaming, .ended: break
        }
    }

    override public func timerFired() {
        switch phase {
        case .idle, .ended: close()
        case .head, .body: refuse(.malformed(.timedOut))
        case .computing(let isHead, let keepsAlive, .askedOnce):
            phase = .computing(isHead: isHead, keepsAlive: keepsAlive, .askedTwice)
            send(ClientPresence.question)
            startTimer(milliseconds: Int(max(0, computationEnd - WallClock.elapsedMilliseconds)))
        case .computing(_, _, .assumed), .computing(_, _, .askedTwice): reply(environment.tooLong(self))
        case .replying: waitForReading()
        case .closing: if stream.pendingOutput > 0 { waitForReading() } else { close() }
        case .streaming: break
        }
    }
}

// MARK: - Requests

extension ServerConnection {
    /// Continues to wait if the client has read a part of its response since the last call. Otherwise resets the
    /// connection.
    private func waitForReading() {
        guard stream.sent > sentBefore else { return drop() }
        sentBefore = stream.sent
        startTimer(milliseconds: times.reply)
    }

    /// Reads the next requests after a response.
    private func resume() {
        readRequests()
        switch phase {
        // The received bytes contained another request. Its response is sent before anything else is read.
        case .computing, .replying, .ended: break
        // No further request can come.
        case .idle where clientHasFinished:
            finish()
            if stream.pendingOutput == 0 { close() }
        case .idle, .head, .body, .streaming, .closing: stream.resumeReading()
        }
    }

    /// Begins to find out whether a client that has finished sending still waits for its response (`ClientPresence`).
    private func askWhetherClientIsThere() {
        // A request that keeps the connection is of HTTP/1.1, whose clients accept interim responses.
        guard case .computing(let isHead, keepsAlive: true, _) = phase else { return }
        phase = .computing(isHead: isHead, keepsAlive: true, .askedOnce)
        send(ClientPresence.question)
        startTimer(milliseconds: times.presenceCheck)
    }

    /// Reads and answers the requests in the received bytes, until a request is not complete or awaits its response.
    private func readRequests() {
        var input = unparsed[...]
        unparsed = []
        while !input.isEmpty {
            switch phase {
            case .idle, .head, .body: break
            case .computing, .replying:
                // The client reads its response before it gets another one.
                unparsed = Array(input)
                return
            case .streaming, .closing, .ended: return
            }
            do throws(ServerRequestReader.Fault) {
                let request = try reader.consume(&input) { [environment] head in
                    self.currentHead = head
                    return environment.bodyLimit(head)
                }
                guard let request else { break }
                currentHead = nil
                lastRequest = WallClock.elapsedMilliseconds
                phase = .idle
                startTimer(milliseconds: times.idle)
                answer(request)
            } catch {
                return refuse(error)
            }
        }
        awaitNextPart()
    }

    /// Starts the time limit for the part of the request that is awaited, and sends `100 Continue` if needed.
    private func awaitNextPart() {
        switch phase {
        case .idle where !reader.isEmpty:
            phase = .head
            startTimer(milliseconds: times.head)
            awaitNextPart()
        case .head where reader.awaitsBody:
            phase = .body
            startTimer(milliseconds: times.body)
            awaitNextPart()
        case .body where reader.awaitsContinue:
            reader.continueSent()
            send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        case .idle, .head, .body, .computing, .replying, .streaming, .closing, .ended: break
        }
    }

    /// Answers a complete request.
    private func answer(_ request: ServerRequest) {
        switch environment.answer(request, self) {
        case .reply(let response):
            reply(response, isHead: request.isHead, keepsAlive: request.keepsAlive)
        case .later:
            phase = .computing(isHead: request.isHead, keepsAlive: request.keepsAlive, .assumed)
            computationEnd = WallClock.elapsedMilliseconds + Int64(times.computation)
            startTimer(milliseconds: times.computation)
            // A client may send a request and finish sending at once.
            if clientHasFinished { askWhetherClientIsThere() }
        case .stream(let bytes):
            phase = .streaming
            cancelTimer()
            send(bytes)
        }
    }

    /// Sends a response, and waits until the client has read it.
    private func reply(_ response: ServerResponse, isHead: Bool, keepsAlive: Bool) {
        send(response.bytes(with: environment.fields, isHead: isHead, closes: !keepsAlive))
        if !keepsAlive { return finish() }
        guard stream.pendingOutput > 0 else { return }
        phase = .replying
        sentBefore = stream.sent
        stream.pauseReading()
        startTimer(milliseconds: times.reply)
    }

    /// Answers a request that could not be read, and closes the connection.
    private func refuse(_ fault: ServerRequestReader.Fault) {
        let response = environment.fault(fault, currentHead)
        unparsed = []
        send(response.bytes(with: environment.fields, isHead: false, closes: true))
        finish()
    }

    /// Closes the connection after the response. For a moment, bytes that the client still sends are read and
    /// discarded: closing a connection with unread bytes resets it, and the client could lose the response.
    private func finish() {
        guard case .ended = phase else {
            phase = .closing
            stream.finishWriting()
            sentBefore = stream.sent
            startTimer(milliseconds: stream.pendingOutput > 0 ? times.reply : times.closing)
            return
        }
    }
}

// MARK: - Output

extension ServerConnection {
    /// The number of bytes that the client has not read yet.
    public var pendingBytes: Int { stream.pendingOutput }

    /// Sends bytes of a stream.
    public func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { stream.write($0) }
    }

    /// Resets the connection. The client then does not mistake the received part of a response for all of it.
    public func drop() {
        stream.breakOnClose()
        close()
    }
}
