import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import Recording
import TransportSecurity

/// Finds out what one destination offers: makes the judging hello, after a refusal climbs down the ladder that says
/// why, and completes the chain of what it gets. It judges nothing; its result goes to all who wait for it.
///
/// Each rung has up to three attempts, each on a connection of its own: OpenSSL's handshake; and where that is refused
/// and OpenSSL could not offer all of the rung, a hello that needs no cryptography, at last one of SSL 3.0 alone.
///
/// A server that only closes the connection may be about to restart. Before it is blamed, the judging hello is sent
/// again after a pause; and where a relaxed hello is answered after that, once more, since the server may have come
/// back between the two.
///
/// Lives on one loop; released, it hangs up and tells nobody.
final class Probe {
    private unowned let context: ProbeContext
    private let authority: Authority
    private var ladder: Ladder
    private var offer: Offer
    private let judgingOffer: Offer
    private var search: DestinationSearch?
    private var isAllowed: (IPAddress, UInt16) -> Bool = { _, _ in false }
    private var connector: Connector?
    private var address: SocketAddress?
    private var attempt: ProbeAttempt?
    private var fetch: IssuerFetch?
    /// What the server showed, while the rest of its chain is fetched.
    private var shown: Handshake?
    private var fetchedLocations: Set<IssuerLocation> = []
    /// Runs while a server that closed the connection is given time to come back.
    private var pause: Timer?
    /// What a relaxed hello got, while the judging one is sent for the last time.
    private var relaxed: Handshake?
    private var rungFailure: HandshakeFailure?
    private var firstFailure: HandshakeFailure?
    private var attempts: [FactsEvent.Attempt] = []
    private var limit: Timer?
    private let finished: (Probe, ProbeResult) -> Void

    /// A probe with that judging hello; `begin` starts it. The handler is called once, on the loop.
    init(
        _ context: ProbeContext, _ authority: Authority, _ offer: Offer,
        finished: @escaping (Probe, ProbeResult) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.finished = finished
        self.offer = offer
        judgingOffer = offer
        ladder = Ladder(below: offer)
    }

