#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe from this process to itself, by which one thread wakes another that waits on descriptors.
///
/// Owns both descriptors. The writing end never blocks: bytes that a full pipe does not take are dropped, since the
/// bytes in it wake the reader as well.
public final class SelfPipe: Sendable {
    /// The descriptor that becomes readable when the pipe is signalled.
    let readEnd: Int32
    /// The descriptor that signals are written to. For a handler of Unix signals, which may not use this object.
    let writeEnd: Int32

    /// The result of reading from an empty pipe.
    public enum EmptyRead: Sendable {
        /// The reading thread sleeps until the pipe is signalled.
        case blocks
        /// Reading returns at once.
        case returns
    }

    /// Opens a pipe that a child process does not inherit; throws where the process may open no more descriptors.
    public init(whenEmpty emptyRead: EmptyRead = .returns) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        if emptyRead == .returns { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Writes one byte, which wakes the thread that waits now or the next one to wait. Never blocks.
    public func signal() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Reads one byte; nil where the pipe is empty and reading does not block.
    func receive() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(readEnd, &byte, 1)
            if count < 0 && errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }

    /// Discards up to 64 signals with one read. Further signals keep the pipe readable.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            _ = read(readEnd, bytes.baseAddress, bytes.count)
        }
    }

    /// Sleeps until the pipe is signalled, the other descriptor is writable, or the time is up; nil means no limit.
    ///
    /// Takes the signals out of the pipe. May return early when a Unix signal arrives.
    public func wait(orWritable descriptor: Int32? = nil, for duration: Duration?) {
        var watched = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        if let descriptor { watched.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)) }
        _ = poll(&watched, nfds_t(watched.count), duration.map(\.pollTimeout) ?? -1)
        if watched[0].revents != 0 { drain() }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up: a waiting thread must not wake too early and spin.
    fileprivate var pollTimeout: Int32 {
        let (seconds, attoseconds) = components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return .max }
        return Int32(
            clamping: max(0, milliseconds.partialValue + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
