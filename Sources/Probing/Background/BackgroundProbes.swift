import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Probes servers in the background with the hellos of other policies (`--examine full`).
///
/// The facts go into the recording, which can then be judged again under another policy without a network. Before its
/// first probe, the DNS is asked for the protocols that the server offers, some of which do not go through a proxy.
///
/// These probes have the lowest priority. One server is probed at a time, some seconds after its first load, with
/// pauses, only while no other probe is under way, and once a day. A hello is left out if an earlier answer tells its
/// result: a server that has negotiated some parameters with one hello would negotiate the same with every hello that
/// offers them.
///
/// Lives on the loop of one worker.
public final class BackgroundProbes {
    private unowned let context: ProbeContext
    private unowned let facts: FactFinder
    private let history: BackgroundProbeHistory
    /// The number of reloads after which facts are found anew (`FactsKey.trustGeneration`).
    private var trustGeneration: Int
    private(set) var waiting: [Target] = [] { didSet { countTargets() } }
    /// The target that is being probed, the hellos that are left for it, and the parameters that its server has
    /// negotiated.
    private(set) var current: Target? { didSet { countTargets() } }
    private var offers: ArraySlice<Offer> = []
    private var known: [Handshake] = []
    private var wait: ProbeWait?
    /// The number of the question to the DNS that is under way; nil if there is none.
    private var question: Int?
    private var lastQuestion = 0
    private var pause: Timer?
    private let counters: ProbeCounters

    /// No background probes yet, on the loop of that context.
    public init(_ context: ProbeContext, _ facts: FactFinder, _ history: BackgroundProbeHistory, trustGeneration: Int) {
        self.context = context
        self.facts = facts
        self.history = history
        self.trustGeneration = trustGeneration
        counters = facts.counters
        pause = Timer(context.loop) { [unowned self] in self.step() }
    }

    deinit {
        counters.targets.set(0)
    }

    private func countTargets() {
        counters.targets.set(waiting.count + (current == nil ? 0 : 1))
    }

    /// A destination to probe, with the load that led to it.
    public struct Target {
        /// The destination.
        public var authority: Authority
        /// The address at which the client reaches the destination; nil to look the name up.
        public var address: IPAddress?
        /// The address that the client itself connected to; nil if it uses the proxy. What is found there is not told
        /// to clients that leave the choice of the address to the proxy.
        public var chosenAddress: IPAddress?
        /// The TLS parameters of the system that the load was judged for.
        public var generation: ATSGeneration
        /// The oldest system with the trust store that the load was judged by.
        public var system: OSVersion
        /// The client of the load.
        public var client: IPAddress
        /// The listener that accepted the client.
        public var listener: SocketAddress
        /// The destinations that clients of that listener may reach.
        public var destinations: DestinationRules
        /// The upstream proxy of that listener; nil without one.
        public var upstreamProxy: UpstreamProxy?

        /// A target with these parts.
        public init(
            authority: Authority, address: IPAddress?, chosenAddress: IPAddress? = nil, generation: ATSGeneration,
            system: OSVersion = .newest, client: IPAddress, listener: SocketAddress, destinations: DestinationRules,
            upstreamProxy: UpstreamProxy? = nil
        ) {
            self.authority = authority
            self.address = chosenAddress ?? address
            self.chosenAddress = chosenAddress
            self.generation = generation
            self.system = system
            self.client = client
            self.listener = listener
            self.destinations = destinations
            self.upstreamProxy = upstreamProxy
        }

        /// The upstream proxy through which the destination is reached; nil if it is reached directly.
        var upstreamProxyOnTheWay: UpstreamProxy? { upstreamProxy?.onTheWay(to: authority) }
    }

    /// Adds a target, unless it was probed within the last day or too many targets wait.
    public func add(_ target: Target) {
        guard waiting.count < Self.waitingLimit,
            history.claim(target.authority, chosen: target.chosenAddress, at: WallClock.elapsedMilliseconds)
        else { return }
        waiting.append(target)
        if current == nil, pause?.isRunning == false { pause?.start(milliseconds: Self.firstPauseMilliseconds) }
    }

    /// Applies a new configuration: targets that their client may no longer reach are removed, also the one that is
    /// being probed. If its rules or its upstream proxy changed, its hellos begin anew: another way may lead to another
    /// server.
    ///
    /// - Parameter rules: The destinations that clients of a listener may reach, and its upstream proxy; nil if the
    ///   listener is gone.
    public func reconfigured(
        trustGeneration: Int, rules: (SocketAddress) -> (destinations: DestinationRules, upstreamProxy: UpstreamProxy?)?
    ) {
        self.trustGeneration = trustGeneration
        func permitted(_ target: Target) -> Target? {
            rules(target.listener).flatMap { self.target(target, under: $0.destinations, $0.upstreamProxy) }
        }
        waiting = waiting.compactMap(permitted)
        guard let current else { return }
        let next = permitted(current)
        if let next, next.destinations == current.destinations, next.upstreamProxy == current.upstreamProxy { return }
        wait = nil
        begin(next)
        schedule()
    }

    /// That target under other rules; nil if its client may not reach it.
    private func target(_ target: Target, under rules: DestinationRules, _ upstreamProxy: UpstreamProxy?) -> Target? {
        var target = target
        if target.upstreamProxyOnTheWay != upstreamProxy?.onTheWay(to: target.authority) {
            // The address is that of another peer.
            target.address = nil
        }
        target.destinations = rules
        target.upstreamProxy = upstreamProxy
        guard target.upstreamProxyOnTheWay == nil else { return mayGoThroughUpstreamProxy(target) ? target : nil }
        guard let address = target.address else { return target }
        return reachability(for: target)(address, target.authority.port) ? target : nil
    }

