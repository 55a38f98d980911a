import ForwardProxy
import HTTP
import InternetNames
import Networking
import OpenSSL
import TransportSecurity

/// Fetches one file over HTTPS, on a connection that is judged like the load of an app without exceptions.
///
/// The request is sent only after the handshake of this very connection has no finding. Redirections are not followed.
/// Intermediate certificates that the server leaves out are not fetched, since a publisher of data can send them. An
/// answer that ends with the connection counts as whole only after the server's close_notify.
///
/// Lives on one loop. Releasing it closes its connection; no handler is called then.
final class Download: StreamOwner {
    private unowned let context: ProbeContext
    private let request: DownloadRequest
    /// The upstream proxy on the way to the server; nil for a direct connection.
    private let upstreamProxy: UpstreamProxy?
    private var search: DestinationSearch?
    private var connector: Connector?
    private var tunnel: UpstreamProxyTunnel?
    private var stream: Stream?
    private var exchange = Exchange.none
    private var response: WholeResponse
    /// The number of bytes of the response that have come.
    private var received = 0
    /// The number of bytes that have come on the connection.
    private var transferred = 0
    /// The facts of the handshake, once it is complete.
    private var facts: Handshake?
    private var handshakeLimit: Timer?
    private var handler: ((Result<DownloadedFile, DownloadFailure>) -> Void)?

    private enum Exchange {
        case none
        case handshake(ClientHandshake)
        case response(SecureChannel)
    }

    /// Begins a download. The handler is called once, on the loop, never before this initializer returns.
    init(
        _ context: ProbeContext, _ request: DownloadRequest, upstreamProxy: UpstreamProxy?,
        handler: @escaping (Result<DownloadedFile, DownloadFailure>) -> Void
    ) {
        self.context = context
        self.request = request
        self.upstreamProxy = upstreamProxy?.onTheWay(to: request.authority)
        self.handler = handler
        response = WholeResponse(limit: request.sizeLimit, limits: context.settings.limits.message)
        super.init(context.loop)
        startTimer(milliseconds: request.milliseconds)
        if let upstreamProxy = self.upstreamProxy {
            search = DestinationSearch(context, for: upstreamProxy) { [unowned self] in self.found($0) }
        } else if let address = request.address {
            connect(to: [SocketAddress(address, port: request.authority.port)], expectsMore: false)
        } else {
            search = DestinationSearch(context, for: request.authority, by: nil, isAllowed: { _ in true }) {
                [unowned self] in self.found($0)
            }
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            let port = upstreamProxy?.authority.port ?? request.authority.port
            let endpoints = addresses.map { SocketAddress($0, port: port) }
            if let connector {
                connector.add(endpoints, isComplete: isComplete)
            } else if stream == nil, tunnel == nil {
                connect(to: endpoints, expectsMore: !isComplete)
            }
        case .failed(let failure):
            if connector == nil, stream == nil, tunnel == nil { fail(.unreachable(failure)) }
        }
    }

    private func connect(to endpoints: [SocketAddress], expectsMore: Bool) {
        connector = Connector(
            context.loop, to: endpoints, expectsMore: expectsMore,
            milliseconds: Int(context.settings.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.connected(connected.descriptor)
            case .failure(let error):
                let failure = LoadFailure(error)
                self.fail(.unreachable(self.upstreamProxy.map { failure.ofUpstreamProxy($0) } ?? failure))
            }
        }
    }

    private func connected(_ descriptor: Int32) {
        guard let upstreamProxy else {
            return secure(Stream(context.loop, descriptor: descriptor, owner: self), early: [])
        }
        let limits = context.settings.limits
        tunnel = UpstreamProxyTunnel(
            context.loop, descriptor: descriptor,
            UpstreamProxyHandshake(to: request.authority, through: upstreamProxy, limits: limits),
            milliseconds: Int(limits.connect * 1000)
        ) { [unowned self] result in
            self.tunnel = nil
            switch result {
            case .success(let opened): self.secure(opened.stream, early: opened.early)
            case .failure(let failure): self.fail(.unreachable(.upstreamProxy(failure)))
            }
        }
    }

