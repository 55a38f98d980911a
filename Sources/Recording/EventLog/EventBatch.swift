/// The lines that the writer is writing, and its progress in them.
struct EventBatch: Sendable {
    /// The owner of the lines.
    private enum Origin {
        /// Callers, who appended them.
        case callers
        /// The log itself, which repeats lines or begins a file with them.
        case log
        /// The log itself, which reports a number of lost lines in an event `lost`.
        case lossReport(Int)
    }

    private var origin = Origin.callers
    private var bytes: [UInt8] = []
    private var offset = 0
    private var lineStart = 0
    private var reopening: Int?
    /// The number of lines that end in the unwritten bytes.
    private var linesLeft = 0

    /// Whether callers appended the lines. Only such lines count.
    var isOfCallers: Bool {
        switch origin {
        case .callers: return true
        case .log, .lossReport: return false
        }
    }

    /// The number of lost lines that are not reported, because the event `lost` is not written yet.
    var unreported: Int {
        switch origin {
        case .lossReport(let lost): return isFinished ? 0 : lost
        case .callers, .log: return 0
        }
    }

    /// The number of bytes, written or not.
    var count: Int { bytes.count }

    /// Whether all bytes are written and no reopening is pending.
    var isFinished: Bool { offset == bytes.count && reopening == nil }

    /// Whether the destination must be reopened at some point in the batch.
    var wantsReopening: Bool { reopening != nil }

    /// Whether the destination must be reopened at the current position.
    var isAtReopening: Bool { reopening == offset }

    /// The bytes that can be written before the destination changes.
    var next: ArraySlice<UInt8> { bytes[offset..<(reopening ?? bytes.count)] }

    /// The number of lines that are not completely written.
    var unwrittenLines: Int { isOfCallers ? linesLeft : 0 }

    /// The number of bytes of the lines that are written.
    var completed: Int { lineStart }

    /// The number of written bytes of an incomplete line.
    var unfinished: Int { offset - lineStart }

    /// Replaces the batch by new lines. The buffers are swapped to save an allocation each time.
    mutating func refill(with lines: inout [UInt8], count: Int, reopening: Int?) {
        swap(&bytes, &lines)
        // After a burst, a large buffer is released.
        lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20)
        (offset, lineStart, linesLeft, origin, self.reopening) = (0, 0, count, .callers, reopening)
    }

    /// Replaces the batch by lines of the log's own, which do not count.
    mutating func refill(withOwn lines: [UInt8]) {
        (bytes, offset, lineStart, linesLeft, origin, reopening) = (lines, 0, 0, 0, .log, nil)
    }

    /// Replaces the batch by an event `lost` that reports a number of lost lines.
    mutating func refill(withLossReport line: [UInt8], of lost: Int) {
        (bytes, offset, lineStart, linesLeft, origin, reopening) = (line + [0x0A], 0, 0, 1, .lossReport(lost), nil)
    }

    /// Advances by a number of written bytes, and returns the number of lines that end in them.
    mutating func advance(by count: Int) -> Int {
        let written = bytes[offset..<(offset + count)]
        offset += count
        guard let last = written.lastIndex(of: 0x0A) else { return 0 }
        lineStart = last + 1
        // Lines are only counted if a part of the batch was written.
        let lines = offset == bytes.count ? linesLeft : written.count { $0 == 0x0A }
        linesLeft -= lines
        return isOfCallers ? lines : 0
    }

    /// Returns to the beginning of the incomplete line.
    mutating func restartLine() {
        offset = lineStart
    }

    /// Records that the destination was reopened.
    mutating func reopened() {
        reopening = nil
    }
}
