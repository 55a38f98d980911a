#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How the process takes signals, set once before any thread is started.
public enum ProcessSignals {
    /// Makes a broken pipe, and a file that may grow no more, errors of the write that meets them, and lets every signal through: a parent may have left
    /// some blocked, and a proxy that cannot hear SIGTERM cannot be stopped in order.
    public static func prepare() {
        ignore(SIGPIPE)
        ignore(SIGXFSZ)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Makes the process ignore that signal wherever no handler is set.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Whether the process ignores that signal: by its own doing, or because its parent left it so.
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

    /// The signals that a program started from here is to take as any program does: all that can be taken otherwise,
    /// save those from which `nohup`, or a shell that runs a job in the background, shields us and what we start.
    static var notShielded: sigset_t {
        var set = sigset_t()
        sigfillset(&set)
        for signal in [SIGKILL, SIGSTOP] { sigdelset(&set, signal) }
        for signal in [SIGHUP, SIGINT, SIGQUIT] where ignores(signal) { sigdelset(&set, signal) }
        return set
    }
}
