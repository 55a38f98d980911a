import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if canImport(Glibc)
let streamSocketType = Int32(SOCK_STREAM.rawValue)
private let datagramSocketType = Int32(SOCK_DGRAM.rawValue)
#else
let streamSocketType = SOCK_STREAM
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
