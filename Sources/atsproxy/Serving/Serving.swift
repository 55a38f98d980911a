import Networking
import ProxyServer
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs a proxy on the program's main thread: waits for signals, drains, flushes, and ends.
final class Serving {
    private let server: Server
    private let log: EventLog
    private let reload: Reload

    init(_ server: Server, _ log: EventLog, reload: Reload) {
        self.server = server
        self.log = log
        self.reload = reload
    }

    /// Runs until the proxy has stopped, and every event is written or its loss is reported. After a second signal, nothing
    /// is waited for.
    ///
    /// - Parameter announce: Announces the listeners. It is called after the signal handlers are installed, because the
    ///   reader of the announcement may send a signal at once.
    /// - Returns: The exit status.
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

    /// Waits until the proxy has stopped. The failure is the reason if no signal stopped it.
    private func wait(_ announce: () -> Void) throws(SystemError) -> (status: Int32, failure: CommandFailure?) {
        let loop = try EventLoop()
        let flush = try FinalFlush(of: log, on: loop) { loop.stop() }
        var timeLimit = FinalFlush.timeLimit
        let shutdown = try Shutdown(of: server, on: loop) { flush.begin(waiting: timeLimit) }
        let stop = { [reload] in
            if shutdown.hasBegun { timeLimit = 0 } else { ServiceNotification.stopping.send() }
            if flush.hasBegun { flush.begin(waiting: 0) }
            shutdown.begin(within: reload.settings.drainSeconds)
        }
        let signals = [SIGINT, SIGTERM].map { SignalEvent(loop, signal: $0, handler: stop) }
        // An ended handler restores the earlier disposition of its signal. SIGHUP must not end the process after that.
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
        return (flush.reportLoss(), shutdown.failure)
    }
}
