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

    /// What the server's threads and signals tell the main thread.
    private enum Message: Sendable {
        case drained
        case stopped
    }

    init(_ server: Server, _ log: EventLog, reload: Reload) {
        self.server = server
        self.log = log
        self.reload = reload
    }

    /// Returns once the proxy has stopped, every event flushed. A second signal while it drains ends it at once.
    func runUntilStopped() throws(CommandFailure) {
        do throws(SystemError) {
            try wait()
        } catch {
            throw CommandFailure(.software, "cannot wait for signals: \(error.operation): \(error.text)")
        }
        log.close(within: .seconds(5))
    }

    private func wait() throws(SystemError) {
        let loop = try EventLoop()
        let mailbox = try Mailbox<Message>()
        let server = self.server
        var isDraining = false
        let reader = mailbox.open(on: loop) { message in
            switch message {
            case .drained: server.stop { mailbox.post(.stopped) }
            case .stopped: loop.stop()
            }
        }
        let limit = Timer(loop) { server.stop { mailbox.post(.stopped) } }
        let stop = { [reload] in
            if isDraining {
                server.stop { mailbox.post(.stopped) }
            } else {
                isDraining = true
                ServiceNotification.stopping.send()
                limit.start(milliseconds: Int(reload.settings.drainSeconds * 1000))
                server.drain { mailbox.post(.drained) }
            }
        }
        let signals = [SIGINT, SIGTERM].map { SignalEvent(loop, signal: $0, handler: stop) }
        let hangUp = SignalEvent(loop, signal: SIGHUP) { [log, reload] in
            log.reopen()
            if !isDraining { reload.run() }
        }
        let memory = MemoryWatch(loop, server)
        ServiceNotification.ready.send()
        withExtendedLifetime((reader, limit, signals, hangUp, memory)) { loop.run() }
    }
}
