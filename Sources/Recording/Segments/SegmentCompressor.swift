import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
        // The thread of the caller helps, because its priority is not low, and begins with the newest segment. The
        // compressor's thread begins with the oldest one.
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

    /// Adds the segments that an earlier process left, and removes its temporary files.
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

/// The segments that wait to be compressed.
struct SegmentQueue: Equatable {
    private var waiting: Set<SegmentName> = []
    /// The segments that were waiting when they were added again during the present round.
    private var addedAgain: Set<SegmentName> = []

    /// The largest number of segments. Further ones are compressed at the next start of the proxy.
    static let limit = 10_000

    /// The segments, the oldest first.
    var segments: [SegmentName] { waiting.sorted() }

    /// Adds a segment whose file is closed. A segment that is already waiting is tried again after the present round,
    /// because the round may have found it still in use.
    mutating func add(_ name: SegmentName) {
        if waiting.contains(name) {
            addedAgain.insert(name)
        } else if waiting.count < Self.limit {
            waiting.insert(name)
        }
    }

    /// Begins a round. Returns the segments to compress, the oldest first.
    mutating func beginRound() -> [SegmentName] {
        addedAgain = []
        return segments
    }

    /// Whether a segment other than these waits.
    func hasOthers(than names: Set<SegmentName>) -> Bool { !waiting.isSubset(of: names) }

    /// Removes a segment that is compressed, unless it was added again during the round.
    mutating func remove(_ name: SegmentName) {
        if addedAgain.remove(name) == nil { waiting.remove(name) }
    }
}

/// The segments and temporary files of earlier processes of a proxy in its directory.
struct SegmentRecovery {
    /// The plain segments, sorted by name. Some may still be written by other processes, which hold their locks.
    let segments: [SegmentName]
    /// The segments of the temporary files of compressions.
    private let compressions: [SegmentName]

    /// Lists the directory. Throws an error if it cannot be read.
    init(_ settings: SegmentSettings) throws(SystemError) {
        guard let directory = RecordingDirectory(at: settings.directory) else {
            throw SystemError(number: ENOENT, operation: "opendir")
        }
        let names = try directory.names().sorted()
        segments = names.compactMap { SegmentName($0, of: settings.proxy) }
        compressions = names.compactMap { SegmentName(temporary: $0, of: settings.proxy) }
    }

    /// Removes the temporary files of compressions whose segment is gone. A file that cannot be removed stays, because
    /// it only takes up space.
    ///
    /// A compression removes its segment last. While the segment exists, its temporary file may be in use, or is
    /// replaced by the next compression. The list of the directory may be older than the segment. Each segment is
    /// therefore looked up again.
    func removeAbandoned(in settings: SegmentSettings) {
        for segment in compressions where access(settings.path(segment.file), F_OK) != 0 && errno == ENOENT {
            unlink(settings.path(segment.temporary))
        }
    }
}
