#if os(Linux) && !PORTABLE
import CLibevent
import Glibc

/// A kernel pipe that moves bytes between sockets without copying them through this process (splice(2)).
final class Pipe {
    private let readEnd: Int32
    private let writeEnd: Int32
    /// The approximate capacity in bytes.
    let capacity: Int
    /// The number of bytes in the pipe.
    private(set) var count = 0

    /// Creates a pipe; nil if the system grants none.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
        // Beyond the limit for all pipes of a user (pipe-user-pages-soft in pipe(7)), the system grants a smaller pipe
        // or none.
        _ = fcntl(writeEnd, Self.setSize, Self.wantedCapacity)
        capacity = Int(fcntl(writeEnd, Self.getSize))
        guard capacity >= Self.leastCapacity else {
            close(readEnd)
            close(writeEnd)
            return nil
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Moves received bytes of a socket into the pipe. Returns their number, 0 at the end, or a negative number with
    /// `errno`.
    func fill(from descriptor: Int32, atMost limit: Int) -> Int {
        let moved = splice(descriptor, nil, writeEnd, nil, limit, Self.flags)
        count += max(0, moved)
        return moved
    }

    /// Moves the bytes of the pipe to a socket. Returns their number, or a negative number with `errno`.
    func drain(to descriptor: Int32) -> Int {
        let moved = splice(readEnd, nil, descriptor, nil, count, Self.flags)
        count -= max(0, moved)
        return moved
    }

    /// A larger pipe moves more at once, but its content is no longer in the processor's cache when the peer reads it.
    private static let wantedCapacity: Int32 = 1 << 18
    private static let leastCapacity = 1 << 16
    // Constants that the GNU headers define only with _GNU_SOURCE: F_SETPIPE_SZ and F_GETPIPE_SZ (fcntl(2)),
    // SPLICE_F_MOVE and SPLICE_F_NONBLOCK (splice(2)).
    private static let setSize: Int32 = 1031
    private static let getSize: Int32 = 1032
    private static let flags: UInt32 = 1 | 2
}
#endif
