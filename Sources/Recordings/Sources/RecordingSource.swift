import Events
import Recording
import Traffic
import TransportSecurity

/// A file with a recording, or standard input, as reports list it: its identifier, its extent, and the numbers of lines
/// that were read and that could not be read.
public struct RecordingSource: Hashable, Sendable {
    /// The name for messages: the path of the file, the name of a segment's file, or `standard input`.
    public var name: String
    /// The path of the file as the user named it.
    public internal(set) var path: String
    /// The identifier of the recording: that of its event `segment`, else that of its first line about a load
    /// (`RecordingIdentifier`), else the digest of its first line.
    public var id = ""
    /// The name of the proxy that wrote the recording; nil if the recording does not name it.
    public var proxy: String?
    /// The identifier of the segment that the proxy wrote before; nil for its first segment after a start, and for
    /// other recordings.
    public var previous: String?
    /// The time of the first decision; nil if there is none.
    public var first: Instant?
    /// The time of the last decision; nil if there is none.
    public var last: Instant?
    /// The file; nil for standard input, and for anything but a regular file.
    public var identity: FileIdentity?
    /// The number of lines, up to the last one that is not blank.
    public var lines = 0
    /// The number of lines that are events.
    public var events = 0
    /// The number of bytes of these lines.
    public var bytes: Int64 = 0
    /// The number of lines that could not be read.
    public var brokenLines = 0
    /// The line numbers of the first of these lines, from 1.
    public var firstBrokenLines: [Int] = []
    /// The state of the last line.
    public var end = End.whole
    /// Whether broken lines contain zero bytes, as text in UTF-16 does.
    public var holdsZeroBytes = false
    /// Whether the compressed data are damaged or end too early. The rest of the recording is then missing.
    public var isDamaged = false
    /// Whether a segment begins within the file, because several segments were joined.
    public var isJoined = false
    /// The number of lost events that the recording reports.
    public var lostEvents: Int64 = 0
    /// The number of events that this version of the program does not know. Such events are left out.
    public var unknownEvents = 0
    /// The numbers of unknown events by name. At most `nameLimit` names are kept.
    public var unknownEventNames: [String: Int] = [:]

    /// The largest number of names of unknown events.
    static let nameLimit = 1000
    /// The largest number of kept numbers of broken lines.
    static let brokenLineLimit = 10

    /// The content of the file.
    public var content = Content.recording

    /// The states of the last line.
    public enum End: Hashable, Sendable {
        /// It ends with a line feed.
        case whole
        /// It has no line feed, because the recording is still being written or is truncated, but was read.
        case unfinished
        /// It has no line feed, and could not be read. Such a line counts as incomplete and not as broken.
        case cutOff
    }

    /// The contents of a file, with the faults that only such a file has.
    public enum Content: Hashable, Sendable {
        /// The events of a proxy.
        case recording
        /// Captured traffic, with the parts that could not be read. Captured loads have no verdicts of their own.
        case capture([UnreadPart])
        /// A condensed recording, whose recordings are sources of their own. The file is incomplete without its last
        /// line, or with another number of lines than that line says. The lines behind the last line are not read.
        case condensed(isIncomplete: Bool, followingLines: Int)
    }

    /// Creates a source with no lines read.
    public init(name: String) {
        self.name = name
        path = name
    }

    /// Counts a line that could not be read; nil stands for a line that was too long.
    mutating func countBroken(_ line: UnsafeBufferPointer<UInt8>?) {
        brokenLines += 1
        if !holdsZeroBytes, let line { holdsZeroBytes = line.contains(0) }
        if firstBrokenLines.count < Self.brokenLineLimit { firstBrokenLines.append(lines) }
    }

    /// Counts lost events. The sum stops at the largest number.
    mutating func countLost(_ count: Int64) {
        let (sum, isTooMany) = lostEvents.addingReportingOverflow(max(0, count))
        lostEvents = isTooMany ? .max : sum
    }

    /// Counts a line with an event that this version does not know.
    mutating func countUnknown(_ name: String) {
        unknownEvents += 1
        if unknownEventNames[name] != nil || unknownEventNames.count < Self.nameLimit {
            unknownEventNames[name, default: 0] += 1
        }
    }
}

extension RecordingSource {
    /// Adds a line about a load.
    ///
    /// - Parameter time: The time of a decision; nil for an end.
    mutating func addLoad(_ load: LoadID, at time: Instant?, in line: UnsafeBufferPointer<UInt8>) {
        if id.isEmpty { id = RecordingIdentifier.text(of: line, load: load) }
        guard let time else { return }
        first = min(first ?? time, time)
        last = max(last ?? time, time)
    }

    /// Adds the event `segment`, which identifies the recording.
    mutating func addSegment(_ segment: SegmentEvent) {
        // The event is the first line of its segment.
        if lines > 1 { isJoined = true }
        guard id.isEmpty else { return }
        (id, proxy, previous) = (segment.id, segment.proxy, segment.previous)
        // The name of a segment does not depend on the directory of the file and on its compression.
        name = String(name.split(separator: "/").last ?? name[...])
        if name.hasSuffix(".gz") { name.removeLast(3) }
    }

