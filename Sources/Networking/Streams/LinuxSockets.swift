#if os(Linux) && !PORTABLE
import CLibevent
import Glibc

/// The flags of every send. A closed connection is an error of the call and raises no signal.
let sendFlags = Int32(MSG_NOSIGNAL)

/// Creates a socket that does not block and is closed on `exec`, with one call (socket(2)); negative, with `errno`, if
/// that fails.
func nonBlockingSocket(_ family: Int32, _ type: Int32) -> Int32 {
    socket(family, type | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
}

/// Accepts a connection whose socket does not block and is closed on `exec`, with one call (accept(2)); negative, with
/// `errno`, if that fails.
func acceptNonBlocking(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
    accept4(descriptor, address, length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
}
#endif