    private func secure(_ stream: Stream, early: [UInt8]) {
        stream.owner = self
        self.stream = stream
        do throws(OpenSSLError) {
            let handshake = try ClientHandshake(
                offer: Offer(judging: request.requirements), host: request.authority.host, context: context.tls,
                applicationProtocols: ["http/1.1"])
            exchange = .handshake(handshake)
            let limit = Timer(context.loop) { [unowned self] in self.fail(.handshake(.timedOut)) }
            limit.start(milliseconds: Int(context.settings.limits.handshake * 1000))
            handshakeLimit = limit
            stream.resumeReading()
            advance(handshake.start(), of: handshake)
            if !early.isEmpty { early.withUnsafeBytes { self.stream(stream, received: $0) } }
        } catch {
            fail(.unreachable(.internalError("OpenSSL: \(error.text)")))
        }
    }

    override func timerFired() {
        fail(.timedOut(received: received))
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        transferred += bytes.count
        guard transferred <= request.byteLimit else { return fail(.response(.tooLarge)) }
        switch exchange {
        case .none: break
        case .handshake(let handshake): advance(handshake.receive(Array(bytes)), of: handshake)
        case .response(let channel): receive(Array(bytes), through: channel)
        }
    }

    override func streamFinished(_ stream: Stream) { broken() }

    override func streamFailed(_ stream: Stream, _ error: SystemError) { broken() }
}

extension ProbeContext {
    /// The findings about the connection of a download, judged by the roots in use and the rules of the request.
    func findings(about facts: Handshake, for request: DownloadRequest) -> [String] {
        let verdict = Verdict(
            of: .secure(facts, evaluate(facts, for: request.requirements.os)), under: request.requirements,
            by: request.rules, at: WallClock.now,
            waiving: request.waivers)
        return (verdict.violations + verdict.warnings).map(\.message) + [verdict.unproven?.message].compactMap(\.self)
    }
}

// MARK: - The connection

extension Download {
    private func advance(_ output: ClientHandshake.Output, of handshake: ClientHandshake) {
        output.bytes.withUnsafeBytes { stream?.write($0) }
        switch output.state {
        case .wantsMore: break
        case .failed(let failure, _): fail(.handshake(failure))
        case .done(let facts): judge(facts, of: handshake)
        }
    }

    /// Judges the connection, and sends the request if nothing is wrong with it.
    private func judge(_ facts: Handshake, of handshake: ClientHandshake) {
        handshakeLimit = nil
        context.keepCertificates(of: handshake)
        self.facts = facts
        let findings = request.isJudged ? context.findings(about: facts, for: request) : []
        guard findings.isEmpty else { return fail(.violations(findings)) }
        guard let channel = SecureChannel(after: handshake) else {
            return fail(.channel("the server asks for a client certificate"))
        }
        guard let bytes = channel.encrypt(request.bytes) else {
            return fail(.channel("the request could not be encrypted"))
        }
        exchange = .response(channel)
        bytes.withUnsafeBytes { stream?.write($0) }
        // The server's first records may have come together with the end of its handshake.
        receive([], through: channel)
    }

    private func receive(_ bytes: [UInt8], through channel: SecureChannel) {
        let part = channel.receive(bytes)
        part.reply.withUnsafeBytes { stream?.write($0) }
        received += part.content.count
        if tell(response.receive(part.content)) { return }
        switch part.state {
        case .open: break
        case .closed: _ = tell(response.finish())
        case .failed(let text): fail(.channel(text))
        }
    }

    /// Ends the download if the response is over, and returns whether it is.
    private func tell(_ state: WholeResponse.State) -> Bool {
        switch state {
        case .wantsMore: return false
        case .body(let bytes):
            // No response comes before the handshake.
            guard let facts else { return false }
            finish(.success(DownloadedFile(bytes: bytes, handshake: facts, contentType: response.contentType)))
        case .unusable(let fault): fail(.response(fault))
        }
        return true
    }

    private func fail(_ failure: DownloadFailure) {
        finish(.failure(failure))
    }

    private func finish(_ result: Result<DownloadedFile, DownloadFailure>) {
        cancelTimer()
        handshakeLimit = nil
        let handler = self.handler
        self.handler = nil
        handler?(result)
    }

    /// The connection ended without a close_notify.
    private func broken() {
        switch exchange {
        case .none: fail(.response(.cutOff))
        case .handshake(let handshake): advance(handshake.finish(), of: handshake)
        case .response: fail(.response(.cutOff))
        }
    }
}
