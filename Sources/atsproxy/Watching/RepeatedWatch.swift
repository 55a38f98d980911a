import Foundation
import HTTPServer
import Metrics
import MetricsServing
import Networking
import Settings
import StandardStreams
import Synchronization
import Watching

/// A watch that makes a pass again and again, until SIGINT or SIGTERM (`watch --every`).
///
/// The passes run on a thread of their own. The main thread handles signals meanwhile.
final class RepeatedWatch {
    private let watch: Watch
    private let seconds: Int64
    private let server: MetricsServer?
    private let families: WatchedMetrics
    private let loop: EventLoop
    private let failed: Mailbox<CommandFailure>

    /// Prepares the passes, and serves the metrics.
    ///
    /// - Parameters:
    ///   - seconds: The time from the begin of a pass to that of the next one.
    ///   - metrics: The address of the metrics; nil for none.
    init(_ watch: Watch, every seconds: Int64, metrics: SocketAddress?) throws(CommandFailure) {
        self.watch = watch
        self.seconds = seconds
        let families = WatchedMetrics()
        self.families = families
        do throws(SystemError) {
            loop = try EventLoop()
            failed = try Mailbox<CommandFailure>()
            server = try metrics.map { (address) throws(SystemError) in
                try MetricsServer(ServerSocket(try ListeningSocket(address))) {
                    MetricsRoutes(
                        readiness: { families.all.isEmpty ? .starting : .ready }, families: { families.all })
                }
            }
        } catch {
            throw CommandFailure(
                .unavailable, "the watch cannot begin: \(error.operation): \(error.text); look at --metrics.")
        }
        server?.announce()
    }

    /// Makes passes until a signal comes. A failure of the first pass is thrown, that of a later one is said.
    func run(keepingIn path: String) throws(CommandFailure) {
        var failure: CommandFailure?
        let reader = failed.open(on: loop) { [loop] in
            failure = $0
            loop.stop()
        }
        let signals = [SIGINT, SIGTERM].filter { !ProcessSignals.ignores($0) }.map { signal in
            SignalEvent(loop, signal: signal) { [loop] in loop.stop() }
        }
        do throws(SystemError) {
            try SystemThread.start(named: "watching") { [watch, seconds, families, failed] in
                Self.repeatPasses(of: watch, every: seconds, keepingIn: path, showing: families, reporting: failed)
            }
        } catch {
            throw CommandFailure(.software, "cannot begin a pass: \(error.text).")
        }
        let fault = withExtendedLifetime((reader, signals)) { loop.run() }
        server?.stop()
        if let failure { throw failure }
        if let fault { throw CommandFailure(.software, "cannot wait for signals: \(fault.text)") }
    }

    /// Makes passes until the first one fails. The thread ends with the program.
    private static func repeatPasses(
        of watch: Watch, every seconds: Int64, keepingIn path: String, showing families: WatchedMetrics,
        reporting failed: Mailbox<CommandFailure>
    ) {
        do throws(CommandFailure) {
            let directory = try WatchDirectory(path)
            families.all = try watch.pass(keepingIn: directory).report.metrics
            let interval = seconds * 1000
            var next = WallClock.elapsedMilliseconds
            while true {
                // A pass that took longer than the interval has missed beginnings, which are left out.
                let now = WallClock.elapsedMilliseconds
                let missed = max(0, (now - next) / interval)
                next += (missed + 1) * interval
                Thread.sleep(forTimeInterval: Double(next - now) / 1000)
                do throws(CommandFailure) {
                    families.all = try watch.pass(keepingIn: directory).report.metrics
                } catch {
                    Output.say(error.sentence)
                }
            }
        } catch {
            failed.post(error)
        }
    }
}

/// The metrics of the last pass, for the thread that serves them.
final class WatchedMetrics: Sendable {
    private let families = Mutex<[MetricFamily]>([])

    /// All families; empty before the first pass has ended.
    var all: [MetricFamily] {
        get { families.withLock { $0 } }
        set { families.withLock { $0 = newValue } }
    }
}
