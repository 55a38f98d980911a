import Networking
import Synchronization

/// Compresses complete segments, one after the other, on a thread of its own with low priority.
///
/// A segment that cannot be compressed, for example because the disk is full, stays as it is and is tried again.
final class SegmentCompressor: Sendable {
    private let settings: SegmentSettings
    private let retryInterval: Duration
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let wakeUp: SelfPipe
    private let finished: SelfPipe

    private struct State: Sendable {
        /// The segments to compress.
        var waiting = SegmentQueue()
        /// The segments for which a warning was given.
        var reported: Set<SegmentName> = []
        var isClosing = false
        var isFinished = false
    }

    /// Creates a compressor for the segments of a proxy. The closure receives a sentence about a segment that cannot be
    /// compressed, once for each segment.
    init(
        _ settings: SegmentSettings, retryInterval: Duration = .seconds(60), warn: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        self.settings = settings
        self.retryInterval = retryInterval
        self.warn = warn
        wakeUp = try SelfPipe()
        finished = try SelfPipe()
    }

    /// Starts the thread, which begins with the segments that an earlier process left in the directory.
    func start() throws(SystemError) {
        try SystemThread.start(named: "segments") { self.run() }
    }

    /// Adds a segment whose file is closed.
    func add(_ name: SegmentName) {
        state.withLock { $0.waiting.add(name) }
        wakeUp.signal()
    }

    /// Compresses the waiting segments and ends the thread, as long as the closure returns remaining time. Segments
    /// that are left then are compressed at the next start.
    func close(waiting remainingTime: () -> Duration) {
        let waiting = state.withLock { state in
            state.isClosing = true
            return state.waiting.segments
        }
        wakeUp.signal()
        // This thread helps, because its priority is not low, and begins with the newest segment, since the
        // compressor's thread begins with the oldest.
        for name in waiting.reversed() where remainingTime() > .zero { _ = compressAndRemove(name) }
        while !state.withLock({ $0.isFinished }), remainingTime() > .zero {
            finished.wait(for: min(remainingTime(), .milliseconds(100)))
        }
    }

    private func run() {
        SystemThread.lowerPriority()
        recover()
        while true {
            let (round, isClosing) = state.withLock { ($0.waiting.beginRound(), $0.isClosing) }
            let left = Set(round.filter { !compressAndRemove($0) })
            let hasMore = state.withLock { $0.waiting.hasOthers(than: left) }
            if isClosing, !hasMore { break }
            // Segments that were added during the round have left a signal, and end the wait at once.
            wakeUp.wait(for: left.isEmpty ? nil : retryInterval)
        }
        state.withLock { $0.isFinished = true }
        finished.signal()
    }

    private func recover() {
        do throws(SystemError) {
            let recovery = try SegmentRecovery(settings)
            recovery.removeAbandoned(in: settings)
            for name in recovery.segments { add(name) }
        } catch {
            warn("cannot look for segments of an earlier run in \(settings.directory): \(error.text).")
        }
    }

    /// Compresses a segment, and removes it from the queue. Returns false if that is not possible now.
    private func compressAndRemove(_ name: SegmentName) -> Bool {
        guard compress(name) else { return false }
        state.withLock { $0.waiting.remove(name) }
        return true
    }

    /// Compresses a segment, and warns of the first failure. Returns false if another attempt is needed.
    private func compress(_ name: SegmentName) -> Bool {
        do throws(SystemError) {
            _ = try SegmentCompression(of: name, in: settings).run()
            state.withLock { _ = $0.reported.remove(name) }
            return true
        } catch {
            if state.withLock({ $0.reported.insert(name).inserted }) {
                warn(
                    "cannot compress \(settings.path(name.file)): \(error.text); the segment stays as it is, and is "
                        + "tried again.")
            }
            return false
        }
    }
}
