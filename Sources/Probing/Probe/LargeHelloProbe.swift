import Events
import ForwardProxy
import InternetNames
import Networking
import TLSMessages
import TransportSecurity

/// Finds out how a server handles a hello of the size that Apple's systems send from version 26 on. Carries out the
/// commands of its `LargeHelloQuestion`.
///
/// The probe makes connections of its own beside those of `Probe`, and nothing waits for it where the server answers.
/// The connection of a large hello that is unanswered for a while is kept: a server is called silent only after the
/// whole time limit of a handshake. Lives on one loop. A probe that is released closes its connection and calls no
/// handler.
final class LargeHelloProbe {
    private unowned let context: ProbeContext
    private let authority: Authority
    private let upstreamProxy: UpstreamProxy?
    private let endpoint: SocketAddress
    /// The time for which a hello may be unanswered before the next one is sent, in milliseconds.
    private let silenceLimit: Int
    private var question = LargeHelloQuestion()
    private var isLarge = true
    /// The last large hello, and its answer.
    private var exchange = HelloExchange()
    /// The handshake to which the server agreed on a large hello.
    private var handshake: Handshake?
    private var size = 0
    private var connector: Connector?
    private var tunnel: UpstreamProxyTunnel?
    private var attempt: ProbeAttempt?
    /// The number of attempts so far, which numbers the next one.
    private var attemptCount = 0
    /// The attempts with large hellos that are unanswered so far, by their numbers.
    private var waiting: [Int: ProbeAttempt] = [:]
    /// Whether every hello was sent, and the answers to `waiting` may still come.
    private var isWaiting = false
    private var timer: Timer?
    private let finished: (LargeHelloFacts) -> Void

    /// A probe of the server at that address, which is the upstream proxy's where there is one on the way.
    ///
    /// - Parameter finished: Called once, on the loop, and never before `begin` returns.
    init(
        _ context: ProbeContext, _ authority: Authority, through upstreamProxy: UpstreamProxy?,
        at endpoint: SocketAddress,
        finished: @escaping (LargeHelloFacts) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.upstreamProxy = upstreamProxy
        self.endpoint = endpoint
        self.finished = finished
        silenceLimit = Int(context.settings.limits.handshake * 300)
        timer = Timer(context.loop) { [unowned self] in self.silenceLimitIsReached() }
    }

    /// Sends the first hello.
    func begin() { connect() }

    /// Ends the probe with the facts at the end of the time for a handshake. The handler is not called any more.
    func conclude() -> LargeHelloFacts {
        guard !isWaiting else { return facts(.silent) }
        switch question.result {
        case .unknown(let obstacle): return facts(.unknown(obstacle))
        // Further hellos would have told whether the failure is one of large hellos.
        case .answered, .refused, .silent: return facts(.unknown(.noTime))
        }
    }

    private func connect() {
        connector = Connector(
            context.loop, to: [endpoint], milliseconds: Int(context.settings.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.connected(connected)
            // A lost address, or a want of our own, says nothing about the hello.
            case .failure: self.tell(.notSent)
            }
        }
    }

    private func connected(_ connected: Connector.Connected) {
        guard let upstreamProxy else {
            return attempt(on: Stream(context.loop, descriptor: connected.descriptor), early: [])
        }
        let limits = context.settings.limits
        tunnel = UpstreamProxyTunnel(
            context.loop, descriptor: connected.descriptor,
            UpstreamProxyHandshake(to: authority, through: upstreamProxy, limits: limits),
            milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            self.tunnel = nil
            switch result {
            case .success(let opened): self.attempt(on: opened.stream, early: opened.early)
            case .failure: self.tell(.notSent)
            }
        }
    }

    private func attempt(on stream: Stream, early: [UInt8]) {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: authority.host, hasHybridShare: isLarge, using: &generator)
        if isLarge { size = hello.bytes.count }
        timer?.start(milliseconds: silenceLimit)
        attemptCount += 1
        let attempt = ProbeAttempt(context, stream, early: early, hello) {
            [unowned self, number = attemptCount] result, exchange in
            self.waiting[number] == nil ? self.ended(result) : self.endedLate(number, result, exchange)
        }
        self.attempt = attempt
        attempt.begin()
    }

    private func ended(_ result: Result<Handshake, HandshakeFailure>) {
        switch result {
        case .success(let handshake):
            if isLarge { self.handshake = handshake }
            tell(.answered(handshake.version, handshake.group))
        case .failure(let failure): tell(.refused(failure))
        }
    }

    /// A large hello that was unanswered for a while was answered, or its connection ended.
    private func endedLate(_ number: Int, _ result: Result<Handshake, HandshakeFailure>, _ exchange: HelloExchange) {
        switch result {
        case .success(let handshake):
            (self.exchange, self.handshake) = (exchange, handshake)
            finish(.answered(handshake.version, handshake.group))
        case .failure:
            waiting[number] = nil
            if isWaiting, waiting.isEmpty { finish(.silent) }
        }
    }

    private func silenceLimitIsReached() {
        guard let attempt else { return }
        guard attempt.isUnanswered else { return tell(.slow) }
        if isLarge { waiting[attemptCount] = attempt }
        tell(.silent)
    }

    private func tell(_ event: LargeHelloQuestion.Event) {
        timer?.cancel()
        if isLarge, let attempt { exchange = attempt.exchange }
        attempt = nil
        switch question.handle(event) {
        case .send(let isLarge):
            self.isLarge = isLarge
            connect()
        case .finish(.silent) where !waiting.isEmpty:
            isWaiting = true
        case .finish(let result):
            finish(result)
        }
    }

    private func finish(_ result: LargeHelloAnswer.Result) {
        timer?.cancel()
        attempt = nil
        waiting = [:]
        connector = nil
        tunnel = nil
        finished(facts(result))
    }

    private func facts(_ result: LargeHelloAnswer.Result) -> LargeHelloFacts {
        // The server is not at fault for a hello that an upstream proxy loses.
        let isLost =
            switch result {
            case .refused(let failure): failure.isOfTransport || failure == .notTLS
            case .silent: true
            case .answered, .unknown: false
            }
        let known = isLost && upstreamProxy != nil ? .unknown(.upstreamProxy) : result
        return LargeHelloFacts(
            answer: LargeHelloAnswer(size: size, result: known), exchange: exchange, handshake: handshake)
    }
}
