import HTTP
import InternetNames
import TransportSecurity

extension Session {
    /// The state of a client's connection. Each phase holds the values that exist only in that phase.
    enum Phase: ~Copyable {
        /// The protocol of an intercepted connection is not known yet.
        case readingOpening(ConnectionOpening)
        /// `.decide` or `.connect` is unanswered for an intercepted connection that becomes a tunnel.
        case intercepting(InterceptedLoad)
        /// The head of the next request has not come, or not all of it.
        case readingHead
        /// `.authenticate` is unanswered.
        case authenticating(RequestedLoad, credentials: ByteString)
        /// `.decide` is unanswered.
        case deciding(RequestedLoad)
        /// `.connect` is unanswered.
        case connecting(ConnectAttempt)
        /// The request and its response are on their way. A connection to the origin is held.
        case exchanging(Exchange)
        /// The rest of a refused request's body is read and discarded.
        case discarding(DiscardedBody)
        /// The body of a request to the proxy itself is being read.
        case readingBody(LocalRequest)
        /// `.writeProfile` is unanswered.
        case writingProfile(RequestHead)
        /// `.readTestCase` is unanswered.
        case readingTestCase(RequestHead)
        /// The connection is a tunnel.
        case tunnel
        /// The client's connection is closing, or is closed.
        case closed

        /// Whether requests are read next.
        var isReadingHead: Bool {
            switch self {
            case .readingHead: true
            case .readingOpening: false
            case .intercepting: false
            case .authenticating: false
            case .deciding: false
            case .connecting: false
            case .exchanging: false
            case .discarding: false
            case .readingBody: false
            case .writingProfile: false
            case .readingTestCase: false
            case .tunnel: false
            case .closed: false
            }
        }

        /// Whether no request of the client is read any more.
        var isOver: Bool {
            switch self {
            case .readingHead: false
            case .readingOpening: false
            case .intercepting: false
            case .authenticating: false
            case .deciding: false
            case .connecting: false
            case .exchanging: false
            case .discarding: false
            case .readingBody: false
            case .writingProfile: false
            case .readingTestCase: false
            case .tunnel: true
            case .closed: true
            }
        }
    }
}

/// A request that goes to an origin if its load is permitted.
struct RequestedLoad {
    /// The head of the request.
    let head: RequestHead
    /// The target of the request.
    let target: Target
    /// The request as decisions and the recording need it.
    private(set) var request: ProxyRequest

    /// The targets of requests that go to an origin.
    enum Target {
        /// The authority of a CONNECT.
        case tunnel
        /// The absolute target of any other method.
        case resource(AbsoluteTarget)
    }

    /// The load of a CONNECT.
    init(_ head: RequestHead, connectingTo authority: Authority) {
        self.head = head
        target = .tunnel
        request = ProxyRequest(head, connectingTo: authority)
    }

    /// The load of a request with an absolute target.
    ///
    /// - Parameter destination: The address that the client connected to, if its connection was intercepted.
    init(_ head: RequestHead, for resource: AbsoluteTarget, at destination: IPAddress? = nil) {
        self.head = head
        target = .resource(resource)
        request = ProxyRequest(head, for: resource, at: destination)
    }

    /// The host that the load goes to.
    var host: Host { request.load.authority.host }

    /// The same load, requested by an authenticated user.
    func asked(by user: String) -> RequestedLoad {
        var load = self
        load.request = request.asked(by: user)
        return load
    }
}

/// A permitted load, while the connection to its origin is being opened.
struct ConnectAttempt {
    /// The load.
    let load: RequestedLoad
    /// The permitted connections to the origin.
    let permit: Permit
    /// Whether the request was sent before, on a connection that the origin had closed.
    let isRetry: Bool
}
