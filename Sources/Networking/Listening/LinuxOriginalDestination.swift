#if os(Linux) && !PORTABLE
import CLibevent
import Glibc

extension OriginalDestination {
    /// Whether this system hands over such connections.
    public static let isSupported = true

    /// The address that the client of an accepted connection connected to.
    ///
    /// Netfilter remembers it for connections of a `redirect` rule (`SO_ORIGINAL_DST` in
    /// `linux/netfilter_ipv4.h`, `IP6T_SO_ORIGINAL_DST` in `linux/netfilter_ipv6/ip6_tables.h`). A connection of a
    /// `tproxy` rule has it as its local address (Linux kernel, `Documentation/networking/tproxy.rst`). nil if the
    /// connection is closed.
    public static func address(of descriptor: Int32) -> SocketAddress? {
        let level: Int32
        switch SocketAddress(localEndOf: descriptor)?.family {
        case AF_INET: level = Int32(IPPROTO_IP)
        case AF_INET6: level = Int32(IPPROTO_IPV6)
        case _: return nil
        }
        let redirected = SocketAddress { getsockopt(descriptor, level, originalDestination, $0, $1) }
        return redirected ?? SocketAddress(localEndOf: descriptor)
    }

    /// Lets a socket that is not bound yet accept connections to addresses of other machines. Returns whether the
    /// system permits that.
    @discardableResult
    static func acceptForeignAddresses(_ descriptor: Int32, _ family: Int32) -> Bool {
        var one: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        if family == AF_INET6 {
            return setsockopt(descriptor, Int32(IPPROTO_IPV6), transparentIPv6, &one, size) == 0
        }
        return setsockopt(descriptor, Int32(IPPROTO_IP), IP_TRANSPARENT, &one, size) == 0
    }

    /// `SO_ORIGINAL_DST` and `IP6T_SO_ORIGINAL_DST`, whose headers clash with those of the C library.
    private static let originalDestination: Int32 = 80
    /// `IPV6_TRANSPARENT` in `linux/in6.h`, which clashes with `netinet/in.h`.
    private static let transparentIPv6: Int32 = 75
}
#endif
