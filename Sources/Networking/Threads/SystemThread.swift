// `CLibevent` declares pthread_setname_np, which Glibc does not show to Swift.
import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread of the operating system.
public enum SystemThread {
    /// Starts a detached thread that runs the body once. The first 15 bytes of the name show in `top -H` and debuggers.
    ///
    /// The thread takes no signals: they go to the threads that watch them, and SIGPIPE and SIGXFSZ become errors of
    /// the calls that raise them.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = Unmanaged.passRetained(Body(name: name, run: body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        #if canImport(Glibc)
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, { Self.begin($0) }, box.toOpaque())
        #else
        var thread: pthread_t?
        let result = pthread_create(&thread, &attributes, { Self.begin($0) }, box.toOpaque())
        #endif
        guard result == 0 else {
            box.release()
            throw SystemError(number: result, operation: "pthread_create")
        }
    }

    /// Lets the other threads go first, from now on, for work that can wait. Where the system does not permit that,
    /// nothing changes.
    public static func lowerPriority() {
        #if canImport(Glibc)
        // Linux has a priority for each thread; 0 is the calling one. With 10, it still gets a tenth of the time of
        // others.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #else
        _ = setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
        #endif
    }

    private static func begin(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        #if canImport(Glibc)
        _ = pthread_setname_np(pthread_self(), String(body.name.prefix(15)))
        #else
        pthread_setname_np(body.name)
        #endif
        blockSignals()
        body.run()
        return nil
    }

    /// Blocks every signal on this thread but those that a fault of the thread itself raises, which a crash reporter
    /// handles.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_SETMASK, &signals, nil)
    }

    private final class Body: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }
}
