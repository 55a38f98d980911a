import ForwardProxy
import InternetNames
import Networking
import Recording
import TLSMessages
import TransportSecurity

/// Finds out what a server does with a hello of the size that Apple's systems send from version 26 on. Carries out what
/// its `LargeHelloQuestion` says.
///
/// The probe makes connections of its own beside those of `Probe`, so that nothing waits for it where the server answers.
/// Lives on one loop. A probe that is released closes its connection and calls no handler.
final class LargeHelloProbe {
    private unowned let context: ProbeContext
    private let authority: Authority
    private let parent: ParentProxy?
    private let endpoint: SocketAddress
    private let silence: Int
    private var question = LargeHelloQuestion()
    private var isLarge = true
    /// The last large hello, and its answer.
    private var exchange = HelloExchange()
    private var size = 0
    private var connector: Connector?
    private var tunnel: ParentTunnel?
    private var attempt: ProbeAttempt?
    private var timer: Timer?
    private let finished: (LargeHelloFacts?) -> Void

    /// A probe of the server at that address, which is the parent's where there is one on the way.
    ///
    /// - Parameter finished: Called once, on the loop, and never before `begin` returns; nil if nothing was found out.
    init(
        _ context: ProbeContext, _ authority: Authority, through parent: ParentProxy?, at endpoint: SocketAddress,
        finished: @escaping (LargeHelloFacts?) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.parent = parent
        self.endpoint = endpoint
        self.finished = finished
        silence = Int(context.settings.limits.handshake * 300)
        timer = Timer(context.loop) { [unowned self] in self.timeIsUp() }
    }

    /// Sends the first hello.
    func begin() { connect() }

    private func connect() {
        connector = Connector(
            context.loop, to: [endpoint], milliseconds: Int(context.settings.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.connected(connected)
            // Neither a lost address nor a want of our own is a fault of the hello.
            case .failure: self.finish(nil)
            }
        }
    }

    private func connected(_ connected: Connector.Connected) {
        guard let parent else {
            return attempt(on: Stream(context.loop, descriptor: connected.descriptor), early: [])
        }
        let limits = context.settings.limits
        tunnel = ParentTunnel(
            context.loop, descriptor: connected.descriptor,
            ParentHandshake(to: authority, through: parent, limits: limits), milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            self.tunnel = nil
            switch result {
            case .success(let opened): self.attempt(on: opened.stream, early: opened.early)
            case .failure: self.finish(nil)
            }
        }
    }

    private func attempt(on stream: Stream, early: [UInt8]) {
        var generator = SystemRandomNumberGenerator()
        let hello = AppleHello(to: authority.host, hasHybridShare: isLarge, using: &generator)
        if isLarge { size = hello.bytes.count }
        timer?.start(milliseconds: silence)
        let attempt = ProbeAttempt(context, stream, early: early, hello) { [unowned self] result, _ in
            switch result {
            case .success(let handshake): self.tell(.answered(handshake.version, handshake.group))
            case .failure(let failure): self.tell(.refused(failure))
            }
        }
        self.attempt = attempt
        attempt.begin()
    }

    private func timeIsUp() {
        guard let attempt else { return }
        // A server that began to answer is slow, and not silent.
        attempt.isUnanswered ? tell(.silent) : finish(nil)
    }

    private func tell(_ event: LargeHelloQuestion.Event) {
        timer?.cancel()
        if isLarge, let attempt { exchange = attempt.exchange }
        attempt = nil
        switch question.handle(event) {
        case .send(let isLarge):
            self.isLarge = isLarge
            connect()
        case .finish(let result):
            finish(result)
        }
    }

    private func finish(_ result: LargeHelloAnswer.Result?) {
        timer?.cancel()
        attempt = nil
        finished(result.map { LargeHelloFacts(answer: LargeHelloAnswer(size: size, result: $0), exchange: exchange) })
    }
}