    private func begin(_ target: Target?) {
        current = target
        known = []
        offers = target.map { Self.offers(for: $0.generation)[...] } ?? []
    }

    /// Whether the client of that target may reach a port of an address.
    private func reachability(for target: Target) -> (IPAddress, UInt16) -> Bool {
        target.destinations.reachability(of: target.client, on: context.machine.current)
    }

    private func mayGoThroughUpstreamProxy(_ target: Target) -> Bool {
        context.permitThroughUpstreamProxy(target.authority, to: target.client, by: target.destinations)
    }

    /// Removes every target.
    public func stop() {
        waiting = []
        current = nil
        wait = nil
        question = nil
        pause?.cancel()
    }

    /// Takes the next step after a pause.
    private func schedule() {
        if pause?.isRunning == false { pause?.start(milliseconds: Self.pauseMilliseconds) }
    }

    /// Sends the next hello, unless another probe or a question is under way.
    func step() {
        guard wait == nil, question == nil else { return }
        guard !facts.isProbing else { return schedule() }
        if current == nil {
            guard !waiting.isEmpty else { return }
            let next = waiting.removeFirst()
            begin(next)
            // An upstream proxy looks names up itself.
            if next.upstreamProxyOnTheWay == nil {
                let mustWait = startQuestion(about: next.authority)
                if mustWait { return }
            }
        }
        guard let target = current else { return }
        while let offer = offers.popFirst() {
            guard !known.contains(where: { $0.tellsAnswer(to: offer) }) else { continue }
            return probe(target, with: offer)
        }
        current = nil
        if !waiting.isEmpty { schedule() }
    }

    /// Asks the DNS for the offers of the destination, before it is probed. Returns whether there is an answer to wait
    /// for.
    private func startQuestion(about authority: Authority) -> Bool {
        lastQuestion += 1
        let number = lastQuestion
        let isAsked = context.findService(of: authority) { [weak self] in
            // After a stop, nobody waits for the answer.
            guard let self, self.question == number else { return }
            self.question = nil
            self.schedule()
        }
        if isAsked { question = number }
        return isAsked
    }

    private func probe(_ target: Target, with offer: Offer) {
        guard target.upstreamProxyOnTheWay == nil || mayGoThroughUpstreamProxy(target) else {
            current = nil
            return schedule()
        }
        let key = FactsKey(
            authority: target.authority, address: target.chosenAddress, offer: offer, system: target.system,
            isLocalClient: context.machine.isLocalClient(target.client),
            trustGeneration: trustGeneration, destinations: target.destinations, upstreamProxy: target.upstreamProxy)
        let reachability = Reachability(client: target.client, isAllowed: reachability(for: target))
        // If the facts are known already, the handler runs before the assignment, and `facts` returns nil.
        wait = facts.facts(for: key, at: target.address, isAllowed: reachability, isForLoad: false) {
            [unowned self] result in
            self.wait = nil
            self.probed(result)
        }
    }

    private func probed(_ result: ProbeResult) {
        switch result {
        case .facts(let facts):
            switch facts.observation {
            case .secure(let handshake, _): known.append(handshake)
            // The server speaks no TLS or refuses every hello. Its probe has sent all relaxed hellos.
            case .noHandshake, .cleartext, .certificates: current = nil
            }
        case .failed:
            current = nil
        }
        if current != nil || !waiting.isEmpty { schedule() }
    }

    /// The hellos whose answers tell the result of every policy under every system.
    ///
    /// - ATS without exceptions, and ATS with TLS 1.3 as the minimum: both under the given generation, and both under
    ///   the current one. Generations before `ios12` have no TLS 1.3, and only the first of the two hellos.
    /// - FCP_v2.1 (`NSRequiresNIAPTLSPackageVersion`).
    /// - ATS without exceptions under older generations: iOS 13 (TLS 1.3 beside old suites), iOS 11 (no TLS 1.3), iOS
    ///   10 (no X25519), iOS 9 (no SHA-512).
    ///
    /// After a refusal, each probe also sends the hellos of exceptions: without forward secrecy, and with every older
    /// version.
    static func offers(for generation: ATSGeneration) -> [Offer] {
        var offers: [Offer] = []
        for generation in [generation, .current] {
            offers.append(Offer(generation: generation))
            if generation >= .ios12 { offers.append(Offer(generation: generation, minimumVersion: .tls1_3)) }
        }
        offers.append(Offer(generation: .current, minimumVersion: .tls1_2, selection: .niap))
        offers += [ATSGeneration.ios13, .ios11, .ios10, .ios9].map { Offer(generation: $0) }
        return offers
    }

    /// The most targets that wait.
    private static let waitingLimit = 256
    /// The pause between two probes.
    private static let pauseMilliseconds = 100
    /// The pause before the first probe. A burst of loads with new destinations is served first.
    private static let firstPauseMilliseconds = 10_000
}

extension Handshake {
    /// Whether the handshake tells the server's answer to a hello of that offer. For an offer with X25519MLKEM768, the
    /// answer to a large hello must be known as well (`largeHello`).
    fileprivate func tellsAnswer(to offer: Offer) -> Bool {
        provesAgreement(to: offer) && (largeHello != nil || !offer.groups.contains(.x25519MLKEM768))
    }
}
