import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe of the kernel's that carries bytes from one socket to another without copying them through this process
/// (splice(2)).
final class Pipe {
    private let readEnd: Int32
    private let writeEnd: Int32
    /// How many bytes fit, about.
    let capacity: Int
    /// How many bytes are in it.
    private(set) var count = 0

    /// A pipe; nil where the system grants none, or cannot splice.
    init?() {
        #if os(Linux)
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
        // Beyond what a user may have in all pipes (pipe-user-pages-soft in pipe(7)) the system grants less, or nothing.
        _ = fcntl(writeEnd, Self.setSize, Self.wantedCapacity)
        capacity = Int(fcntl(writeEnd, Self.getSize))
        guard capacity >= Self.leastCapacity else {
            close(readEnd)
            close(writeEnd)
            return nil
        }
        #else
        return nil
        #endif
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Moves what has arrived at that socket into the pipe: how many bytes, 0 at the end, negative with `errno`.
    func fill(from descriptor: Int32, atMost limit: Int) -> Int {
        #if os(Linux)
        let moved = splice(descriptor, nil, writeEnd, nil, limit, Self.flags)
        count += max(0, moved)
        return moved
        #else
        errno = ENOSYS
        return -1
        #endif
    }

    /// Moves what is in the pipe to that socket: how many bytes, negative with `errno`.
    func drain(to descriptor: Int32) -> Int {
        #if os(Linux)
        let moved = splice(readEnd, nil, descriptor, nil, count, Self.flags)
        count -= max(0, moved)
        return moved
        #else
        errno = ENOSYS
        return -1
        #endif
    }

    /// More moves more at once, but what waits in a larger pipe has left the processor's cache when the peer reads it.
    private static let wantedCapacity: Int32 = 1 << 18
    private static let leastCapacity = 1 << 16
    // What the GNU headers show only to those who ask for all of it: F_SETPIPE_SZ and F_GETPIPE_SZ (fcntl(2)),
    // SPLICE_F_MOVE and SPLICE_F_NONBLOCK (splice(2)).
    private static let setSize: Int32 = 1031
    private static let getSize: Int32 = 1032
    private static let flags: UInt32 = 1 | 2
}
