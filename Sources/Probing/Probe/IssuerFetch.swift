import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import TransportSecurity

/// Fetches one intermediate certificate that a server has left out, from the location in a certificate of its chain.
///
/// Apple's systems do the same. The location is chosen by the author of the certificate, who may mean harm. The fetch
/// is therefore bounded in size and time, follows no redirection, and goes only to addresses that `IssuerSources` and
/// the rules for the client permit. The addresses are checked after the lookup. An upstream proxy makes the lookup
/// itself, and only literal addresses and those of `--resolve` are then checked.
///
/// Owned by its probe. A fetch that is released closes its connection and calls no handler.
final class IssuerFetch: StreamOwner {
    /// The largest file that is read, in bytes. A certificate takes about two thousand.
    private static let maximumBytes = 64 * 1024
    /// The time for one fetch.
    private static let milliseconds = 3000

    private unowned let context: ProbeContext
    private let location: IssuerLocation
    /// The upstream proxy that the request goes to; nil if it goes to the location itself.
    private let upstreamProxy: UpstreamProxy?
    private var search: DestinationSearch?
    private var connector: Connector?
    private var stream: Stream?
    private var response = WholeResponse(limit: maximumBytes)
    private var handler: ((Result<[[UInt8]], Shortage>) -> Void)?

    /// Begins a fetch from that location.
    ///
    /// - Parameters:
    ///   - upstreamProxy: The upstream proxy. The proxy looks up the name of the location, unless that is to be reached
    ///     directly.
    ///   - client: The client of the probe; nil for a probe of the proxy's own.
    ///   - isAllowed: Whether the issuer may be fetched from that port of that address.
    ///   - handler: Called once, on the loop, never before this initializer returns: with the certificates in
    ///     DER, with an empty array if nothing usable was found, or with a shortage of this machine.
    init(
        _ context: ProbeContext, _ location: IssuerLocation, upstreamProxy: UpstreamProxy?, for client: IPAddress?,
        isAllowed: @escaping (IPAddress, UInt16) -> Bool,
        handler: @escaping (Result<[[UInt8]], Shortage>) -> Void
    ) {
        self.context = context
        self.location = location
        self.handler = handler
        self.upstreamProxy = upstreamProxy?.onTheWay(to: location.url.authority)
        super.init(context.loop)
        startTimer(milliseconds: Self.milliseconds)
        let port = location.url.port
        if let upstreamProxy = self.upstreamProxy {
            let place = location.url.authority
            let given = context.settings.resolve.addresses(of: place)
            guard IssuerSources.permitThroughUpstreamProxy(place, given: given, isAllowed: isAllowed) else {
                // The handler must not be called before this initializer returns.
                startTimer(milliseconds: 0)
                return
            }
            search = DestinationSearch(context, for: upstreamProxy) { [unowned self] in self.found($0) }
        } else {
            search = DestinationSearch(
                context, for: location.url.authority, by: client, isAllowed: { isAllowed($0, port) }
            ) { [unowned self] in self.found($0) }
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            let endpoints = addresses.map {
                SocketAddress($0, port: upstreamProxy?.authority.port ?? location.url.port)
            }
            if let connector {
                connector.add(endpoints, isComplete: isComplete)
            } else if stream == nil {
                connect(to: endpoints, expectsMore: !isComplete)
            }
        case .failed(let failure):
            if connector == nil, stream == nil { fail(failure) }
        }
    }

    private func connect(to endpoints: [SocketAddress], expectsMore: Bool) {
        connector = Connector(
            context.loop, to: endpoints, expectsMore: expectsMore, milliseconds: Self.milliseconds
        ) { [unowned self] result in
            self.connector = nil
            switch result {
            case .success(let connected): self.ask(Stream(context.loop, descriptor: connected.descriptor, owner: self))
            case .failure(let error): self.fail(LoadFailure(error))
            }
        }
    }

    private func ask(_ stream: Stream) {
        self.stream = stream
        stream.resumeReading()
        let url = location.url
        let place = url.port == url.scheme.defaultPort ? url.host.bracketed : url.authority.description
        let request = """
            GET \(upstreamProxy == nil ? "" : "http://\(place)")\(location.target) HTTP/1.1\r
            Host: \(place)\r
            User-Agent: atsproxy\r
            Accept: application/pkix-cert, */*\r
            Connection: close\r

            """
        let bytes = Array(request.utf8) + (upstreamProxy?.fields ?? []) + Array("\r\n".utf8)
        bytes.withUnsafeBytes { stream.write($0) }
    }

    private func finish(_ state: WholeResponse.State) {
        switch state {
        case .wantsMore: break
        case .unusable: tell(.success([]))
        case .body(let bytes): tell(.success(IssuerFile.certificates(in: bytes)))
        }
    }

    private func fail(_ failure: LoadFailure) {
        switch failure {
        case .shortage(let shortage): tell(.failure(shortage))
        case .upstream, .upstreamProxy, .silent, .prohibited, .unnamedServer, .limitReached, .abandoned, .unanswered,
            .stalled,
            .stopped, .internalError:
            tell(.success([]))
        }
    }

    private func tell(_ result: Result<[[UInt8]], Shortage>) {
        let handler = self.handler
        self.handler = nil
        handler?(result)
    }

    override func timerFired() {
        tell(.success([]))
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        finish(response.receive(Array(bytes)))
    }

    override func streamFinished(_ stream: Stream) {
        finish(response.finish())
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        tell(.success([]))
    }
}
