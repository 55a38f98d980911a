import ForwardProxy
import Networking

/// One client of a server: reads its requests, and sends the responses in order.
///
/// Each wait has a limit, whatever the client sends meanwhile. Limited are the waits for a request, for its whole head,
/// for its whole body, for the client to read a response, and for it to close at the end.
public final class ServerConnection: StreamOwner {
    private let environment: ServerEnvironment<ServerConnection>
    private let stream: Stream
    private var reader = ServerRequestReader(headLimit: ServerConnection.headLimit)
    /// Received bytes that no request was read from yet: at most `headLimit` and one read of the loop, because the
    /// connection does not read on before the client has taken its response.
    private var waiting: [UInt8] = []
    private var phase = Phase.idle
    /// The head of the request whose body is being read.
    private var current: ServerRequest?
    /// The number of sent bytes when the timer was last started.
    private var sentBefore: UInt64 = 0
    /// Whether the client will send nothing more.
    private var clientHasFinished = false
    /// The time at which the computation of the response is given up, in milliseconds of a monotonic clock.
    private var computationEnd: Int64 = 0
    /// Whether a request has shown that its client may use the server. False until the server sets it.
    public var isTrusted = false
    /// The time at which the last request came, or the connection itself, in milliseconds of a monotonic clock.
    public private(set) var lastRequest = WallClock.elapsedMilliseconds

    private var times: ServerTimeouts { environment.times }

    private enum Phase {
        /// Between two requests.
        case idle
        case head
        case body
        /// The response is being computed.
        case computing(isHead: Bool, keepsAlive: Bool, ClientPresence)
        /// The client has not taken the last response.
        case replying
        case streaming
        /// The last response is sent, and the connection closes once the client has closed or a moment has passed.
        case closing
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

    /// Whether the connection may be closed in favour of another one: nothing was asked, the head is not complete, or
    /// the client takes its time over a response that anybody may have. Only clients that are trusted have a body to
    /// send.
    public var mayYield: Bool {
        switch phase {
        case .idle, .head, .closing: return true
        case .replying: return !isTrusted
        case .body, .computing, .streaming, .ended: return false
        }
    }

    /// Sends the response that was computed. Has no effect if nothing is awaited any more.
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
            waiting.append(contentsOf: bytes)
            readRequests()
        case .computing:
            // Reading goes on, to notice a client that has left.
            waiting.append(contentsOf: bytes)
            if waiting.count > Self.headLimit { stream.pauseReading() }
        // Nothing is read while a client takes its response, and nothing that comes after the last request is of
        // interest.
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
        case .replying: waitForTaking()
        case .closing: if stream.pendingOutput > 0 { waitForTaking() } else { close() }
        case .streaming: break
        }
    }
}

// MARK: - Requests

extension ServerConnection {
    /// Waits on for a client that took a part of its response, and gives up one that took nothing.
    private func waitForTaking() {
        guard stream.sent > sentBefore else { return fail() }
        sentBefore = stream.sent
        startTimer(milliseconds: times.reply)
    }

    /// Reads on after a response.
    private func resume() {
        readRequests()
        switch phase {
        // Bytes that had come already were a request whose response is yet to be made or taken.
        case .computing, .replying, .ended: break
        // No further request can come.
        case .idle where clientHasFinished:
            finish()
            if stream.pendingOutput == 0 { close() }
        case .idle, .head, .body, .streaming, .closing: stream.resumeReading()
        }
    }

    /// Begins to find out whether a client that will send nothing more still waits for its response.
    private func askWhetherClientIsThere() {
        // Only requests of HTTP/1.1 keep the connection.
        guard case .computing(let isHead, keepsAlive: true, _) = phase else { return }
        phase = .computing(isHead: isHead, keepsAlive: true, .askedOnce)
        send(ClientPresence.question)
        startTimer(milliseconds: times.presenceCheck)
    }

    private func readRequests() {
        var input = waiting[...]
        waiting = []
        while !input.isEmpty {
            switch phase {
            case .idle, .head, .body: break
            case .computing, .replying:
                // The client reads its response before it gets another one.
                waiting = Array(input)
                return
            case .streaming, .closing, .ended: return
            }
            do throws(ServerRequestReader.Fault) {
                let request = try reader.consume(&input) { [environment] head in
                    self.current = head
                    return environment.bodyLimit(head)
                }
                guard let request else { break }
                current = nil
                lastRequest = WallClock.elapsedMilliseconds
                phase = .idle
                startTimer(milliseconds: times.idle)
                answer(request)
            } catch {
                return refuse(error)
            }
        }
        noteProgress()
    }

    /// Sets the limit for the part of the request that is awaited.
    private func noteProgress() {
        switch phase {
        case .idle where !reader.isEmpty:
            phase = .head
            startTimer(milliseconds: times.head)
            noteProgress()
        case .head where reader.awaitsBody:
            phase = .body
            startTimer(milliseconds: times.body)
            noteProgress()
        case .body where reader.awaitsContinue:
            reader.continueSent()
            send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        case .idle, .head, .body, .computing, .replying, .streaming, .closing, .ended: break
        }
    }

    private func answer(_ request: ServerRequest) {
        switch environment.answer(request, self) {
        case .reply(let response):
            reply(response, isHead: request.isHead, keepsAlive: request.keepsAlive)
        case .later:
            phase = .computing(isHead: request.isHead, keepsAlive: request.keepsAlive, .assumed)
            computationEnd = WallClock.elapsedMilliseconds + Int64(times.computation)
            startTimer(milliseconds: times.computation)
            // A pipelined request may have come with the end of its client.
            if clientHasFinished { askWhetherClientIsThere() }
        case .stream(let bytes):
            phase = .streaming
            cancelTimer()
            send(bytes)
        }
    }

    private func reply(_ response: ServerResponse, isHead: Bool, keepsAlive: Bool) {
        send(response.bytes(with: environment.fields, isHead: isHead, closes: !keepsAlive))
        if !keepsAlive { return finish() }
        guard stream.pendingOutput > 0 else { return }
        phase = .replying
        sentBefore = stream.sent
        stream.pauseReading()
        startTimer(milliseconds: times.reply)
    }

    private func refuse(_ fault: ServerRequestReader.Fault) {
        let response = environment.fault(fault, current)
        waiting = []
        send(response.bytes(with: environment.fields, isHead: false, closes: true))
        finish()
    }

    /// Closes after the response. What the client still sends is discarded for a moment: a connection that is closed
    /// with unread bytes is reset, and the client could lose the response.
    private func finish() {
        guard case .ended = phase else {
            phase = .closing
            stream.finishWriting()
            sentBefore = stream.sent
            startTimer(milliseconds: stream.pendingOutput > 0 ? times.reply : times.closing)
            return
        }
    }

    private func fail() {
        stream.breakOnClose()
        close()
    }
}

// MARK: - Output

extension ServerConnection {
    /// The number of bytes that the client has not taken yet.
    public var pendingBytes: Int { stream.pendingOutput }

    /// Sends bytes of a stream.
    public func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { stream.write($0) }
    }

    /// Ends the connection in a way in which the client does not take the received part for the whole.
    public func drop() {
        fail()
    }
}
