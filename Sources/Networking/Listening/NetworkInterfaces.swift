import CLibevent
import InternetNames
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The network interfaces of this machine.
public enum NetworkInterfaces {
    /// The current addresses of all interfaces. Throws an error if the system does not list them.
    public static func addresses() throws(SystemError) -> [IPAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { throw SystemError.last("getifaddrs") }
        defer { freeifaddrs(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            guard let address = entry.pointee.ifa_addr else { continue }
            var storage = sockaddr_storage()
            switch Int32(address.pointee.sa_family) {
            case AF_INET: memcpy(&storage, address, MemoryLayout<sockaddr_in>.size)
            case AF_INET6: memcpy(&storage, address, MemoryLayout<sockaddr_in6>.size)
            case _: continue
            }
            if let parsed = SocketAddress(storage)?.address, !found.contains(parsed) { found.append(parsed) }
        }
        return found
    }
}
