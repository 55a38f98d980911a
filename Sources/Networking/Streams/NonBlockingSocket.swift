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

/// Lets the socket send small pieces at once (TCP_NODELAY): what we hold back, we hold back ourselves.
func setNoDelay(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
}

/// A TCP socket of that address family that neither blocks nor survives an `exec`; negative with `errno`.
func nonBlockingSocket(_ family: Int32) -> Int32 {
    #if os(Linux)
    return socket(family, streamSocketType | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
    let descriptor = socket(family, streamSocketType, 0)
    if descriptor >= 0 {
        evutil_make_socket_nonblocking(descriptor)
        evutil_make_socket_closeonexec(descriptor)
    }
    return descriptor
    #endif
}
