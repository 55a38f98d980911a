import Networking
import Synchronization

/// Compresses complete segments, one after the other, on a thread of its own with low priority.
///
/// A segment that cannot be compressed, as where the disk is full, stays as it is and is tried again.
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
        /// Those of which it was said that they cannot be compressed.
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

    /// Ends the thread once nothing waits, and waits for that until the closure returns no more time. Segments that are
    /// left then are compressed at the next start.
    func close(waiting remainingTime: () -> Duration) {
        let waiting = state.withLock { state in
            state.isClosing = true
            return state.waiting.segments
        }
        wakeUp.signal()
        // On this thread as well, whose priority is not low. The compressor's own is at the oldest of them, if at any.
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
            // What was added meanwhile has left a signal.
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

    /// Compresses a segment, which then does not wait any more. Returns false if that is not possible now.
    private func compressAndRemove(_ name: SegmentName) -> Bool {
        guard compress(name) else { return false }
        state.withLock { $0.waiting.remove(name) }
        return true
    }

    /// Compresses a segment. Returns whether nothing is left to be done.
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
