#if !os(Linux) || PORTABLE
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if canImport(Darwin)
/// The flags of every send. The sockets have the option SO_NOSIGPIPE, which Darwin has in place of MSG_NOSIGNAL.
let sendFlags: Int32 = 0
#else
/// The flags of every send. A closed connection is an error of the call and raises no signal.
let sendFlags = Int32(MSG_NOSIGNAL)
#endif

/// Creates a socket that does not block and is closed on `exec`; negative, with `errno`, if that fails.
func nonBlockingSocket(_ family: Int32, _ type: Int32) -> Int32 {
    let descriptor = socket(family, type, 0)
    if descriptor >= 0 { prepare(descriptor) }
    return descriptor
}

/// Accepts a connection whose socket does not block and is closed on `exec`; negative, with `errno`, if that fails.
func acceptNonBlocking(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
    let accepted = accept(descriptor, address, length)
    if accepted >= 0 { prepare(accepted) }
    return accepted
}

/// A program that another thread starts before these calls inherits the socket.
private func prepare(_ descriptor: Int32) {
    evutil_make_socket_nonblocking(descriptor)
    evutil_make_socket_closeonexec(descriptor)
    #if canImport(Darwin)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
}
#endif
