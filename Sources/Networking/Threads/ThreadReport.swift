import CLibevent
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a thread that was just started reports to the one that waits for it: that it works, or why it cannot.
public final class ThreadReport: Sendable {
    private let failure = Mutex<SystemError?>(nil)
    private let readEnd: Int32
    private let writeEnd: Int32

    /// A report that is not made yet.
    public init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { evutil_make_socket_closeonexec(end) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Reports, once: nil where the thread works.
    public func make(_ failure: SystemError?) {
        self.failure.withLock { $0 = failure }
        _ = write(writeEnd, "!", 1)
    }

    /// Waits for the report; throws what the thread reports as its failure.
    public func wait() throws(SystemError) {
        var sign: UInt8 = 0
        while read(readEnd, &sign, 1) < 0 && errno == EINTR {}
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
