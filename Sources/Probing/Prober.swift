import InternetNames
import Networking
import Recording
import TransportSecurity

/// Probes destinations without a proxy in front, several at once, on one loop and the thread that runs it.
///
/// Whoever asks is on this machine and may reach what it may. Not `Sendable`: made, asked and run on one thread, and
/// handlers are called there, while `run` runs.
public final class Prober {
    private let loop: EventLoop
    private let context: ProbeContext
    private let concurrency: Int
    private var waiting: ArraySlice<Job> = []
    private var probes: [ObjectIdentifier: Probe] = [:]
    private var searches: [ObjectIdentifier: AddressSearch] = [:]
    private var start: Timer?

    /// What came of a question.
    public enum Answer<Value> {
        /// This was found.
        case found(Value)
        /// The network failed; no fact about the destination's TLS.
        case failed(DecisionEvent.Failure)
    }

    private enum Job {
        case probe(Authority, Offer, IPAddress?, (Answer<Facts>) -> Void)
        case search(Authority, (Answer<[IPAddress]>) -> Void)
    }

    /// A prober that has up to that many questions under way at once.
    public init(_ settings: ProbeSettings, concurrency: Int = 32) throws(SystemError) {
        loop = try EventLoop()
        context = try ProbeContext(loop, try Resolver(), settings) { _ in }
        self.concurrency = max(1, concurrency)
        start = Timer(loop) { [unowned self] in self.advance() }
    }

    /// Asks what a destination offers to that hello, at that address or, with nil, at one of those that its name has.
    public func probe(
        _ authority: Authority, with offer: Offer, at address: IPAddress? = nil,
        handler: @escaping (Answer<Facts>) -> Void
    ) {
        waiting.append(.probe(authority, offer, address, handler))
        start?.start(milliseconds: 0)
    }

    /// Asks for every address of a destination, in order of preference.
    public func findAddresses(of authority: Authority, handler: @escaping (Answer<[IPAddress]>) -> Void) {
        waiting.append(.search(authority, handler))
        start?.start(milliseconds: 0)
    }

    /// Returns once every question is answered, those that handlers asked included.
    public func run() {
        start?.start(milliseconds: 0)
        loop.run()
    }

    private func advance() {
        while probes.count + searches.count < concurrency, let job = waiting.popFirst() {
            switch job {
            case .probe(let authority, let offer, let address, let handler):
                probe(authority, offer, address, handler)
            case .search(let authority, let handler):
                search(authority, handler)
            }
        }
        if probes.isEmpty, searches.isEmpty { loop.stop() }
    }

    private func probe(
        _ authority: Authority, _ offer: Offer, _ address: IPAddress?, _ handler: @escaping (Answer<Facts>) -> Void
    ) {
        let probe = Probe(context, authority, offer, isAllowed: { _, _ in true }) { [unowned self] probe, result in
            // Released only after its own call stack is gone.
            self.probes[ObjectIdentifier(probe)] = nil
            switch result {
            case .facts(let facts): handler(.found(facts))
            case .failed(let failure): handler(.failed(failure.recorded(for: authority)))
            }
            self.start?.start(milliseconds: 0)
        }
        probes[ObjectIdentifier(probe)] = probe
        probe.begin(at: address)
    }

    private func search(_ authority: Authority, _ handler: @escaping (Answer<[IPAddress]>) -> Void) {
        let search = AddressSearch(context, authority) { [unowned self] search, answer in
            self.searches[ObjectIdentifier(search)] = nil
            handler(answer)
            self.start?.start(milliseconds: 0)
        }
        searches[ObjectIdentifier(search)] = search
        search.begin()
    }
}

/// Collects every address of one destination.
private final class AddressSearch {
    private unowned let context: ProbeContext
    private let authority: Authority
    private var search: DestinationSearch?
    private var addresses: [IPAddress] = []
    private let finished: (AddressSearch, Prober.Answer<[IPAddress]>) -> Void

    init(
        _ context: ProbeContext, _ authority: Authority,
        finished: @escaping (AddressSearch, Prober.Answer<[IPAddress]>) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.finished = finished
    }

    func begin() {
        search = DestinationSearch(context, for: authority, isAllowed: { _ in true }) { [unowned self] result in
            switch result {
            case .addresses(let found, let isComplete):
                self.addresses += found
                if isComplete { self.finished(self, .found(self.addresses)) }
            case .failed(let failure):
                self.finished(self, .failed(failure.recorded(for: self.authority)))
            }
        }
    }
}
