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
    private let recorder: EventRecorder
    private let console: LiveConsole?
    private let reload: Reload

    init(_ server: Server, _ recorder: EventRecorder, _ console: LiveConsole?, reload: Reload) {
        self.server = server
        self.console = console
        self.recorder = recorder
        self.reload = reload
    }

    /// Runs until the proxy has stopped, and every event is written or its loss is reported. After a second signal,
    /// nothing is waited for.
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
        let flush = try FinalFlush(of: recorder, on: loop) { loop.stop() }
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
        let hangUp = SignalEvent(loop, signal: SIGHUP) { [recorder, console, reload, server] in
            recorder.log.reopen()
            console?.recordingWasReopened()
            guard !shutdown.hasBegun else { return }
            server.recordPolicies()
            if let configuration = reload.run() { console?.use(reload.settings, configuration) }
        }
        // While the process was stopped, its shell has written to the terminal.
        let resumed = SignalEvent(loop, signal: SIGCONT) { TerminalTurn.counted {} }
        let memory = MemoryWatch(loop, server)
        console?.begin(on: loop)
        announce()
        ServiceNotification.ready.send()
        let failure = withExtendedLifetime((shutdown, signals, hangUp, resumed, memory)) { loop.run() }
        console?.stop()
        if let failure { throw failure }
        let status = flush.reportLoss()
        summary.print()
        return (status, shutdown.failure)
    }

    /// What came through the proxy since its start.
    private var summary: ServingSummary {
        let policies = Set(reload.settings.listeners.map(\.policy.path))
        return ServingSummary(
            tally: recorder.total.tally, recording: recording, policy: policies.count == 1 ? policies.first ?? nil : nil
        )
    }

    private var recording: ServingSummary.Recording {
        switch (recorder.form, reload.settings.events) {
        case (.lines, _): return .none
        case (.json, nil), (.json, "-"): return .standardOutput
        case (.json, .some(let path)): return .file(path)
        }
    }
}
