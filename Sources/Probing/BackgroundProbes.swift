import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Finds out beside the traffic what servers would give to other policies, so that a recording can be judged again
/// under them with no network: `--examine full`.
///
/// It is gentle. One server is asked at a time, some seconds after its first load, with pauses, only while nothing else
/// is being probed, and each destination once a day. A hello whose answer is known already is not sent: a server that
/// agreed on something with one hello would agree on it with every other that offers it.
///
/// Lives on one worker's loop.
public final class BackgroundProbes {
    private unowned let context: ProbeContext
    private unowned let facts: FactFinder
    private let history: BackgroundProbeHistory
    /// What facts rest on, as `FactsKey` has it.
    private var trustGeneration: Int
    private var waiting: [Subject] = []
    private var current: Subject?
    private var offers: ArraySlice<Offer> = []
    private var known: [Handshake] = []
    private var wait: ProbeWait?
    private var pause: Timer?

    /// No background probes yet, on that context's loop.
    public init(_ context: ProbeContext, _ facts: FactFinder, _ history: BackgroundProbeHistory, trustGeneration: Int) {
        self.context = context
        self.facts = facts
        self.history = history
        self.trustGeneration = trustGeneration
        pause = Timer(context.loop) { [unowned self] in self.step() }
    }

    /// A destination to be probed.
    public struct Subject {
        /// Which one.
        public var authority: Authority
        /// The address at which a client reaches it; nil where that is to be looked up.
        public var address: IPAddress?
        /// The generation of systems that the policy in force is of.
        public var profile: Profile
        /// The client whose load brought it up.
        public var client: IPAddress
        /// The listener that it came to.
        public var listener: SocketAddress
        /// Which destinations may be reached there.
        public var destinations: DestinationRules

        /// A destination with these parts.
        public init(
            authority: Authority, address: IPAddress?, profile: Profile, client: IPAddress, listener: SocketAddress,
            destinations: DestinationRules
        ) {
            self.authority = authority
            self.address = address
            self.profile = profile
            self.client = client
            self.listener = listener
            self.destinations = destinations
        }
    }

    /// Puts a destination on the list, unless its day is not over or the list is full.
    public func consider(_ subject: Subject) {
        guard waiting.count < Self.waitingLimit,
            history.claim(subject.authority, at: WallClock.elapsedMilliseconds)
        else { return }
        waiting.append(subject)
        if current == nil, pause?.isRunning == false { pause?.start(milliseconds: Self.quietMilliseconds) }
    }

    /// Holds what is on the list against the rules that there are now: those of a listener, nil where it is gone.
    public func reconfigured(trustGeneration: Int, rules: (SocketAddress) -> DestinationRules?) {
        self.trustGeneration = trustGeneration
        waiting = waiting.compactMap { subject in
            guard let destinations = rules(subject.listener) else { return nil }
            var subject = subject
            subject.destinations = destinations
            guard let address = subject.address else { return subject }
            return reachability(of: subject)(address, subject.authority.port) ? subject : nil
        }
    }

    /// Which ports of which addresses the client of that load may reach.
    private func reachability(of subject: Subject) -> (IPAddress, UInt16) -> Bool {
        subject.destinations.reachability(of: subject.client, on: context.machine.current)
    }

    /// Gives up what is on the list.
    public func stop() {
        waiting = []
        current = nil
        wait = nil
        pause?.cancel()
    }

    private func rest() {
        if pause?.isRunning == false { pause?.start(milliseconds: Self.pauseMilliseconds) }
    }

    private func step() {
        guard wait == nil else { return }
        guard !facts.isProbing else { return rest() }
        if current == nil {
            guard !waiting.isEmpty else { return }
            let next = waiting.removeFirst()
            current = next
            known = []
            offers = Self.offers(for: next.profile)[...]
        }
        guard let subject = current else { return }
        while let offer = offers.popFirst() {
            guard !known.contains(where: { $0.fits(offer) }) else { continue }
            return ask(subject, offer)
        }
        current = nil
        if !waiting.isEmpty { rest() }
    }

    private func ask(_ subject: Subject, _ offer: Offer) {
        let key = FactsKey(
            authority: subject.authority, offer: offer, isLocalClient: context.machine.isLocalClient(subject.client),
            trustGeneration: trustGeneration, destinations: subject.destinations)
        // What is known already is told before this returns, and then there is nothing to wait for.
        let reachability = Reachability(client: subject.client, isAllowed: reachability(of: subject))
        wait = facts.facts(for: key, at: subject.address, isAllowed: reachability) {
            [unowned self] result in
            self.wait = nil
            self.heard(result)
        }
    }

    private func heard(_ result: ProbeResult) {
        switch result {
        case .facts(let facts):
            switch facts.observation {
            case .secure(let handshake, _): known.append(handshake)
            // It speaks no TLS, or refuses every hello; the ladder has asked the rest.
            case .noHandshake, .cleartext, .certificates: current = nil
            }
        case .failed:
            current = nil
        }
        if current != nil || !waiting.isEmpty { rest() }
    }

    /// The hellos whose answers, with what follows from them, tell what any policy would get under any system: plain
    /// ATS now and as the policy in force reads it, TLS 1.3 alone, FCP_v2.1, and what systems offered that had TLS 1.3
    /// beside suites of old, those before TLS 1.3, and those before X25519. What a server refuses, the ladder below each
    /// asks again with forward secrecy off and in every older version.
    static func offers(for profile: Profile) -> [Offer] {
        var offers: [Offer] = []
        for profile in [profile, .current] {
            offers.append(Offer(profile: profile))
            if profile >= .ios12 { offers.append(Offer(profile: profile, minimumVersion: .tls1_3)) }
        }
        offers.append(Offer(profile: .current, minimumVersion: .tls1_2, selection: .niap))
        offers += [Profile.ios13, .ios11, .ios9].map { Offer(profile: $0) }
        return offers
    }

    private static let waitingLimit = 256
    private static let pauseMilliseconds = 100
    /// How long a destination is left in peace after its first load, so that a burst of new ones is served first.
    private static let quietMilliseconds = 10_000
}
