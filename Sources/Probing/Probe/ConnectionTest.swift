import ForwardProxy
import InternetNames
import Networking

/// A test whether a server can be reached: a TCP connection, over which nothing is sent.
///
/// Lives on the loop of its context. Releasing it closes its connection; no handler is called then.
final class ConnectionTest {
    private unowned let context: ProbeContext
    private let authority: Authority
    /// The upstream proxy on the way to the server, which is then the peer of the connection; nil without one.
    private let upstreamProxy: UpstreamProxy?
    private var search: DestinationSearch?
    private var connector: Connector?
    private let finished: (ConnectionTest, Outcome) -> Void

    /// The outcome of a test.
    enum Outcome {
        /// The peer has this address.
        case connected(IPAddress)
        case failed(LoadFailure)
    }

    /// Creates a test, which `begin` starts.
    ///
    /// - Parameter finished: Called once, on the loop.
    init(
        on context: ProbeContext, to authority: Authority, through upstreamProxy: UpstreamProxy?,
        finished: @escaping (ConnectionTest, Outcome) -> Void
    ) {
        self.context = context
        self.authority = authority
        self.upstreamProxy = upstreamProxy?.onTheWay(to: authority)
        self.finished = finished
    }

    /// Begins at an address of the server, or, with nil, at those that its name resolves to.
    func begin(at address: IPAddress?) {
        if let address, upstreamProxy == nil { return connect(to: [address], expectsMore: false) }
        let found = { [unowned self] (result: DestinationSearch.Result) in self.found(result) }
        if let upstreamProxy {
            search = DestinationSearch(context, for: upstreamProxy, handler: found)
        } else {
            search = DestinationSearch(context, for: authority, by: nil, isAllowed: { _ in true }, handler: found)
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            guard let connector else { return connect(to: addresses, expectsMore: !isComplete) }
            connector.add(addresses.map(endpoint), isComplete: isComplete)
        case .failed(let failure):
            fail(failure)
        }
    }

    private func endpoint(_ address: IPAddress) -> SocketAddress {
        SocketAddress(address, port: upstreamProxy?.authority.port ?? authority.port)
    }

    private func connect(to addresses: [IPAddress], expectsMore: Bool) {
        let limit = Int(context.settings.limits.connect * 1000)
        connector = Connector(
            context.loop, to: addresses.map(endpoint), expectsMore: expectsMore,
            milliseconds: search?.millisecondsLeft ?? limit
        ) { [unowned self] result in
            switch result {
            case .success(let connected):
                // A stream that is released closes its descriptor.
                _ = Stream(context.loop, descriptor: connected.descriptor)
                finished(self, .connected(connected.address.address))
            case .failure(let error):
                let failure = LoadFailure(error)
                fail(upstreamProxy.map { failure.ofUpstreamProxy($0) } ?? failure)
            }
        }
    }

    private func fail(_ failure: LoadFailure) {
        finished(self, .failed(failure))
    }
}