    /// Begins at that address, or, with nil, at those that are found for the destination. Only addresses and ports that
    /// are allowed are connected to; one that is given counts as allowed.
    func begin(at address: IPAddress?, isAllowed: @escaping (IPAddress, UInt16) -> Bool) {
        self.isAllowed = isAllowed
        limit = Timer(context.loop) { [unowned self] in self.timeIsUp() }
        let port = authority.port
        let known = DestinationSearch.known(context, authority)?.filter { isAllowed($0, port) }
        if let address {
            connect(to: [address], expectsMore: false)
        } else if let known, !known.isEmpty {
            connect(to: known, expectsMore: false)
        } else {
            search = DestinationSearch(context, for: authority, isAllowed: { isAllowed($0, port) }) { [unowned self] in
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
        SocketAddress(address, port: authority.port)
    }

    private func timeIsUp() {
        let isSilent = attempt?.isUnanswered == true
        attempt = nil
        connector = nil
        fetch = nil
        pause = nil
        if let shown = shown ?? relaxed {
            attempts.append(.init(offer: shown.offer, result: .success(shown)))
            settle(.secure(shown, context.evaluate(shown)))
        } else if let firstFailure {
            settle(.noHandshake(firstFailure))
        } else {
            finished(self, .failed(isSilent ? .silent : .upstream(.timedOut)))
        }
    }

    private func settle(_ observation: Observation) {
        limit?.cancel()
        guard let address else { return }
        if attempts.isEmpty, let firstFailure {
            // Time was up before all means of the first rung were tried; what the judging hello got is a fact still.
            attempts = [.init(offer: judgingOffer, result: .failure(firstFailure))]
        }
        finished(self, .facts(context.facts(observation, attempts, of: authority, at: address.address)))
    }
}

// MARK: - Attempts

extension Probe {
    private func connect(to addresses: [IPAddress], expectsMore: Bool, with means: ProbeAttempt.Means = .openSSL) {
        if let first = addresses.first, let connected = Connector.connectedAtOnce(to: endpoint(first)) {
            return self.connected(connected, means)
        }
        connector = Connector(
            context.loop, to: addresses.map(endpoint), expectsMore: expectsMore,
            milliseconds: Int(context.settings.limits.connect * 1000)
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.connected(connected, means)
            case .failure(let error): self.connectFailed(error)
            }
        }
    }

    private func connected(_ connected: Connector.Connected, _ means: ProbeAttempt.Means) {
        if address == nil {
            address = connected.address
            limit?.start(milliseconds: Int(context.settings.limits.handshake * 1000))
        }
        do throws(OpenSSLError) {
            let attempt = try ProbeAttempt(
                context, connected.descriptor, offer, to: authority.host, by: means
            ) { [unowned self] result in
                self.attempt = nil
                self.attempted(by: means, result)
            }
            self.attempt = attempt
            attempt.begin()
        } catch {
            finished(self, .failed(.internalError("OpenSSL: \(error.text)")))
        }
    }

    /// A destination that answered once and refuses now is still judged by what it showed. To have closed connections is
    /// no answer.
    private func connectFailed(_ error: SystemError) {
        let failure = ProbeFailure(error)
        switch failure {
        case .shortage:
            // Not the destination's doing: what it would have shown is not known.
            finished(self, .failed(failure))
        case .upstream, .silent, .prohibited, .limitReached, .internalError:
            // To have answered a relaxed hello while it restarted says nothing about the judging one.
            if relaxed == nil, let firstFailure, !firstFailure.isOfTransport {
                settle(.noHandshake(firstFailure))
            } else {
                finished(self, .failed(failure))
            }
        }
    }

    private func attempted(by means: ProbeAttempt.Means, _ result: Result<Handshake, HandshakeFailure>) {
        do throws(OpenSSLError) {
            switch (result, means) {
            case (.success(let handshake), .openSSL):
                try answered(handshake)
            case (.success(let handshake), .flight):
                // What OpenSSL could have done as well, it has tried; its failure stands.
                let isNew = try context.tls.gaps(in: offer).explain(handshake)
                if isNew { try answered(handshake) } else { try fallBack(after: means) }
            case (.failure(let failure), .openSSL):
                try refused(failure)
            case (.failure, .flight):
                try fallBack(after: means)
            }
        } catch {
            finished(self, .failed(.internalError("OpenSSL: \(error.text)")))
        }
    }

    /// A hello was answered with a handshake.
    private func answered(_ handshake: Handshake) throws(OpenSSLError) {
        if handshake.offer == judgingOffer {
            // What failed before was the transport.
            attempts = []
            relaxed = nil
        } else if let address, firstFailure?.isOfTransport == true {
            relaxed = handshake
            offer = judgingOffer
            return connect(to: [address.address], expectsMore: false)
        }
        complete(handshake)
    }

    /// A hello got no handshake.
    private func refused(_ failure: HandshakeFailure) throws(OpenSSLError) {
        if let relaxed {
            self.relaxed = nil
            attempts = [.init(offer: judgingOffer, result: .failure(failure))] + attempts.dropFirst()
            return complete(relaxed)
        }
        if offer == judgingOffer, failure.isOfTransport, pause == nil { return tryAgain() }
        rungFailure = failure
        firstFailure = firstFailure ?? failure
        try fallBack(after: .openSSL)
    }

    /// Sends the judging hello again, after a pause that leaves time for what follows.
    private func tryAgain() {
        guard let address else { return }
        pause = Timer(context.loop) { [unowned self] in self.connect(to: [address.address], expectsMore: false) }
        let milliseconds = Int(context.settings.limits.handshake * 1000) / 4
        pause?.start(milliseconds: min(milliseconds, Self.longestPause))
    }

    /// For how long a server that restarts is waited for, in milliseconds.
    private static var longestPause: Int { 1000 }

    /// The next attempt on this rung, else the next rung.
    private func fallBack(after means: ProbeAttempt.Means) throws(OpenSSLError) {
        guard let address, let failure = rungFailure else { return }
        if let next = means.next(after: failure, in: try context.tls.gaps(in: offer), isJudging: offer == judgingOffer)
        {
            connect(to: [address.address], expectsMore: false, with: next)
            return
        }
        attempts.append(.init(offer: offer, result: .failure(failure)))
        guard let next = ladder.next(after: failure) else {
            settle(.noHandshake(firstFailure ?? failure))
            return
        }
        offer = next
        connect(to: [address.address], expectsMore: false)
    }
}

// MARK: - The rest of the chain

extension Probe {
    /// Fetches what is missing of the chain, one certificate after the other, and then is done.
    private func complete(_ handshake: Handshake) {
        let evaluation = context.evaluate(handshake)
        guard context.settings.fetchesIssuers, fetchedLocations.count < IssuerFetch.maximumCount,
            let location = nextLocation(evaluation), let server = address?.address
        else {
            attempts.append(.init(offer: handshake.offer, result: .success(handshake)))
            shown = nil
            settle(.secure(handshake, evaluation))
            return
        }
        shown = handshake
        fetchedLocations.insert(location)
        let sources = IssuerSources(for: server, on: context.machine.current)
        fetch = IssuerFetch(
            context, location, isAllowed: { [isAllowed] in sources.permit($0, port: $1) && isAllowed($0, $1) }
        ) { [unowned self] result in
            self.fetch = nil
            switch result {
            case .success(let certificates):
                var handshake = handshake
                handshake.fetchedIssuers += certificates
                self.complete(handshake)
            case .failure(let shortage):
                // A chain that is incomplete for want of a descriptor here says nothing of the server.
                self.finished(self, .failed(.shortage(shortage)))
            }
        }
    }

    private func nextLocation(_ evaluation: ChainEvaluation) -> IssuerLocation? {
        guard let certificate = evaluation.certificateWithoutIssuer else { return nil }
        return IssuerFile.locations(in: certificate.der).lazy.compactMap(IssuerLocation.init)
            .first { !fetchedLocations.contains($0) }
    }
}
