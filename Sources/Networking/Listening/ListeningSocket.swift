import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A bound, listening socket that is on no loop yet, and can be sent to the thread that will accept on it.
public struct ListeningSocket: ~Copyable, Sendable {
    /// The bound address, with the port that the system chose if 0 was requested.
    public let address: SocketAddress
    private let descriptor: Int32
    private let isTransparent: Bool

    /// Binds and listens exclusively. Throws an error if any process, such as another atsproxy, already uses the port.
    ///
    /// - Parameter isTransparent: Whether connections to addresses of other machines are accepted as well, as far as
    ///   the system permits that (`OriginalDestination`).
    public init(_ wanted: SocketAddress, isTransparent: Bool = false) throws(SystemError) {
        try self.init(wanted, sharing: false, isTransparent)
    }

    /// Creates another socket on the same address. The kernel distributes connections over both.
    public func sibling() throws(SystemError) -> ListeningSocket {
        try ListeningSocket(address, sharing: true, isTransparent)
    }

    deinit {
        close(descriptor)
    }

    consuming func takeDescriptor() -> Int32 {
        let taken = descriptor
        discard self
        return taken
    }

    private init(_ wanted: SocketAddress, sharing: Bool, _ isTransparent: Bool) throws(SystemError) {
        let descriptor = nonBlockingSocket(wanted.family)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        do throws(SystemError) {
            // Accepted sockets inherit this option.
            try Self.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
            try Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
            if wanted.family == AF_INET6 { try Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
            if isTransparent { OriginalDestination.acceptForeignAddresses(descriptor, wanted.family) }
            if sharing { try Self.set(descriptor, SOL_SOCKET, SO_REUSEPORT) }
            guard wanted.withSystemAddress({ bind(descriptor, $0, $1) }) == 0 else { throw SystemError.last("bind") }
            // Sharing is permitted only after this point: the bind above must fail if the port is in use.
            if !sharing { try Self.set(descriptor, SOL_SOCKET, SO_REUSEPORT) }
            guard listen(descriptor, 4096) == 0 else { throw SystemError.last("listen") }
            guard let bound = SocketAddress({ getsockname(descriptor, $0, $1) }) else {
                throw SystemError.last("getsockname")
            }
            self.init(descriptor: descriptor, address: bound, isTransparent)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(descriptor: Int32, address: SocketAddress, _ isTransparent: Bool) {
        self.descriptor = descriptor
        self.address = address
        self.isTransparent = isTransparent
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) throws(SystemError) {
        var one: Int32 = 1
        guard setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw SystemError.last("setsockopt")
        }
    }
}
