#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The signal handling of the process, set once before any thread is started.
public enum ProcessSignals {
    /// Makes a broken pipe or a full file system limit an error of the write instead of a signal, and unblocks all
    /// signals. A parent process may have blocked some, and a proxy without SIGTERM could not be stopped properly.
    public static func prepare() {
        ignore(SIGPIPE)
        ignore(SIGXFSZ)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Keeps the signals that stop, reload or wake a program pending until `release`, also for threads that start
    /// meanwhile.
    ///
    /// For the time between the first listener and the handlers: whoever sees that the program accepts connections may
    /// send a signal at once, which would end the program.
    public static func hold() {
        var set = held
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Delivers the signals that came since `hold`, and those that come, to the handlers.
    public static func release() {
        var set = held
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static var held: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2] { sigaddset(&set, signal) }
        return set
    }

    /// Ignores a signal wherever no handler is set.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Whether the process ignores a signal. A process may inherit this choice from its parent.
    public static func ignores(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
        let handler = action.__sigaction_handler.sa_handler
        #else
        let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signals that a child process can handle by default.
    static var all: sigset_t {
        var set = sigset_t()
        sigfillset(&set)
        for signal in [SIGKILL, SIGSTOP] { sigdelset(&set, signal) }
        return set
    }

    /// The signals that a child process should handle by default: all except those that this process ignores because of
    /// `nohup` or a shell's background job.
    static var notShielded: sigset_t {
        var set = all
        for signal in [SIGHUP, SIGINT, SIGQUIT] where ignores(signal) { sigdelset(&set, signal) }
        return set
    }
}
