import Networking
import ProxyServer
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The life of a running proxy on the program's main thread: waits for signals, drains, flushes, and ends.
final class Serving {
    private let server: Server
    private let log: EventLog
    private let reload: Reload

    init(_ server: Server, _ log: EventLog, reload: Reload) {
        self.server = server
        self.log = log
        self.reload = reload
    }

    /// Returns the exit status once the proxy has stopped, and every event is written or its loss is said. After a second
    /// signal nothing is waited for any more.
    ///
    /// - Parameter announce: Says that the proxy listens. Called once signals are heard, since whoever reads that may send one.
    func runUntilStopped(announce: () -> Void) throws(CommandFailure) -> Int32 {
        let (status, failure): (Int32, CommandFailure?)
        do throws(SystemError) {
            (status, failure) = try wait(announce)
        } catch {
            throw CommandFailure(.software, "cannot wait for signals: \(error.operation): \(error.text)")
        }
        if let failure { throw failure }
        return status
    }

    /// Waits until the proxy has stopped; the failure is the reason where nobody told it to.
    private func wait(_ announce: () -> Void) throws(SystemError) -> (status: Int32, failure: CommandFailure?) {
        let loop = try EventLoop()
        let flush = try LastFlush(of: log, on: loop) { loop.stop() }
        var patience = LastFlush.patience
        let shutdown = try Shutdown(of: server, on: loop) { flush.begin(waiting: patience) }
        let stop = { [reload] in
            if shutdown.hasBegun { patience = 0 } else { ServiceNotification.stopping.send() }
            if flush.hasBegun { flush.begin(waiting: 0) }
            shutdown.begin(within: reload.settings.drainSeconds)
        }
        let signals = [SIGINT, SIGTERM].map { SignalEvent(loop, signal: $0, handler: stop) }
        // What a signal does before its handler is set comes back when that is gone: SIGHUP is to end nothing then.
        ProcessSignals.ignore(SIGHUP)
        let hangUp = SignalEvent(loop, signal: SIGHUP) { [log, reload] in
            log.reopen()
            if !shutdown.hasBegun { reload.run() }
        }
        let memory = MemoryWatch(loop, server)
        announce()
        ServiceNotification.ready.send()
        let failure = withExtendedLifetime((shutdown, signals, hangUp, memory)) { loop.run() }
        if let failure { throw failure }
        return (flush.saidLoss(), shutdown.failure)
    }
}
