#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe to oneself: one thread sleeps on it together with other descriptors until another one signals.
final class WakeUp: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// Opens the pipe; throws the value of `errno` where the process has no descriptors left.
    init() throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemFailure(number: errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes whoever waits, or the next one to wait. Never blocks: a full pipe is signal enough.
    func signal() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Sleeps until a signal comes, the other descriptor can be written to, or the time is up; nil: no limit.
    func wait(orWritable descriptor: Int32? = nil, for duration: Duration?) {
        var watched = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        if let descriptor { watched.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)) }
        _ = poll(&watched, nfds_t(watched.count), duration.map(\.pollTimeout) ?? -1)
        if watched[0].revents != 0 { drain() }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}

/// The number of a failed system call.
struct SystemFailure: Error, Hashable, Sendable {
    /// The value of `errno`.
    var number: Int32

    /// The system's words for it, `No space left on device`.
    var text: String { String(cString: strerror(number)) }
}

extension Duration {
    /// The duration in milliseconds, rounded up so that nobody wakes too early and spins.
    fileprivate var pollTimeout: Int32 {
        let (seconds, attoseconds) = components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return .max }
        return Int32(
            clamping: max(0, milliseconds.partialValue + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
