import Events
import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Probes servers without a proxy, several at once, on a loop of its own.
///
/// The prober may connect to every address. A prober is created, used and run on one thread, and calls its handlers on
/// that thread during `run`.
public final class Prober {
    private let loop: EventLoop
    private let context: ProbeContext
    private let upstreamProxy: UpstreamProxy?
    private let concurrency: Int
    private var waiting: ArraySlice<Job> = []
    private var probes: [ObjectIdentifier: Probe] = [:]
    private var searches: [ObjectIdentifier: AddressSearch] = [:]
    private var start: Timer?
    private let recorder: FactsRecorder

    /// Receives the facts of each probe for a recording, directly before the handler of the probe is called.
    public var onFacts: ((FactsEvent) -> Void)? {
        get { recorder.receive }
        set { recorder.receive = newValue }
    }

    /// The result of a probe or a search.
    public enum Answer<Value> {
        /// The value that was found.
        case found(Value)
        /// Nothing was found out about the TLS of the server.
        case failed(DecisionEvent.Failure)
    }

    private enum Job {
        case probe(Authority, Offer, OSVersion, IPAddress?, (Answer<ServerFacts>) -> Void)
        case search(Authority, (Answer<[IPAddress]>) -> Void)
    }

    /// A prober that has at most that many probes and searches under way at once.
    ///
    /// - Parameter upstreamProxy: The upstream proxy through which servers are probed; nil without one.
    public init(_ settings: ProbeSettings, upstreamProxy: UpstreamProxy? = nil, concurrency: Int = 32)
        throws(SystemError)
    {
        loop = try EventLoop()
        let recorder = FactsRecorder()
        self.recorder = recorder
        context = try ProbeContext(loop, try Resolver(), settings) { recorder.receive?($0) }
        self.upstreamProxy = upstreamProxy
        self.concurrency = max(1, concurrency)
        start = Timer(loop) { [unowned self] in self.advance() }
    }

    /// Probes a server with that judging hello, for a system with its trust store.
    ///
    /// - Parameter address: The address to probe; nil for one that the name of the server resolves to.
    public func probe(
        _ authority: Authority, with offer: Offer, for os: OSVersion = .newest, at address: IPAddress? = nil,
        handler: @escaping (Answer<ServerFacts>) -> Void
    ) {
        waiting.append(.probe(authority, offer, os, address, handler))
        start?.start(milliseconds: 0)
    }

    /// Finds every address of a server, in order of preference.
    public func findAddresses(of authority: Authority, handler: @escaping (Answer<[IPAddress]>) -> Void) {
        waiting.append(.search(authority, handler))
        start?.start(milliseconds: 0)
    }

    /// Runs the loop until every probe and search is over, including those that handlers have begun.
    public func run() {
        start?.start(milliseconds: 0)
        loop.run()
    }

    private func advance() {
        while probes.count + searches.count < concurrency, let job = waiting.popFirst() {
            switch job {
            case .probe(let authority, let offer, let os, let address, let handler):
                probe(authority, offer, os, address, handler)
            case .search(let authority, let handler):
                search(authority, handler)
            }
        }
        if probes.isEmpty, searches.isEmpty { loop.stop() }
    }

    private func probe(
        _ authority: Authority, _ offer: Offer, _ os: OSVersion, _ address: IPAddress?,
        _ handler: @escaping (Answer<ServerFacts>) -> Void
    ) {
        let probe = Probe(context, authority, offer, on: os, upstreamProxy: upstreamProxy, isAllowed: { _, _ in true })
        {
            [unowned self] probe, result in
            // The caller still holds the probe until its own call returns.
            self.probes[ObjectIdentifier(probe)] = nil
            switch result {
            case .facts(let facts): handler(.found(facts))
            case .failed(let failure): handler(.failed(DecisionEvent.Failure(failure, of: authority)))
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

/// The receiver of the facts of probes, which may be set after the context exists.
private final class FactsRecorder {
    var receive: ((FactsEvent) -> Void)?
}

/// A search for every address of one server.
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
        search = DestinationSearch(context, for: authority, by: nil, isAllowed: { _ in true }) {
            [unowned self] result in
            switch result {
            case .addresses(let found, let isComplete):
                self.addresses += found
                if isComplete { self.finished(self, .found(self.addresses)) }
            case .failed(let failure):
                self.finished(self, .failed(DecisionEvent.Failure(failure, of: self.authority)))
            }
        }
    }
}
