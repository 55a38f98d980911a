import CLibevent
import InternetNames
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The system's resolver: `/etc/hosts`, DNS and mDNS, as configured in `nsswitch.conf`.
///
/// `getaddrinfo` blocks, so it runs on a pool of threads.
public final class Resolver: Sendable {
    private let pool: BlockingPool
    private let find: Find

    /// Finds the addresses of a name in one family. May block, and is called on several threads at once. Throws an
    /// error if this machine lacks resources to ask.
    public typealias Find = @Sendable (String, Family) throws(SystemError) -> [IPAddress]
    /// The addresses of a name in one family, or the error of this machine.
    public typealias Answer = Result<[IPAddress], SystemError>
    /// Withdraws a lookup, and returns whether it had not begun.
    public typealias Withdrawal = () -> Bool

    /// Creates a resolver that handles up to `threads` requests at once.
    public convenience init(threads: Int = 32) throws(SystemError) {
        try self.init(threads: threads, asking: Self.addresses)
    }

    /// Creates a resolver with another source than the system.
    public init(threads: Int = 32, asking find: @escaping Find) throws(SystemError) {
        pool = try BlockingPool(named: "resolver", threads: threads)
        self.find = find
    }

    /// Address families. Each is looked up separately, because a slow one must not delay the other (RFC 8305 §3).
    public enum Family: CaseIterable, Sendable {
        case v4
        case v6

        fileprivate var system: Int32 {
            switch self {
            case .v4: return AF_INET
            case .v6: return AF_INET6
            }
        }
    }

    /// Calls the handler on a thread of the resolver with the addresses of the name, which may be none. If too many
    /// lookups are waiting or no thread can be started, calls it immediately with an error of this machine.
    ///
    /// - Parameter client: The client in whose share of the threads the lookup counts; nil for one of the proxy's own.
    /// - Returns: A function that withdraws the lookup, and returns whether it had not begun. The handler is then never
    ///   called.
    public func lookUp(
        _ name: String, _ family: Family, for client: IPAddress?, answer: @escaping @Sendable (Answer) -> Void
    ) -> Withdrawal {
        let ticket = pool.submit(for: client) { [find] in
            answer(Answer { () throws(SystemError) in try find(name, family) })
        }
        if let ticket { return { [pool] in pool.withdraw(ticket) } }
        answer(.failure(SystemError(number: EAGAIN, operation: "getaddrinfo")))
        return { false }
    }

    private static func addresses(of name: String, in family: Family) throws(SystemError) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = family.system
        hints.ai_socktype = streamSocketType
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(name, nil, &hints, &list)
        guard result == 0 else {
            if result == EAI_MEMORY { throw SystemError(number: ENOMEM, operation: "getaddrinfo") }
            // If glibc cannot open a descriptor for files or sockets, it reports an unknown name or no answer.
            try DescriptorLimit.probe(1)
            return []
        }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next, found.count < addressLimit {
            var storage = sockaddr_storage()
            let length = min(Int(entry.pointee.ai_addrlen), MemoryLayout<sockaddr_storage>.size)
            memcpy(&storage, entry.pointee.ai_addr, length)
            if let address = SocketAddress(storage)?.address, !found.contains(address) { found.append(address) }
            next = entry.pointee.ai_next
        }
        return found
    }

    /// The largest number of addresses that are taken from one answer.
    private static let addressLimit = 16
}
