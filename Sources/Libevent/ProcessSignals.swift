#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How the process takes signals, set once before any thread is started.
public enum ProcessSignals {
    /// Makes a broken pipe an error of the write that meets it, and lets every signal through: a parent may have left
    /// some blocked, and a proxy that cannot hear SIGTERM cannot be stopped in order.
    public static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