    /// Subtracts the blank lines at the end.
    mutating func leaveOut(_ blankLines: TrailingBlankLines) {
        lines -= blankLines.lines
        bytes -= blankLines.bytes
    }

    /// Whether the loads were read from captured traffic, and not from a recording of a proxy.
    public var isCapture: Bool { if case .capture = content { true } else { false } }

    /// Whether the file is a condensed recording.
    public var isCondensed: Bool { if case .condensed = content { true } else { false } }

    /// Whether the file is a condensed recording of which lines are missing.
    public var isIncomplete: Bool { if case .condensed(true, _) = content { true } else { false } }

    /// The extent of the recording in this file.
    public var version: RecordingVersion {
        RecordingVersion(lines: lines, bytes: bytes, isDamaged: isDamaged, name: name)
    }

    /// Whether a part of the file could not be read.
    var hasFaults: Bool {
        switch content {
        case .condensed(let isIncomplete, let followingLines) where isIncomplete || followingLines > 0: true
        case .recording, .capture, .condensed: brokenLines > 0 || end == .cutOff || isDamaged || events == 0
        }
    }

    /// The sources in the order of their identifiers, which is mostly that of their first loads. Sources without an
    /// identifier come last.
    static func sorted(_ sources: [RecordingSource]) -> [RecordingSource] {
        sources.filter { !$0.id.isEmpty }.sorted { ($0.id, $0.name) < ($1.id, $1.name) } + sources.filter(\.id.isEmpty)
    }

    /// The segments whose previous segment is not among the sources, although an earlier one of the same proxy is. The
    /// identifiers of segments are in the order of time. Segments before the earliest one may have been removed on
    /// purpose.
    public static func followingMissingSegments(in sources: [RecordingSource]) -> [RecordingSource] {
        let ids = Set(sources.map(\.id))
        let firstIDs = Dictionary(
            sources.compactMap { source in source.proxy.map { ($0, source.id) } }, uniquingKeysWith: min)
        return sources.filter { source in
            guard let previous = source.previous, let proxy = source.proxy, let first = firstIDs[proxy] else {
                return false
            }
            return !ids.contains(previous) && first < previous
        }
    }

    /// Counts the last line, which was counted as broken, as an incomplete one.
    mutating func countLastAsIncomplete() {
        end = .cutOff
        brokenLines -= 1
        if firstBrokenLines.last == lines { firstBrokenLines.removeLast() }
    }

    /// The sentence, without a full stop, about a condensed recording that counts several recordings together, and one
    /// of these recordings that the user named as well.
    public static func doubleCountFault(in file: String, of recording: String) -> String {
        "\(file) counts loads of several recordings together, among them those of \(recording), which is given as "
            + "well; give one of the two"
    }

    /// The sentence about a file with a recording that was read before. This occurs only with standard input and pipes,
    /// whose recording is not known before they are read.
    static func repetitionFault(in file: String, readFrom other: String) -> String {
        "\(file) has a recording that was read before, from \(other); give it once."
    }

    /// The sentence about a condensed recording, on standard input or in a pipe, with another version of a recording
    /// that was read before. The loads that were counted cannot be replaced.
    static func otherVersionFault(in file: String, of recording: String) -> String {
        "\(file) has another version of \(recording), which was read before; give condensed recordings as files, of "
            + "which the longest version counts."
    }

    /// Whether the file has lines, and none of them is an event.
    public var isUnreadable: Bool { events == 0 && (brokenLines > 0 || end == .cutOff) }

    /// Whether the recording ends within its first line, as a copy does that was made when the recording began.
    private var endsInFirstLine: Bool { events == 0 && brokenLines == 0 && end == .cutOff && !holdsZeroBytes }

    /// The first of several files that is not a recording; nil if all are. A file that ends within its first line
    /// counts as a recording if others have events, because files may be copied at any time.
    ///
    /// - Parameters:
    ///   - sources: The files.
    ///   - isBesideOthers: Whether there are further recordings with events.
    public static func firstUnreadable(
        in sources: [RecordingSource], isBesideOthers: Bool = false
    ) -> RecordingSource? {
        let isBesideEvents = isBesideOthers || sources.contains { $0.events > 0 }
        return sources.first { $0.isUnreadable && !(isBesideEvents && $0.endsInFirstLine) }
    }
}

/// A part of captured traffic that could not be read.
public struct UnreadPart: Hashable, Sendable {
    /// The number of packets, connections or requests.
    public var count: Int
    /// The part as a clause, such as `3 connections lack bytes`.
    public var clause: String
    /// The action that makes the part readable, in one sentence.
    public var fix: String

    /// Creates a part.
    public init(count: Int, clause: String, fix: String) {
        (self.count, self.clause, self.fix) = (count, clause, fix)
    }
}
