import DataInUse
import MetricsServing
import Networking
import ProxyServer
import Settings
import StandardStreams
import TerminalDisplay

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs the proxy of `serve` on the program's main thread: handles signals, then drains the proxy and flushes the
/// recording.
final class Serving {
    private let server: Server
    private let recorder: EventRecorder
    private let console: LiveConsole?
    private let metrics: MetricsServer?
    private let reload: Reload
    private let systemProxy: SystemProxySwitch

    init(
        _ server: Server, recorder: EventRecorder, console: LiveConsole?, metrics: MetricsServer?, reload: Reload,
        systemProxy: SystemProxySwitch
    ) {
        self.server = server
        self.console = console
        self.metrics = metrics
        self.recorder = recorder
        self.reload = reload
        self.systemProxy = systemProxy
    }

    /// Runs until the proxy has stopped, and every event is written or its loss is reported. After a second signal,
    /// only the restore of the system's proxy is waited for, at most 20 seconds.
    ///
    /// - Parameter announce: Announces the listeners, and returns the reason why the proxy cannot be used after all.
    ///   The closure is called after the signal handlers are installed, because the reader of the announcement may send
    ///   a signal at once.
    /// - Returns: The exit status.
    func runUntilStopped(announce: () -> CommandFailure?) throws(CommandFailure) -> Int32 {
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
    private func wait(_ announce: () -> CommandFailure?) throws(SystemError) -> (
        status: Int32, failure: CommandFailure?
    ) {
        let loop = try EventLoop()
        let flush = try FinalFlush(of: recorder, on: loop)
        var timeLimit = FinalFlush.timeLimit
        let shutdown = try Shutdown(of: server, on: loop) { flush.begin(within: timeLimit) }
        let stop = { [reload, systemProxy] in
            if shutdown.hasBegun { timeLimit = 0 } else { ServiceNotification.stopping.send() }
            // New connections of the system would be refused during the drain.
            systemProxy.end()
            if flush.hasBegun { flush.begin(within: 0) }
            shutdown.begin(within: reload.settings.drainSeconds)
        }
        let signals = [SIGINT, SIGTERM].map { SignalEvent(loop, signal: $0, handler: stop) }
        // When a handler ends, the earlier disposition of its signal is restored. SIGHUP must not end the process then.
        ProcessSignals.ignore(SIGHUP)
        let logListAge = LogListAgeWatch(on: loop, reload.dataFileDates, isGiven: reload.settings.trust.logList != nil)
        let updates = DailyDataUpdates(loop, reload.settings) { [unowned self] lines in
            !shutdown.hasBegun && self.useUpdatedData(lines, logListAge: logListAge)
        }
        // Several signals before the reload cause only one. A signal to stop takes precedence.
        let pendingReload = Timer(loop) { [unowned self] in
            self.recorder.log.reopen()
            self.console?.recordingWasReopened()
            if !shutdown.hasBegun { self.reloadAll(updates: updates, logListAge: logListAge) }
        }
        let hangUp = SignalEvent(loop, signal: SIGHUP) {
            if !pendingReload.isRunning { pendingReload.start(milliseconds: 0) }
        }
        // While the process was suspended, its shell may have written to the terminal.
        let resumed = SignalEvent(loop, signal: SIGCONT) { SharedTerminal.writeText {} }
        let memory = MemoryWatch(of: server, on: loop)
        ProcessSignals.release()
        console?.begin(on: loop)
        let refusal = announce()
        if refusal == nil { ServiceNotification.ready.send() } else { shutdown.begin(within: 0) }
        let failure = withExtendedLifetime((shutdown, signals, hangUp, updates, logListAge, resumed, memory)) {
            loop.run()
        }
        console?.stop()
        metrics?.stop()
        if let failure { throw failure }
        let status = flush.reportLoss()
        if refusal == nil { summary.print() }
        return (status, refusal ?? shutdown.failure)
    }

    /// Uses data files that were updated, and says the lines about them. Returns whether they are in use.
    private func useUpdatedData(_ lines: [String], logListAge: LogListAgeWatch) -> Bool {
        guard let configuration = reload.reloadDataFiles() else { return false }
        for line in lines { Output.say(line) }
        logListAge.use(reload.dataFileDates, isGiven: reload.settings.trust.logList != nil)
        console?.use(reload.settings, configuration: configuration)
        return true
    }

    /// Reloads settings, policies and data files, and hands them to everything that uses them.
    private func reloadAll(updates: DailyDataUpdates, logListAge: LogListAgeWatch) {
        server.recordPolicies()
        guard let configuration = reload.reloadAll() else { return }
        console?.use(reload.settings, configuration: configuration)
        updates.use(reload.settings)
        logListAge.use(reload.dataFileDates, isGiven: reload.settings.trust.logList != nil)
        systemProxy.listenersChanged(to: server.listeners)
    }

    /// The counts of loads through the proxy since its start.
    private var summary: ServingSummary {
        let policies = Set(reload.settings.listeners.map(\.policy.path))
        return ServingSummary(
            tally: recorder.total.tally, recording: recording, policy: policies.count == 1 ? policies.first ?? nil : nil
        )
    }

    private var recording: ServingSummary.Recording {
        switch (recorder.form, reload.settings.recording.path) {
        case (.lines, _): return .none
        case (.json, nil), (.json, "-"): return .standardOutput
        case (.json, .some(let path)): return .file(path)
        }
    }
}
