import CLibevent
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Signals that other processes send to this one, on its loop, in the order of their arrival.
///
/// Those of the terminal are left out: Ctrl-C goes to every process of the foreground group, and so a child that is
/// in it needs nobody to pass it on. Signals that the process ignored before stay ignored.
public final class SentSignals {
    private let event: DescriptorEvent
    private let readEnd: Int32
    private let writeEnd: Int32
    private var before: [(signal: Int32, action: sigaction)] = []

    /// Takes over those signals for the life of this object, of which there may be one at a time.
    public init(_ loop: EventLoop, _ signals: [Int32], handler: @escaping (Int32) -> Void) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        for end in ends {
            evutil_make_socket_nonblocking(end)
            evutil_make_socket_closeonexec(end)
        }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        (self.readEnd, self.writeEnd) = (readEnd, writeEnd)
        event = DescriptorEvent(loop, readEnd, .readable) {
            var number: UInt8 = 0
            while read(readEnd, &number, 1) == 1 { handler(Int32(number)) }
        }
        event.enable()
        Self.destination.store(writeEnd, ordering: .sequentiallyConsistent)
        for signal in signals where !ProcessSignals.ignores(signal) { take(signal) }
    }

    deinit {
        for (signal, var action) in before { sigaction(signal, &action, nil) }
        Self.destination.store(-1, ordering: .sequentiallyConsistent)
        event.disable()
        close(readEnd)
        close(writeEnd)
    }

    private func take(_ signal: Int32) {
        var old = sigaction()
        var new = sigaction()
        sigfillset(&new.sa_mask)
        #if canImport(Glibc)
        new.sa_flags = SA_RESTART | SA_SIGINFO
        new.__sigaction_handler.sa_sigaction = { number, information, _ in SentSignals.note(number, information) }
        #else
        new.sa_flags = SA_RESTART | SA_SIGINFO
        new.__sigaction_u.__sa_sigaction = { number, information, _ in SentSignals.note(number, information) }
        #endif
        if sigaction(signal, &new, &old) == 0 { before.append((signal, old)) }
    }

    /// Where the handler writes to: it may be running on any thread, and may do little more than that.
    private static let destination = Atomic<Int32>(-1)

    private static func note(_ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?) {
        guard let information, information.pointee.isOfProcess else { return }
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(destination.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}

extension siginfo_t {
    /// Whether a process sent the signal, and not the kernel for a terminal.
    fileprivate var isOfProcess: Bool {
        #if canImport(Glibc)
        return si_code <= 0
        #else
        return si_pid != 0
        #endif
    }
}
