import Recording
import TransportSecurity

/// One recording with the numbers of lines that were read and that could not be read.
public struct RecordingSource: Hashable, Sendable {
    /// The name of the file, or `standard input`.
    public var name: String
    /// The file; nil for standard input, and for what is no regular file.
    public var identity: FileIdentity?
    /// The number of lines.
    public var lines = 0
    /// The number of lines that are events.
    public var events = 0
    /// The number of bytes.
    public var bytes: Int64 = 0
    /// The number of lines that could not be read.
    public var brokenLines = 0
    /// The numbers of the first of these lines, from 1.
    public var firstBrokenLines: [Int] = []
    /// Whether the last line has no line feed, because the recording is still being written or is truncated.
    public var endsUnfinished = false
    /// Whether the last line could not be read. It counts as incomplete and not as broken.
    public var isCutOff = false
    /// Whether broken lines contain zero bytes, as text in UTF-16 does.
    public var holdsZeroBytes = false
    /// Whether the compressed data are damaged or end too early, so that the rest of the recording is missing.
    public var isDamaged = false
    /// The number of lost events that the recording reports.
    public var lostEvents: Int64 = 0
    /// The number of events that this version does not know, as a later one may write. They are left out.
    public var unknownEvents = 0
    /// The number of lines of each of them, by name. At most `nameLimit` names are kept.
    public var unknownEventNames: [String: Int] = [:]

    /// The largest number of names of unknown events.
    static let nameLimit = 1000

    /// Creates a source with no lines read.
    public init(name: String) {
        self.name = name
    }

    /// Counts a line that could not be read; nil stands for a line that was too long.
    mutating func countBroken(_ line: UnsafeBufferPointer<UInt8>?) {
        brokenLines += 1
        if !holdsZeroBytes, let line { holdsZeroBytes = line.contains(0) }
        if firstBrokenLines.count < 10 { firstBrokenLines.append(lines) }
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
    /// Removes the last broken line from the count, because the line was incomplete.
    mutating func forgetBroken() {
        isCutOff = true
        brokenLines -= 1
        if firstBrokenLines.last == lines { firstBrokenLines.removeLast() }
    }

    /// Whether the recording is not empty, and no line of it is an event.
    public var isUnreadable: Bool { events == 0 && (brokenLines > 0 || isCutOff) }
}
