import Console
import Foundation
import Networking
import TransportSecurity

/// Shows recordings until a signal ends it, on the program's main thread. Recordings that grew or were replaced are
/// read again.
final class Viewing {
    private let server: ConsoleServer
    private let recordings: ViewedRecordings
    private let rereadings: Rereadings
    private var versions: [FileVersion?]
    private var next = ContinuousClock.now
    private var lastRead: Instant

    /// How often the recordings are looked at, in milliseconds.
    private static let interval = 2000
    /// The part of the time that reading them again may take, as a divisor.
    private static let share = 10

    /// Creates the view of recordings that were just read by a console.
    init(_ server: ConsoleServer, _ recordings: ViewedRecordings, _ rereadings: Rereadings, _ versions: [FileVersion?])
    {
        self.server = server
        self.recordings = recordings
        self.rereadings = rereadings
        self.versions = versions
        lastRead = WallClock.now
    }

    /// Runs until SIGINT, SIGTERM or SIGHUP.
    ///
    /// - Parameter announce: Announces the console. It is called after the signal handlers are installed, because the
    ///   reader of the announcement may send a signal at once.
    func runUntilStopped(announce: () -> Void) throws(CommandFailure) {
        do throws(SystemError) {
            let loop = try EventLoop()
            let signals = [SIGINT, SIGTERM, SIGHUP].filter { !ProcessSignals.ignores($0) }.map { signal in
                SignalEvent(loop, signal: signal) { loop.stop() }
            }
            var timer: Networking.Timer?
            let look = Networking.Timer(loop) { [self] in
                readAgain()
                timer?.start(milliseconds: Self.interval)
            }
            timer = look
            look.start(milliseconds: Self.interval)
            announce()
            let failure = withExtendedLifetime((signals, look)) { loop.run() }
            timer = nil
            server.stop()
            if let failure { throw failure }
        } catch {
            throw CommandFailure(.software, "cannot wait for signals: \(error.operation): \(error.text)")
        }
    }

    /// Reads the recordings again if one of them has changed.
    private func readAgain() {
        let now = FileVersion.all(recordings.paths)
        guard now != versions, ContinuousClock.now >= next else { return }
        let start = ContinuousClock.now
        let wasReplaced = zip(now, versions).contains { $0 != nil && $0?.isSameFile(as: $1) == false }
        versions = now
        var state = ProxyState()
        do throws(CommandFailure) {
            rereadings.put(try recordings.input())
            lastRead = WallClock.now
            state.notices = [
                .init(
                    .rotated, .note,
                    "The recordings \(wasReplaced ? "were replaced" : "have grown") and were read again at \(lastRead.clock) UTC.",
                    remedy: "")
            ]
        } catch {
            state.notices = [
                .init(
                    .unreadable, .warning,
                    "The recordings changed and cannot be read now: \(error.sentence) What is shown was read at "
                        + "\(lastRead.clock) UTC.",
                    remedy: "Restore the recordings; they are looked at again once they change.")
            ]
        }
        server.use(state)
        next = ContinuousClock.now + (ContinuousClock.now - start) * Self.share
    }
}

/// The identity and the state of a file, by which a change is noticed.
struct FileVersion: Hashable {
    private var device: dev_t
    private var node: ino_t
    private var size: off_t
    private var seconds: Int
    private var nanoseconds: Int

    /// The versions of the files at these paths; nil for one that is not there, and for standard input.
    static func all(_ paths: [String]) -> [FileVersion?] { paths.map(FileVersion.init(path:)) }

    private init?(path: String) {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return nil }
        (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
        #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }

    /// Whether the file may only have grown.
    func isSameFile(as other: FileVersion?) -> Bool {
        guard let other else { return false }
        return device == other.device && node == other.node && size >= other.size
    }
}

extension Instant {
    /// The time of the day in UTC, such as `22:54:00`.
    fileprivate var clock: String { String(description.dropFirst(11).prefix(8)) }
}
