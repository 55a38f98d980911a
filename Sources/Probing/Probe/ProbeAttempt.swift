import Events
import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import TLSMessages
import TransportSecurity

/// One attempt at a TLS handshake on one connection.
///
/// Owned by its probe. An attempt that is released closes its connection and calls no handler.
final class ProbeAttempt: StreamOwner {
    /// The means of an attempt.
    enum Means: Hashable {
        /// A whole handshake by OpenSSL.
        case openSSL
        /// A hello that offers no version newer than that. The answer is read without cryptography, and the handshake
        /// is not completed.
        case flight(upTo: TLSVersion)
    }

    private enum Exchange {
        case openSSL(ClientHandshake)
        case flight(ServerFlight)
    }

    private unowned let context: ProbeContext
    private let stream: Stream
    private var handshake: Exchange
    private let early: [UInt8]
    /// The hello of a flight, in parts that are sent in TCP segments of their own.
    private let segments: [ArraySlice<UInt8>]
    private var recorder = HelloRecorder()
    private var handler: Handler?

    /// Called with the result, and with the hello and its answer as they were sent.
    typealias Handler = (Result<Handshake, HandshakeFailure>, HelloExchange) -> Void

    /// The hello as it was sent, and the bytes of the answer that have arrived.
    var exchange: HelloExchange { recorder.exchange }

    /// Whether the hello was sent, and no byte has arrived since.
    private(set) var isUnanswered = false

    private let client: IPAddress?
    /// The bytes that arrived while other handshakes of the client had the loop.
    private var held: [UInt8] = []
    private var turn: Timer?

    /// Whether the handshake waits for its turn on the loop, and not for the server.
    var waitsForTurn: Bool { !held.isEmpty }

    /// An attempt on that connection, which it owns from now on. `begin` sends the hello. The handler is called once,
    /// on the loop.
    ///
    /// - Parameters:
    ///   - early: What the server has sent while an upstream proxy opened the tunnel to it.
    ///   - client: The client whose turn the handshake takes; nil if it takes none.
    init(
        _ context: ProbeContext, _ stream: Stream, early: [UInt8] = [], _ hello: ProbeStateMachine.Hello, to host: Host,
        for client: IPAddress?, handler: @escaping Handler
    ) throws(OpenSSLError) {
        self.context = context
        self.client = client
        self.stream = stream
        self.early = early
        self.handler = handler
        switch hello.means {
        case .openSSL:
            handshake = .openSSL(try ClientHandshake(offer: hello.offer, host: host, context: context.tls))
            segments = []
        case .flight(let newest):
            let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
            let flight = ServerFlight(offer: hello.offer, upTo: newest, host: host, random: random)
            handshake = .flight(flight)
            segments = [flight.hello[...]]
        }
        super.init(context.loop)
        stream.owner = self
    }

    /// An attempt with that hello, of which the answer is read without cryptography.
    init(
        _ context: ProbeContext, _ stream: Stream, early: [UInt8] = [], _ hello: AppleHello,
        handler: @escaping Handler
    ) {
        self.context = context
        client = nil
        self.stream = stream
        self.early = early
        self.handler = handler
        handshake = .flight(ServerFlight(hello))
        segments = hello.segments
        super.init(context.loop)
        stream.owner = self
    }

    /// Sends the hello.
    func begin() {
        stream.resumeReading()
        isUnanswered = true
        switch handshake {
        case .openSSL(let handshake): advance(handshake.start(), of: handshake)
        case .flight:
            for segment in segments {
                recorder.send(segment)
                segment.withUnsafeBytes { stream.write($0) }
                stream.flush()
            }
        }
        if !early.isEmpty { early.withUnsafeBytes { self.stream(stream, received: $0) } }
    }

    private func advance(_ output: ClientHandshake.Output, of handshake: ClientHandshake) {
        recorder.send(output.bytes)
        output.bytes.withUnsafeBytes { stream.write($0) }
        switch output.state {
        case .wantsMore: break
        case .done(let facts):
            context.keepCertificates(of: handshake)
            finish(.success(facts))
        case .failed(let failure, _): finish(.failure(failure))
        }
    }

    private func advance(_ state: ServerFlight.State) {
        switch state {
        case .wantsMore: waitForEnd()
        case .seen(let handshake): finish(.success(handshake))
        case .failed(let failure): finish(.failure(failure))
        }
    }

    /// Gives a server that asks for another hello the time to end the connection in place of waiting for that.
    private func waitForEnd() {
        guard case .flight(let flight) = handshake, flight.isAskedAgain, turn == nil else { return }
        turn = Timer(context.loop) { [unowned self] in
            guard case .flight(var flight) = self.handshake else { return }
            self.advance(flight.wait())
        }
        turn?.start(milliseconds: Self.retryPause)
    }

    /// The time that a server must wait after its HelloRetryRequest, in milliseconds.
    private static let retryPause = 200

    private func finish(_ result: Result<Handshake, HandshakeFailure>) {
        let handler = self.handler
        self.handler = nil
        handler?(result, recorder.exchange)
    }

    private func end() {
        switch handshake {
        case .openSSL(let handshake):
            advance(handshake.finish(), of: handshake)
        case .flight(var flight):
            advance(flight.finish())
        }
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        isUnanswered = false
        recorder.receive(bytes)
        switch handshake {
        case .openSSL(let handshake):
            held += bytes
            advance(handshake)
        case .flight(var flight):
            let state = flight.receive(bytes.bindMemory(to: UInt8.self).span)
            handshake = .flight(flight)
            advance(state)
        }
    }

    /// Goes on with a handshake by OpenSSL, which parses and verifies the server's messages, in the client's turn.
    private func advance(_ handshake: ClientHandshake) {
        let (context, client, start) = (self.context, self.client, WallClock.elapsedMilliseconds)
        let wait = client.map { context.turns.wait(of: $0, at: start) } ?? 0
        guard wait == 0 else {
            stream.pauseReading()
            turn = turn ?? Timer(context.loop) { [unowned self] in self.advance(handshake) }
            turn?.start(milliseconds: wait)
            return
        }
        let bytes = held
        held = []
        if turn != nil { stream.resumeReading() }
        // The end of the handshake evaluates its certificates, and may release the attempt.
        advance(handshake.receive(bytes), of: handshake)
        if let client { context.turns.stepped(for: client, from: start, to: WallClock.elapsedMilliseconds) }
    }

    override func streamFinished(_ stream: Stream) { end() }

    override func streamFailed(_ stream: Stream, _ error: SystemError) { end() }
}
