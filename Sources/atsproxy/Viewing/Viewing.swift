import Console
import Foundation
import Networking
import Settings
import StandardStreams
import TransportSecurity

/// Shows recordings until a signal ends the program. This runs on the program's main thread. Recordings that have
/// changed are read again on another thread, because signals must be handled meanwhile.
final class Viewing {
    private let server: ConsoleServer
    private let recordings: ViewedRecordings
    private let rereadRecordings: RereadRecordings
    /// The versions of the recordings that are shown or being read.
    private var versions: RecordingVersions
    /// The earliest time of the next reading.
    private var nextReading = ContinuousClock.now
    private var lastRead: Instant
    private var isReading = false
    /// The time between two checks of the recordings, in milliseconds.
    private static let interval = 2000
    /// The pause after a reading, as a multiple of its duration.
    private static let pauseFactor = 10

    /// The result of a reading.
    private struct Reading: Sendable {
        let failure: CommandFailure?
        let wasReplaced: Bool
        let duration: Duration
    }

    /// Creates the view of recordings that were just read by a console.
    init(
        of recordings: ViewedRecordings, on server: ConsoleServer, rereadRecordings: RereadRecordings,
        versions: RecordingVersions
    ) {
        self.server = server
        self.recordings = recordings
        self.rereadRecordings = rereadRecordings
        self.versions = versions
        lastRead = WallClock.now
    }

    /// Runs until SIGINT, SIGTERM or SIGHUP.
    ///
    /// - Parameter announce: Announces the console. The closure is called after the signal handlers are installed,
    ///   because the reader of the announcement may send a signal at once.
    func runUntilStopped(announce: () -> Void) throws(CommandFailure) {
        do throws(SystemError) {
            let loop = try EventLoop()
            let ended = try Mailbox<Reading>()
            let reader = ended.open(on: loop) { [self] in show($0) }
            let signals = [SIGINT, SIGTERM, SIGHUP].filter { !ProcessSignals.ignores($0) }.map { signal in
                SignalEvent(loop, signal: signal) { loop.stop() }
            }
            var timer: Networking.Timer?
            let check = Networking.Timer(loop) { [self] in
                readAgain(reportingTo: ended)
                timer?.start(milliseconds: Self.interval)
            }
            timer = check
            check.start(milliseconds: Self.interval)
            announce()
            let failure = withExtendedLifetime((signals, check, reader)) { loop.run() }
            timer = nil
            server.stop()
            if let failure { throw failure }
        } catch {
            throw CommandFailure(.software, "cannot wait for signals: \(error.operation): \(error.text)")
        }
    }

    /// Begins to read the recordings again if one of them has changed.
    private func readAgain(reportingTo ended: Mailbox<Reading>) {
        let now = RecordingVersions(of: recordings.paths)
        guard !isReading, now != versions, ContinuousClock.now >= nextReading else { return }
        let wasReplaced = now.haveReplacedFiles(since: versions)
        // Reading a pipe or a device may never end.
        let irregular = now.firstIrregular(since: versions).map { recordings.paths[$0] }
        versions = now
        if let irregular { return show(unreadable: "\(irregular) is no longer a regular file.") }
        do throws(SystemError) {
            try SystemThread.start(named: "reading") { [recordings, rereadRecordings] in
                let start = ContinuousClock.now
                var failure: CommandFailure?
                do throws(CommandFailure) {
                    rereadRecordings.put(try recordings.input(saysLeftOut: false))
                } catch {
                    failure = error
                }
                ended.post(Reading(failure: failure, wasReplaced: wasReplaced, duration: .now - start))
            }
            isReading = true
        } catch {
            show(unreadable: "\(error.prose).")
        }
    }

    /// Shows the result of a reading that has ended.
    private func show(_ reading: Reading) {
        isReading = false
        nextReading = ContinuousClock.now + reading.duration * Self.pauseFactor
        if let failure = reading.failure { return show(unreadable: failure.sentence) }
        lastRead = WallClock.now
        var state = ProxyState()
        state.notices = [
            .init(
                .rotated, .note,
                "The recordings \(reading.wasReplaced ? "were replaced" : "have grown") and were read again at "
                    + "\(lastRead.clock) UTC.",
                fix: "")
        ]
        server.use(state: state)
    }

    private func show(unreadable sentence: String) {
        var state = ProxyState()
        state.notices = [
            .init(
                .unreadable, .warning,
                "The recordings changed and cannot be read now: \(sentence) What is shown was read at "
                    + "\(lastRead.clock) UTC.",
                fix: "Restore the recordings; they are looked at again once they change.")
        ]
        server.use(state: state)
    }
}

extension Instant {
    /// The time of the day in UTC, such as `22:54:00`.
    fileprivate var clock: String { String(description.dropFirst(11).prefix(8)) }
}
