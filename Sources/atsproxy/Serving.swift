import Libevent
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

    /// Returns once the proxy has stopped, every event flushed. A second signal while it drains ends it at once.
    func runUntilStopped() throws(CommandFailure) {
        let failure: CommandFailure?
        do throws(SystemError) {
            failure = try wait()
        } catch {
            throw CommandFailure(.software, "cannot wait for signals: \(error.operation): \(error.text)")
        }
        log.close(within: .seconds(5))
        if let failure { throw failure }
    }

    /// Returns once the proxy has stopped, with the reason where nobody told it to.
    private func wait() throws(SystemError) -> CommandFailure? {
        let loop = try EventLoop()
        let shutdown = try Shutdown(of: server, on: loop) { loop.stop() }
        let stop = { [reload] in
            if !shutdown.hasBegun { ServiceNotification.stopping.send() }
            shutdown.begin(within: reload.settings.drainSeconds)
        }
        let signals = [SIGINT, SIGTERM].map { SignalEvent(loop, signal: $0, handler: stop) }
        let hangUp = SignalEvent(loop, signal: SIGHUP) { [log, reload] in
            log.reopen()
            if !shutdown.hasBegun { reload.run() }
        }
        let memory = MemoryWatch(loop, server)
        ServiceNotification.ready.send()
        let failure = withExtendedLifetime((shutdown, signals, hangUp, memory)) { loop.run() }
        if let failure { throw failure }
        return shutdown.failure
    }
}
