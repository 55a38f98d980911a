import DNSMessages
import InternetNames

/// Asks the machine's name servers for `HTTPS` records (RFC 9460), which the system's resolver does not read.
///
/// One thread asks for one name after the other. Nothing that a load needs waits for it.
public final class ServiceResolver: Sendable {
    private let pool: BlockingPool
    private let servers: @Sendable () -> [SocketAddress]
    private let timeout: Duration

    /// The number of times that each name server is asked.
    private static let rounds = 2
    /// The longest time for one host, in seconds, with all name servers and aliases.
    private static let limit = Duration.seconds(8)

    /// Creates a resolver that asks the name servers in `/etc/resolv.conf`, which is read again for each host.
    public convenience init() throws(SystemError) {
        try self.init(asking: NameServers.current, within: .seconds(2))
    }

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - servers: The name servers, in the order in which they are asked.
    ///   - timeout: How long one name server has for one answer.
    init(asking servers: @escaping @Sendable () -> [SocketAddress], within timeout: Duration) throws(SystemError) {
        pool = try BlockingPool(named: "services", threads: 1, queue: 256)
        self.servers = servers
        self.timeout = timeout
    }

    /// Calls the handler on another thread with the offer of the host at the port; nil if the offer stays unknown.
    /// Returns false, and never calls the handler, if too many hosts wait or no thread can be started.
    func find(
        _ host: String, port: UInt16, answer: @escaping @Sendable (ServiceOffer?) -> Void
    ) -> Bool {
        let job = pool.submit { [servers, timeout] in
            answer(Self.offer(of: host, port: port, by: servers(), within: timeout))
        }
        return job != nil
    }

    private static func offer(
        of host: String, port: UInt16, by servers: [SocketAddress], within timeout: Duration
    ) -> ServiceOffer? {
        guard var search = ServiceSearch(host: host, port: port) else { return nil }
        let deadline = ContinuousClock.now + limit
        while let records = records(of: search.name, by: servers, within: timeout, deadline: deadline) {
            switch search.answered(records) {
            case .ask: continue
            case .found(let offer): return offer
            case .unknown: return nil
            }
        }
        return nil
    }

    /// The records of a name; nil if no name server tells, or the name does not exist.
    private static func records(
        of name: DNSName, by servers: [SocketAddress], within timeout: Duration, deadline: ContinuousClock.Instant
    ) -> [DNSRecord]? {
        for _ in 0..<rounds {
            for server in servers {
                let left = deadline - ContinuousClock.now
                guard left > .zero else { return nil }
                let question = DNSQuestion(id: .random(in: .min ... .max), name: name)
                switch DNSExchange.answer(of: server, to: question, within: min(timeout, left)) {
                case .records(let records): return records
                // The DNS does not know a name that is only in the hosts file. The offer is unknown.
                case .failed(DNSAnswer.noSuchName): return nil
                case .failed, .malformed, .truncated, nil: continue
                }
            }
        }
        return nil
    }
}
