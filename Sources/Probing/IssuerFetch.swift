import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import TransportSecurity

/// Fetches one intermediate certificate that a server left out, from where a certificate of its chain says.
///
/// As Apple's systems do; but from an `IssuerLocation` alone, bounded in size and time, and only from addresses that
/// `IssuerSources` and the rules for the client both permit, each judged after resolution, because whoever wrote the
/// certificate chose the place. Redirections are not followed.
/// Owned by its probe; released, it hangs up.
final class IssuerFetch: StreamOwner {
    /// The largest file that is read, in bytes; a certificate takes two thousand.
    private static let maximumBytes = 64 * 1024
    /// How long one may take.
    private static let milliseconds = 3000

    private unowned let context: ProbeContext
    private let location: IssuerLocation
    private var search: DestinationSearch?
    private var connector: Connector?
    private var stream: Stream?
    private var response = WholeResponse(limit: maximumBytes)
    private var handler: ((Result<[[UInt8]], Shortage>) -> Void)?

    /// Fetches from there and calls the handler once, on the loop and not before this returns, with what was found, in
    /// DER; with nothing where nothing was, and with a shortage where this machine did not let it ask.
    init(
        _ context: ProbeContext, _ location: IssuerLocation, isAllowed: @escaping (IPAddress, UInt16) -> Bool,
        handler: @escaping (Result<[[UInt8]], Shortage>) -> Void
    ) {
        self.context = context
        self.location = location
        self.handler = handler
        super.init(context.loop)
        setAlarm(milliseconds: Self.milliseconds)
        let port = location.url.port
        search = DestinationSearch(context, for: location.url.authority, isAllowed: { isAllowed($0, port) }) {
            [unowned self] in
            self.found($0)
        }
    }

    private func found(_ result: DestinationSearch.Result) {
        switch result {
        case .addresses(let addresses, let isComplete):
            let endpoints = addresses.map { SocketAddress($0, port: location.url.port) }
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
            case .failure(let error): self.fail(ProbeFailure(error))
            }
        }
    }

    private func ask(_ stream: Stream) {
        self.stream = stream
        stream.resumeReading()
        let url = location.url
        let place = url.port == url.scheme.defaultPort ? url.host.bracketed : url.authority.description
        let request = """
            GET \(location.target) HTTP/1.1\r
            Host: \(place)\r
            User-Agent: atsproxy\r
            Accept: application/pkix-cert, */*\r
            Connection: close\r
            \r

            """
        Array(request.utf8).withUnsafeBytes { stream.write($0) }
    }

    private func finish(_ state: WholeResponse.State) {
        switch state {
        case .wantsMore: break
        case .unusable: tell(.success([]))
        case .body(let bytes): tell(.success(IssuerFile.certificates(in: bytes)))
        }
    }

    private func fail(_ failure: ProbeFailure) {
        switch failure {
        case .shortage(let shortage): tell(.failure(shortage))
        case .upstream, .silent, .prohibited, .limitReached, .internalError: finish(.unusable)
        }
    }

    private func tell(_ result: Result<[[UInt8]], Shortage>) {
        let handler = self.handler
        self.handler = nil
        handler?(result)
    }

    override func alarmRang() {
        finish(.unusable)
    }

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        finish(response.receive(Array(bytes)))
    }

    override func streamFinished(_ stream: Stream) {
        finish(response.finish())
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        finish(.unusable)
    }
}
