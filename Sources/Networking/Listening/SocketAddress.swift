import CLibevent
import InternetNames
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An IP address and a port of a socket.
public struct SocketAddress: Hashable, Sendable {
    /// The address.
    public var address: IPAddress
    /// The port. When binding, 0 requests a free port from the system.
    public var port: UInt16

    /// Creates a socket address.
    public init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Creates the local address of a connected socket; nil if it is not an Internet address.
    public init?(localEndOf descriptor: Int32) {
        self.init { getsockname(descriptor, $0, $1) }
    }

    /// Creates the local or remote address of a socket; nil if there is none or it is not an Internet address.
    init?(_ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { read($0, &length) }
        }
        guard result >= 0 else { return nil }
        self.init(storage)
    }

    /// Creates the address from a system structure; nil if it is not an Internet address.
    init?(_ storage: sockaddr_storage) {
        let parsed = withUnsafeBytes(of: storage) { bytes -> SocketAddress? in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let inet = bytes.load(as: sockaddr_in.self)
                return SocketAddress(
                    .v4(UInt32(bigEndian: inet.sin_addr.s_addr)), port: UInt16(bigEndian: inet.sin_port))
            case AF_INET6:
                let inet = bytes.load(as: sockaddr_in6.self)
                let address = withUnsafeBytes(of: inet.sin6_addr) { IPAddress(bytes: $0) }
                return address.map { SocketAddress($0, port: UInt16(bigEndian: inet.sin6_port)) }
            case _:
                return nil
            }
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// `AF_INET` or `AF_INET6`.
    var family: Int32 {
        switch address {
        case .v4: return AF_INET
        case .v6: return AF_INET6
        }
    }

    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch address {
        case .v4(let value):
            var inet = sockaddr_in()
            inet.sin_family = sa_family_t(AF_INET)
            inet.sin_port = port.bigEndian
            inet.sin_addr.s_addr = value.bigEndian
            return Self.rebound(&inet, body)
        case .v6:
            var inet = sockaddr_in6()
            inet.sin6_family = sa_family_t(AF_INET6)
            inet.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &inet.sin6_addr) { $0.copyBytes(from: address.bytes) }
            return Self.rebound(&inet, body)
        }
    }

    private static func rebound<Structure, Result>(
        _ structure: inout Structure, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &structure) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Structure>.size))
            }
        }
    }
}

extension SocketAddress: CustomStringConvertible {
    /// The address as text, such as `127.0.0.1:8080` or `[::1]:8080`.
    public var description: String {
        Authority(host: .address(address), port: port).description
    }
}
