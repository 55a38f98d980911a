import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if os(Linux)
let streamSocketType = Int32(SOCK_STREAM.rawValue)
#else
let streamSocketType = SOCK_STREAM
#endif

#if os(Linux)
private let datagramSocketType = Int32(SOCK_DGRAM.rawValue)
#else
private let datagramSocketType = SOCK_DGRAM
#endif

/// Disables Nagle's algorithm (TCP_NODELAY). The streams hold back small output themselves.
func setNoDelay(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
}

/// Creates a TCP socket that does not block and is closed on `exec`; negative, with `errno`, if that fails.
func nonBlockingSocket(_ family: Int32) -> Int32 { nonBlockingSocket(family, streamSocketType) }

/// Creates a UDP socket that does not block and is closed on `exec`; negative, with `errno`, if that fails.
func nonBlockingDatagramSocket(_ family: Int32) -> Int32 { nonBlockingSocket(family, datagramSocketType) }

private func nonBlockingSocket(_ family: Int32, _ type: Int32) -> Int32 {
    #if os(Linux)
    return socket(family, type | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
    let descriptor = socket(family, type, 0)
    if descriptor >= 0 {
        evutil_make_socket_nonblocking(descriptor)
        evutil_make_socket_closeonexec(descriptor)
    }
    return descriptor
    #endif
}
