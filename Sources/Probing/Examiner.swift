import InternetNames
import Networking
import Recording
import TransportSecurity

/// Examines destinations without a proxy in front, several at once, on one loop and the thread that runs it.
///
/// Whoever asks is on this machine and may reach what it may. Not `Sendable`: made, asked and run on one thread, and
/// handlers are called there, while `run` runs.
public final class Examiner {
    private let loop: EventLoop
    private let context: ExaminationContext
    private let concurrency: Int
    private var waiting: ArraySlice<Job> = []
    private var examinations: [ObjectIdentifier: Examination] = [:]
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
        case examination(Authority, Offer, IPAddress?, (Answer<ServerFacts>) -> Void)
        case search(Authority, (Answer<[IPAddress]>) -> Void)
    }

    /// An examiner that has up to that many questions under way at once.
    public init(_ settings: ExaminationSettings, concurrency: Int = 32) throws(SystemError) {
        loop = try EventLoop()
        context = try ExaminationContext(loop, try Resolver(), settings) { _ in }
        self.concurrency = max(1, concurrency)
        start = Timer(loop) { [unowned self] in self.advance() }
    }

    /// Asks what a destination offers to that hello, at that address or, with nil, at one of those that its name has.
    public func examine(
        _ authority: Authority, with offer: Offer, at address: IPAddress? = nil,
        handler: @escaping (Answer<ServerFacts>) -> Void
    ) {
        waiting.append(.examination(authority, offer, address, handler))
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
        while examinations.count + searches.count < concurrency, let job = waiting.popFirst() {
            switch job {
            case .examination(let authority, let offer, let address, let handler):
                examine(authority, offer, address, handler)
            case .search(let authority, let handler):
                search(authority, handler)
            }
        }
        if examinations.isEmpty, searches.isEmpty { loop.stop() }
    }

    private func examine(
        _ authority: Authority, _ offer: Offer, _ address: IPAddress?,
        _ handler: @escaping (Answer<ServerFacts>) -> Void
    ) {
        let examination = Examination(context, authority, offer) { [unowned self] examination, result in
            // Released only after its own call stack is gone.
            self.examinations[ObjectIdentifier(examination)] = nil
            switch result {
            case .facts(let facts): handler(.found(facts))
            case .failed(let failure): handler(.failed(DecisionEvent.Failure(failure, of: authority)))
            }
            self.start?.start(milliseconds: 0)
        }
        examinations[ObjectIdentifier(examination)] = examination
        examination.begin(at: address, isAllowed: { _, _ in true })
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
    private unowned let context: ExaminationContext
    private let authority: Authority
    private var search: DestinationSearch?
    private var addresses: [IPAddress] = []
    private let finished: (AddressSearch, Examiner.Answer<[IPAddress]>) -> Void

    init(
        _ context: ExaminationContext, _ authority: Authority,
        finished: @escaping (AddressSearch, Examiner.Answer<[IPAddress]>) -> Void
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
                self.finished(self, .failed(DecisionEvent.Failure(failure, of: self.authority)))
            }
        }
    }
}
