import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Signals that other processes send to this one, on its loop, in the order of their arrival.
///
/// Signals of the terminal are left out: Ctrl-C goes to every process of the foreground group, so a child in that group
/// gets it without this process. Signals that the process ignored before stay ignored.
public final class SentSignals {
    private let event: DescriptorEvent
    private let pipe: SelfPipe
    private var before: [(signal: Int32, action: sigaction)] = []

    /// Handles those signals for the life of this object. There may be one such object at a time.
    public init(_ loop: EventLoop, _ signals: [Int32], handler: @escaping (Int32) -> Void) throws(SystemError) {
        let pipe = try SelfPipe()
        self.pipe = pipe
        event = DescriptorEvent(loop, pipe.readEnd, .readable) {
            while let number = pipe.receive() { handler(Int32(number)) }
        }
        event.enable()
        Self.destination.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
        for signal in signals where !ProcessSignals.ignores(signal) { take(signal) }
    }

    deinit {
        for (signal, var action) in before { sigaction(signal, &action, nil) }
        Self.destination.store(-1, ordering: .sequentiallyConsistent)
        event.disable()
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

    /// The descriptor that the signal handler writes to. The handler runs on any thread and may call only functions
    /// that are safe in a signal handler (signal-safety(7)), so it gets the number and not the object.
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
