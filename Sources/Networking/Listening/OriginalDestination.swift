import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Connections to other machines that a packet filter of this machine hands to a listener here.
public enum OriginalDestination {
    /// The address that the client of an accepted connection connected to.
    ///
    /// Netfilter remembers it for connections of a `redirect` rule (`SO_ORIGINAL_DST` in
    /// `linux/netfilter_ipv4.h`, `IP6T_SO_ORIGINAL_DST` in `linux/netfilter_ipv6/ip6_tables.h`). A connection of a
    /// `tproxy` rule has it as its local address (Linux kernel, `Documentation/networking/tproxy.rst`). nil if the
    /// connection is closed.
    public static func address(of descriptor: Int32) -> SocketAddress? {
        #if os(Linux)
        let level: Int32
        switch SocketAddress(localEndOf: descriptor)?.family {
        case AF_INET: level = Int32(IPPROTO_IP)
        case AF_INET6: level = Int32(IPPROTO_IPV6)
        case _: return nil
        }
        let redirected = SocketAddress { getsockopt(descriptor, level, originalDestination, $0, $1) }
        return redirected ?? SocketAddress(localEndOf: descriptor)
        #else
        return SocketAddress(localEndOf: descriptor)
        #endif
    }

    /// Whether this process may accept the connections of a `tproxy` rule. That takes `CAP_NET_ADMIN`; a `redirect` rule
    /// takes nothing.
    public static var acceptsForeignAddresses: Bool {
        let descriptor = nonBlockingSocket(AF_INET)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return acceptForeignAddresses(descriptor, AF_INET)
    }

    /// Lets a socket that is not bound yet accept connections to addresses of other machines. Returns whether the system
    /// permits that.
    @discardableResult
    static func acceptForeignAddresses(_ descriptor: Int32, _ family: Int32) -> Bool {
        #if os(Linux)
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        if family == AF_INET6 {
            return setsockopt(descriptor, Int32(IPPROTO_IPV6), transparentIPv6, &one, size) == 0
        }
        return setsockopt(descriptor, Int32(IPPROTO_IP), IP_TRANSPARENT, &one, size) == 0
        #else
        return false
        #endif
    }

    #if os(Linux)
    /// `SO_ORIGINAL_DST` and `IP6T_SO_ORIGINAL_DST`, whose headers clash with those of the C library.
    private static let originalDestination: Int32 = 80
    /// `IPV6_TRANSPARENT` in `linux/in6.h`, which clashes with `netinet/in.h`.
    private static let transparentIPv6: Int32 = 75
    #endif
}
