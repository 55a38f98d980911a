/// The lines that the writer of an event log is writing, and the writer's progress in them. A call of write(2) may end
/// in the middle of a line.
struct EventBatch: Sendable {
    /// The origin of the lines.
    private enum Origin {
        /// Callers have appended the lines.
        case callers
        /// The log itself begins a file with these lines, or repeats them.
        case log
        /// The line is an event `lost` of the log itself, which reports a number of lost lines.
        case lossReport(Int)
    }

    private var origin = Origin.callers
    /// The lines, written or not.
    private var bytes: [UInt8] = []
    /// The number of written bytes.
    private var offset = 0
    /// The offset of the first line that is not completely written.
    private var lineStart = 0
    /// The number of lines that end in the unwritten bytes, if callers have appended the lines or the line is a loss
    /// report. For other lines of the log itself, the number means nothing.
    private var linesLeft = 0

    /// Whether callers have appended the lines. Only their lines count as written or lost.
    var isOfCallers: Bool {
        switch origin {
        case .callers: return true
        case .log, .lossReport: return false
        }
    }

    /// The number of lost lines whose event `lost` is not written yet.
    var unreportedLosses: Int {
        switch origin {
        case .lossReport(let lost): return isFinished ? 0 : lost
        case .callers, .log: return 0
        }
    }

    /// The number of bytes, written or not.
    var count: Int { bytes.count }

    /// Whether all bytes are written.
    var isFinished: Bool { offset == bytes.count }

    /// The bytes that are not written.
    var remaining: ArraySlice<UInt8> { bytes[offset...] }
    /// The number of bytes of the lines that are completely written.
    var completedBytes: Int { lineStart }
    /// The number of written bytes of an incomplete line.
    var incompleteBytes: Int { offset - lineStart }

    /// Replaces the batch by new lines. The buffers are swapped to save an allocation each time.
    mutating func refill(with lines: inout [UInt8], count: Int) {
        swap(&bytes, &lines)
        // A buffer that a burst has made large is released.
        lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20)
        (offset, lineStart, linesLeft, origin) = (0, 0, count, .callers)
    }

    /// Replaces the batch by lines of the log itself.
    mutating func refill(withOwn lines: [UInt8]) {
        (bytes, offset, lineStart, linesLeft, origin) = (lines, 0, 0, 0, .log)
    }

    /// Replaces the batch by an event `lost` that reports a number of lost lines.
    mutating func refill(withLossReport line: [UInt8], of lost: Int) {
        (bytes, offset, lineStart, linesLeft, origin) = (line + [0x0A], 0, 0, 1, .lossReport(lost))
    }

    /// Advances by a number of written bytes. Returns the number of callers' lines that end in these bytes, which is 0
    /// for lines of the log itself.
    mutating func advance(by count: Int) -> Int {
        let written = bytes[offset..<(offset + count)]
        offset += count
        guard let last = written.lastIndex(of: 0x0A) else { return 0 }
        lineStart = last + 1
        // If the whole batch was written, the count is known without a search for line feeds.
        let lines = offset == bytes.count ? linesLeft : written.count { $0 == 0x0A }
        linesLeft -= lines
        return isOfCallers ? lines : 0
    }

    /// Returns to the beginning of the incomplete line.
    mutating func restartLine() {
        offset = lineStart
    }
}
