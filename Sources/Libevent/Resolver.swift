import CLibevent
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

    /// Whoever knows the addresses of a name in one family; may wait, and is asked on several threads at once.
    public typealias Find = @Sendable (String, Family) -> [IPAddress]

    /// A resolver that asks for up to that many names and families at once.
    public convenience init(threads: Int = 32) throws(SystemError) {
        try self.init(threads: threads, asking: { Self.addresses(of: $0, in: $1) })
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

    /// Answers, on a thread of the resolver, with the addresses of the name, none where there are none. At once
    /// and with none where too many lookups wait already.
    public func lookUp(_ name: String, _ family: Family, answer: @escaping @Sendable ([IPAddress]) -> Void) {
        let accepted = pool.submit { [find] in answer(find(name, family)) }
        if !accepted { answer([]) }
    }

    private static func addresses(of name: String, in family: Family) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = family.system
        hints.ai_socktype = streamSocketType
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
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
