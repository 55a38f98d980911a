import Events
import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Probes servers without a proxy, several at once, on a loop of its own.
///
/// With `spacing` `.byAddress`, each probe has one connection at a time, and an address has one probe at a time. The
/// number of connections is then at most that of the probes.
///
/// The prober may connect to every address. A prober is created, used and run on one thread, and calls its handlers on
/// that thread during `run`.
public final class Prober {
    private let loop: EventLoop
    private let context: ProbeContext
    private let upstreamProxy: UpstreamProxy?
    private let concurrency: Int
    private let spacing: Spacing
    private var waiting: ArraySlice<Job> = []
    /// Probes whose addresses are known, which go before those that wait.
    private var ready: ArraySlice<ProbeJob> = []
    private var turns = AddressTurns<ProbeJob>()
    private var probes: [ObjectIdentifier: Probe] = [:]
    private var searches: [ObjectIdentifier: AddressSearch] = [:]
    private var tests: [ObjectIdentifier: ConnectionTest] = [:]
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

    /// The connections that may be open at once, besides the limit of all probes.
    public enum Spacing: Sendable {
        /// Several probes of one address, each with two connections: the second one carries the large hello.
        case none
        /// One connection to each address.
        case byAddress
    }

    private struct ProbeJob {
        var authority: Authority
        var offer: Offer
        var system: OSVersion
        /// The addresses to try, in this order; empty for those that the name of the server resolves to.
        var addresses: ArraySlice<IPAddress>
        var handler: (Answer<ServerFacts>) -> Void
    }

    private enum Job {
        case probe(ProbeJob)
        case search(Authority, (Answer<[IPAddress]>) -> Void)
        case test(to: Authority, at: IPAddress?, handler: (Answer<IPAddress>) -> Void)
    }

    /// A prober that has at most that many probes and searches under way at once.
    ///
    /// - Parameter upstreamProxy: The upstream proxy through which servers are probed; nil without one.
    public init(
        _ settings: ProbeSettings, upstreamProxy: UpstreamProxy? = nil, concurrency: Int = 32,
        spacing: Spacing = .none
    ) throws(SystemError) {
        var settings = settings
        settings.connectsInTurn = spacing == .byAddress
        loop = try EventLoop()
        let recorder = FactsRecorder()
        self.recorder = recorder
        context = try ProbeContext(loop, try Resolver(), settings) { recorder.receive?($0) }
        self.upstreamProxy = upstreamProxy
        self.concurrency = max(1, concurrency)
        self.spacing = spacing
        start = Timer(loop) { [unowned self] in self.advance() }
    }

    /// Probes a server with that judging hello, for a system with its trust store.
    ///
    /// - Parameter address: The address to probe; nil for one that the name of the server resolves to.
    public func probe(
        _ authority: Authority, with offer: Offer, for os: OSVersion = .newest, at address: IPAddress? = nil,
        handler: @escaping (Answer<ServerFacts>) -> Void
    ) {
        let addresses = address.map { [$0] } ?? []
        waiting.append(
            .probe(
                ProbeJob(authority: authority, offer: offer, system: os, addresses: addresses[...], handler: handler)))
        start?.start(milliseconds: 0)
    }

    /// Finds every address of a server, in order of preference.
    public func findAddresses(of authority: Authority, handler: @escaping (Answer<[IPAddress]>) -> Void) {
        waiting.append(.search(authority, handler))
        start?.start(milliseconds: 0)
    }

    /// Tests whether a server can be reached by TCP, at any of its addresses if none is given, and finds the address.
    /// Behind an upstream proxy, only that proxy is reached.
    public func testConnection(
        to authority: Authority, at address: IPAddress? = nil, handler: @escaping (Answer<IPAddress>) -> Void
    ) {
        waiting.append(.test(to: authority, at: address, handler: handler))
        start?.start(milliseconds: 0)
    }

    /// Runs the loop until every probe and search is over, including those that handlers have begun.
    public func run() {
        start?.start(milliseconds: 0)
        loop.run()
    }

    private func advance() {
        while probes.count + searches.count + tests.count < concurrency {
            if let job = ready.popFirst() {
                begin(job)
            } else if let job = waiting.popFirst() {
                begin(job)
            } else {
                break
            }
        }
        if probes.isEmpty, searches.isEmpty, tests.isEmpty { loop.stop() }
    }

    private func begin(_ job: Job) {
        switch job {
        case .probe(let job): begin(job)
        case .search(let authority, let handler): search(authority, handler)
        case .test(let authority, let address, let handler): test(authority, at: address, handler: handler)
        }
    }

    private func begin(_ job: ProbeJob) {
        guard spacing == .byAddress, upstreamProxy?.onTheWay(to: job.authority) == nil else {
            return probe(job, at: job.addresses.first)
        }
        guard let address = job.addresses.first else { return findAddresses(for: job) }
        if turns.begin(job, at: address) { probe(job, at: address) }
    }

    /// Finds the addresses of a probe, which then waits for its turn at the first one.
    private func findAddresses(for job: ProbeJob) {
        search(job.authority) { [unowned self] answer in
            switch answer {
            case .found(let addresses):
                var job = job
                job.addresses = addresses.prefix(Self.addressLimit)
                self.ready.append(job)
            case .failed(let failure): job.handler(.failed(failure))
            }
        }
    }

    /// The most addresses of a server that are tried one after another.
    private static let addressLimit = 4

    private func probe(_ job: ProbeJob, at address: IPAddress?) {
        let probe = Probe(
            context, job.authority, job.offer, on: job.system, upstreamProxy: upstreamProxy,
            isAllowed: { _, _ in true }
        ) {
            [unowned self] probe, result in
            // The caller still holds the probe until its own call returns.
            self.probes[ObjectIdentifier(probe)] = nil
            if let address, let next = self.turns.end(at: address) { self.ready.append(next) }
            self.ended(job, result)
            self.start?.start(milliseconds: 0)
        }
        probes[ObjectIdentifier(probe)] = probe
        probe.begin(at: address)
    }

    private func ended(_ job: ProbeJob, _ result: ProbeResult) {
        switch result {
        case .facts(let facts): job.handler(.found(facts))
        case .failed(let failure):
            guard job.addresses.count > 1 else {
                return job.handler(.failed(DecisionEvent.Failure(failure, of: job.authority)))
            }
            var job = job
            job.addresses.removeFirst()
            ready.append(job)
        }
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

    private func test(
        _ authority: Authority, at address: IPAddress?, handler: @escaping (Answer<IPAddress>) -> Void
    ) {
        let test = ConnectionTest(on: context, to: authority, through: upstreamProxy) { [unowned self] test, outcome in
            // The caller still holds the test until its own call returns.
            self.tests[ObjectIdentifier(test)] = nil
            switch outcome {
            case .connected(let address): handler(.found(address))
            case .failed(let failure): handler(.failed(DecisionEvent.Failure(failure, of: authority)))
            }
            self.start?.start(milliseconds: 0)
        }
        tests[ObjectIdentifier(test)] = test
        test.begin(at: address)
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
