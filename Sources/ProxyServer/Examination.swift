import ForwardProxy
import Libevent
import OpenSSL
import Recording
import TransportSecurity

/// Finds out what one destination offers: connects, makes the judging hello, and after a refusal climbs down the
/// ladder that says why. It judges nothing; its result goes to the cache of facts, and from there to all who wait.
///
/// Lives on one worker's loop; released, it hangs up and tells nobody.
final class Examination {
    private unowned let worker: Worker
    private let key: FactsKey
    private var ladder: Ladder
    private var offer: Offer
    private var search: DestinationSearch?
    private var connector: Connector?
    private var address: SocketAddress?
    private var stream: Stream?
    private var handshake: ClientHandshake?
    private var firstFailure: HandshakeFailure?
    private var attempts: [FactsEvent.Attempt] = []
    private var limit: Timer?
    private let finished: (Examination, ExaminationResult) -> Void

    /// An examination for that key; `begin` starts it. The handler is called once, on the loop.
    init(
        _ worker: Worker, _ key: FactsKey, finished: @escaping (Examination, ExaminationResult) -> Void
    ) {
        self.worker = worker
        self.key = key
        self.finished = finished
        offer = key.offer
        ladder = Ladder(below: key.offer)
    }

    /// Begins at that address, or, with nil, at those that are found for the destination and allowed.
    func begin(at address: IPAddress?, isAllowed: @escaping (IPAddress) -> Bool) {
        limit = Timer(worker.loop) { [unowned self] in self.timeIsUp() }
        if let address {
            connect(to: [address], expectsMore: false)
        } else {
            search = DestinationSearch(worker, for: key.authority, isAllowed: isAllowed) { [unowned self] in
                self.found($0)
            }
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            if let connector {
                connector.add(addresses.map(endpoint), isComplete: isComplete)
            } else if address == nil {
                connect(to: addresses, expectsMore: !isComplete)
            }
        case .failed(let failure):
            if connector == nil && address == nil { finished(self, .failed(failure)) }
        }
    }

    private func endpoint(_ address: IPAddress) -> SocketAddress {
        SocketAddress(address, port: key.authority.port)
    }

    private func connect(to addresses: [IPAddress], expectsMore: Bool) {
        connector = Connector(
            worker.loop, to: addresses.map(endpoint), expectsMore: expectsMore,
            milliseconds: Int(worker.configuration.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.connected(connected)
            case .failure(let error): self.connectFailed(error)
            }
        }
    }

    private func connected(_ connected: Connector.Connected) {
        if address == nil {
            address = connected.address
            limit?.start(milliseconds: Int(worker.configuration.limits.handshake * 1000))
        }
        let stream = Stream(worker.loop, descriptor: connected.descriptor, owner: self)
        self.stream = stream
        do throws(OpenSSLError) {
            let handshake = try ClientHandshake(offer: offer, host: key.authority.host, context: worker.tls)
            self.handshake = handshake
            stream.resumeReading()
            advance(handshake.start())
        } catch {
            finished(self, .failed(.internalError("OpenSSL: \(error.text)")))
        }
    }

    /// A destination that answered once and refuses now is still judged by what it showed.
    private func connectFailed(_ error: SystemError) {
        if let firstFailure {
            settle(.unexaminable(firstFailure))
        } else {
            finished(self, .failed(.upstream(UpstreamError(error))))
        }
    }

    private func advance(_ output: ClientHandshake.Output) {
        output.bytes.withUnsafeBytes { stream?.write($0) }
        switch output.state {
        case .wantsMore:
            break
        case .done(let facts):
            hangUp()
            attempts.append(.init(offer: offer, result: .success(facts)))
            settle(.secure(facts, worker.evaluate(facts)))
        case .failed(let failure, _):
            hangUp()
            attempts.append(.init(offer: offer, result: .failure(failure)))
            climbDown(after: failure)
        }
    }

    private func climbDown(after failure: HandshakeFailure) {
        let first = firstFailure ?? failure
        firstFailure = first
        guard let next = ladder.next(after: failure), let address else {
            settle(.unexaminable(first))
            return
        }
        offer = next
        connect(to: [address.address], expectsMore: false)
    }

    private func timeIsUp() {
        let first = firstFailure
        hangUp()
        connector = nil
        if let first {
            settle(.unexaminable(first))
        } else {
            finished(self, .failed(.upstream(.timedOut)))
        }
    }

    private func hangUp() {
        stream = nil
        handshake = nil
    }

    private func settle(_ observation: Observation) {
        limit?.cancel()
        guard let address else { return }
        let facts = worker.recorded(observation, attempts, of: key, at: address.address)
        finished(self, .facts(facts))
    }
}

extension Examination: StreamOwner {
    func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        guard let handshake else { return }
        advance(handshake.receive(Array(bytes)))
    }

    func streamFinished(_ stream: Stream) {
        guard let handshake else { return }
        advance(handshake.finish())
    }

    func streamFailed(_ stream: Stream, _ error: SystemError) {
        guard let handshake else { return }
        advance(handshake.finish())
    }

    func streamDrained(_ stream: Stream) {}
}
