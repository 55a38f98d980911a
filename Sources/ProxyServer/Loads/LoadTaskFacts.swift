import ForwardProxy
import InternetNames
import Networking
import Probing
import TransportSecurity

/// The sources of the facts about a load's server.
extension LoadTask {
    /// The key of the facts about the server.
    var factsKey: FactsKey {
        FactsKey(
            authority: decision.authority, address: destination,
            offer: Offer(judging: description.requirements.requirements),
            system: environment.context.system(for: description.requirements.requirements.os),
            isLocalClient: isLocalClient, trustGeneration: environment.trustGeneration, destinations: port.destinations,
            upstreamProxy: port.upstreamProxy)
    }

    /// The ports of addresses that the client may reach.
    private var reachability: Reachability {
        Reachability(
            client: client, isAllowed: port.destinations.reachability(of: client, on: environment.machine))
    }

    /// Finds the facts that the decision waits for.
    func findFacts() {
        guard mayGoThroughUpstreamProxy, destination.map(isAllowed) ?? true else {
            return handle(.factsFailed(.prohibited))
        }
        let key = factsKey
        if enforcement == .judged, environment.silentServers.contains(key, at: WallClock.elapsedMilliseconds) {
            return handle(.serverIsKnownToBeSilent)
        }
        // Known facts are told before the call returns, and then may begin another wait, which must not be replaced.
        let began = environment.facts.facts(for: key, at: destination, isAllowed: reachability) { [unowned self] in
            self.found($0)
        }
        if let began { wait = began }
    }

    private func found(_ result: ProbeResult) {
        wait = nil
        switch result {
        case .facts(let facts) where isAllowed(facts.address):
            // The server may have been repaired. A load looks for newer facts once.
            if !hasForgottenRefusal, decision.refuses(facts, at: WallClock.now),
                environment.facts.forgets(facts, for: factsKey, of: client)
            {
                hasForgottenRefusal = true
                return findFacts()
            }
            handle(.facts(facts))
        case .facts: handle(.factsFailed(.prohibited))
        case .failed(let failure): handle(.factsFailed(failure))
        }
    }

    /// Tells known facts at once. Otherwise queues a background probe; the load stays in memory until its
    /// result.
    func probeLater(at address: IPAddress) {
        if let known = environment.facts.recentFacts(for: factsKey) { return handle(.facts(known)) }
        environment.waiting.insert(self)
        environment.facts.postpone { [self] in self.probe(at: address) }
    }

    /// Tells the decision the result of a background probe.
    private func probed(_ event: LoadDecision.Event) {
        environment.waiting.remove(self)
        handle(event)
    }

    private func probe(at address: IPAddress) {
        guard environment.facts.hasRoomToWait else { return probed(.factsFailed(.limitReached)) }
        wait = environment.facts.facts(for: factsKey, at: address, isAllowed: reachability) { [self] result in
            self.wait = nil
            switch result {
            case .facts(let facts): self.probed(.facts(facts))
            case .failed(let failure): self.probed(.factsFailed(failure))
            }
        }
    }

    /// Probes the server later with the hellos of other policies.
    func probeOtherOffers(of authority: Authority, at address: IPAddress?) {
        environment.backgroundProbes?.add(
            BackgroundProbes.Target(
                authority: authority, address: address, chosenAddress: destination,
                generation: description.requirements.requirements.os.helloGeneration,
                system: environment.context.system(for: description.requirements.requirements.os), client: client,
                listener: port.address,
                destinations: port.destinations, upstreamProxy: port.upstreamProxy))
    }

    /// Takes note that the server says nothing to a ClientHello.
    func rememberSilence() {
        let now = WallClock.elapsedMilliseconds
        environment.silentServers.insert(factsKey, until: now + environment.factsCache.lifetime, at: now)
    }
}
