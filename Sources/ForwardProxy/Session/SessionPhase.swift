import InternetNames
import TransportSecurity

extension Session {
    /// The state of a client's connection. Each phase holds what exists in that phase alone.
    enum Phase: ~Copyable {
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
        /// The name of a test case is being read.
        case readingLabel(LabelRequest)
        /// The connection is a tunnel.
        case tunnel
        /// The client's connection is closing, or is closed.
        case closed

        /// Whether requests are read next.
        var isReadingHead: Bool {
            switch self {
            case .readingHead: true
            case .authenticating: false
            case .deciding: false
            case .connecting: false
            case .exchanging: false
            case .discarding: false
            case .readingLabel: false
            case .tunnel: false
            case .closed: false
            }
        }

        /// Whether no request of the client is read any more.
        var isOver: Bool {
            switch self {
            case .readingHead: false
            case .authenticating: false
            case .deciding: false
            case .connecting: false
            case .exchanging: false
            case .discarding: false
            case .readingLabel: false
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
    /// Where the request goes.
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
    init(_ head: RequestHead, for resource: AbsoluteTarget) {
        self.head = head
        target = .resource(resource)
        request = ProxyRequest(head, for: resource)
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
    /// Where the origin may be connected to.
    let permit: Permit
    /// Whether the request was sent before, on a connection that the origin had closed.
    let isRetry: Bool
}

/// A request that names a test case, whose body is being read.
struct LabelRequest {
    /// The head.
    let head: RequestHead
    /// The body.
    var body: KeptBody
}
