import CLibevent
import InternetNames
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Finds the addresses of names by whatever the system has: `/etc/hosts`, DNS, mDNS, in the order that
/// `nsswitch.conf` says. `getaddrinfo` knows all of it, and waits; so it runs on threads of its own.
public final class Resolver: Sendable {
    private let pool: BlockingPool
    private let find: Find

    /// Whoever knows the addresses of a name in one family; may wait, and is asked on several threads at once. Throws where
    /// this machine did not grant what it takes to ask.
    public typealias Find = @Sendable (String, Family) throws(SystemError) -> [IPAddress]
    /// The addresses of a name in one family, or why nobody could be asked for them.
    public typealias Answer = Result<[IPAddress], SystemError>

    /// A resolver that asks for up to that many names and families at once.
    public convenience init(threads: Int = 32) throws(SystemError) {
        try self.init(threads: threads, asking: Self.addresses)
    }

    /// A resolver that asks somebody other than the system.
    public init(threads: Int = 32, asking find: @escaping Find) throws(SystemError) {
        pool = try BlockingPool(named: "resolver", threads: threads)
        self.find = find
    }

    /// Address families, asked for apart so that the slow one does not hold up the other (RFC 8305 §3).
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

    /// Answers, on a thread of the resolver, with the addresses of the name, none where there are none. At once, and with
    /// a failure of this machine, where too many lookups wait already or no thread can be started.
    public func lookUp(_ name: String, _ family: Family, answer: @escaping @Sendable (Answer) -> Void) {
        let accepted = pool.submit { [find] in
            answer(Answer { () throws(SystemError) in try find(name, family) })
        }
        if !accepted { answer(.failure(SystemError(number: EAGAIN, operation: "getaddrinfo"))) }
    }

    private static func addresses(of name: String, in family: Family) throws(SystemError) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = family.system
        hints.ai_socktype = streamSocketType
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(name, nil, &hints, &list)
        guard result == 0 else {
            if result == EAI_MEMORY { throw SystemError(number: ENOMEM, operation: "getaddrinfo") }
            // Without a descriptor for files and sockets, glibc says that there is no such name, or that none answers.
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

    /// Addresses taken from one answer.
    private static let addressLimit = 16
}
