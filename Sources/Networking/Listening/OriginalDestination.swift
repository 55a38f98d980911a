import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Connections to other machines that a packet filter of this machine hands to a listener here. How they are recognized
/// stands in a file for each system.
public enum OriginalDestination {
    /// Whether this process may accept the connections of a `tproxy` rule. A `tproxy` rule needs `CAP_NET_ADMIN`; a
    /// `redirect` rule needs no right.
    public static var acceptsForeignAddresses: Bool {
        let descriptor = nonBlockingSocket(AF_INET)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return acceptForeignAddresses(descriptor, AF_INET)
    }
}
