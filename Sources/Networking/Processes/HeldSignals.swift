import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Keeps signals that end a program back while something must not be interrupted.
public enum HeldSignals {
    /// Runs a job. SIGHUP, SIGINT and SIGTERM do nothing meanwhile but are noted; signals that the process ignores stay
    /// ignored.
    ///
    /// - Returns: The result of the job, and those signals that came, in the order of their numbers.
    public static func during<Result>(_ job: () -> Result) -> (Result, signals: [Int32]) {
        received.store(0, ordering: .sequentiallyConsistent)
        var before: [(signal: Int32, action: sigaction)] = []
        for signal in held where !ProcessSignals.ignores(signal) {
            var (old, new) = (sigaction(), sigaction())
            sigfillset(&new.sa_mask)
            new.sa_flags = SA_RESTART
            #if canImport(Glibc)
            new.__sigaction_handler.sa_handler = { HeldSignals.note($0) }
            #else
            new.__sigaction_u.__sa_handler = { HeldSignals.note($0) }
            #endif
            if sigaction(signal, &new, &old) == 0 { before.append((signal, old)) }
        }
        let result = job()
        for (signal, var action) in before { sigaction(signal, &action, nil) }
        let bits = received.load(ordering: .sequentiallyConsistent)
        return (result, held.filter { bits & 1 << UInt32($0) != 0 })
    }

    private static let held = [SIGHUP, SIGINT, SIGTERM]

    /// The signals that came, a bit each. The handler may run on any thread, and may call only functions that are safe
    /// in a signal handler (signal-safety(7)).
    private static let received = Atomic<UInt32>(0)

    private static func note(_ signal: Int32) {
        received.bitwiseOr(1 << UInt32(truncatingIfNeeded: signal), ordering: .sequentiallyConsistent)
    }
}
