#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread of the system that runs one writer; nobody waits for its end by way of the thread.
final class WriterThread: Sendable {
    private let writer: EventLogWriter

    /// Starts a thread for that writer; throws where the system has none left.
    static func start(_ writer: EventLogWriter) throws(SystemFailure) {
        let result = WriterThread(writer).start()
        guard result == 0 else { throw SystemFailure(number: result) }
    }

    private init(_ writer: EventLogWriter) {
        self.writer = writer
    }

    private func start() -> Int32 {
        let passed = Unmanaged.passRetained(self)
        #if canImport(Darwin)
        var thread: pthread_t?
        let result = pthread_create(&thread, nil, { runWriter($0) }, passed.toOpaque())
        if let thread { pthread_detach(thread) }
        #else
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runWriter, passed.toOpaque())
        if result == 0 { pthread_detach(thread) }
        #endif
        if result != 0 { passed.release() }
        return result
    }

    fileprivate func run() {
        // Signals are the program's business on its other threads; SIGPIPE and SIGXFSZ come back as errors here.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        var writer = writer
        writer.run()
    }
}

/// Where the thread begins, as C wants it.
private func runWriter(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<WriterThread>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
}
