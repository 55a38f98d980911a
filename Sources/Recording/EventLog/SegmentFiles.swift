import Events
import Networking
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The segments of an event log in a directory, which are written one after the other. Each is compressed once it is
/// complete.
struct SegmentFiles: LogFiles {
    private let settings: SegmentSettings
    private let clock: SegmentClock
    private let compressor: SegmentCompressor
    /// The open segment; nil until the next line comes.
    private var segment: Segment?
    /// The time in the name of the latest segment; nil before the first.
    private var latestTime: Instant?
    private var identifiers = EventIDGenerator()
    /// The identifier of the latest segment; nil before the first.
    private var latestID: String?

    /// A segment that is being written.
    private struct Segment: Sendable {
        var name: SegmentName
        var sink: EventSink
        /// The number of written bytes.
        var size = 0
        /// Whether the segment holds lines of callers, and not only its first lines.
        var holdsEvents = false
        /// The time at which the segment ends, in milliseconds of `SegmentClock.elapsed`.
        var end: Int64
    }

    /// Creates the directory if it is missing.
    init(_ settings: SegmentSettings, _ clock: SegmentClock, warn: @escaping @Sendable (String) -> Void)
        throws(SystemError)
    {
        self.settings = settings
        self.clock = clock
        compressor = try SegmentCompressor(settings, warn: warn)
        guard mkdir(settings.directory, 0o750) == 0 || errno == EEXIST else { throw SystemError.last("mkdir") }
    }

    /// Starts the compression of earlier segments.
    func start() throws(SystemError) { try compressor.start() }

    var sink: EventSink? { segment?.sink }
    var path: String { segment.map { settings.path($0.name.file) } ?? settings.directory }
    var isMidLine: Bool { false }
    var room: Int { max(1, settings.sizeLimit - (segment?.size ?? 0)) }
    var end: Int64? { segment?.end }

    func isDue(at time: Int64) -> Bool {
        guard let segment else { return true }
        return segment.holdsEvents && segment.size >= settings.sizeLimit || time >= segment.end
    }

    mutating func begin(at time: Int64) throws(SystemError) -> [UInt8] {
        let now = clock.now()
        let file = try SegmentFile(settings, at: Self.nameTime(at: now, after: latestTime))
        latestTime = file.time
        endSegment()
        segment = Segment(name: file.name, sink: EventSink(owning: file.descriptor), end: time + settings.ageLimit)
        var random = SystemRandomNumberGenerator()
        let id = identifiers.next(at: now, using: &random).description
        defer { latestID = id }
        return SegmentEvent(time: now, id: id, proxy: settings.proxy.text, previous: latestID).line + [0x0A]
    }

    /// The first time to try for the name of a segment: now, or the millisecond after that of the latest segment.
    ///
    /// Several segments of one millisecond have the names of the following ones. A name among them may have become free
    /// again, since a starting proxy removes empty files. A clock that was set back is followed.
    static func nameTime(at now: Instant, after latest: Instant?) -> Instant {
        guard let latest, (0..<1000).contains(latest.milliseconds - now.milliseconds) else { return now }
        return Instant(milliseconds: latest.milliseconds + 1)
    }

    /// Lets the segment grow by its size limit again, and for a few seconds. The next segment cannot be begun, for
    /// example because the process may open no more files.
    mutating func postpone(at time: Int64) -> Bool {
        guard segment != nil else { return false }
        segment?.size = 0
        segment?.end = time + Self.retryMilliseconds
        return true
    }

    /// The time after which the next attempt to begin a segment is made.
    private static let retryMilliseconds: Int64 = 10_000

    mutating func endFile() -> LogFileChange {
        endSegment()
        return .ended(nil)
    }

    /// Ends a segment whose file was removed or moved, because readers of the directory would not find its events.
    mutating func change() -> LogFileChange? {
        guard let removed = segment, !FileIdentity.isFile(removed.sink.descriptor, stillAt: path) else { return nil }
        let sentence = "\(path) was removed or moved; events go on in a new segment"
        segment = nil
        SegmentLock.release(removed.sink.descriptor)
        return .ended(sentence)
    }

    mutating func didWrite(_ count: Int, ofCallers: Bool) {
        segment?.size += count
        if ofCallers { segment?.holdsEvents = true }
    }

    mutating func didRemove(_ count: Int) { segment?.size -= count }

    mutating func close(waiting remainingTime: () -> Duration) {
        endSegment()
        compressor.close(waiting: remainingTime)
    }

    /// Ends the segment, if there is one, and hands it on to be compressed.
    private mutating func endSegment() {
        guard let ended = segment else { return }
        segment = nil
        // The lock is not left to the closing of the file, because the sink may be released later.
        SegmentLock.release(ended.sink.descriptor)
        compressor.add(ended.name)
    }
}
