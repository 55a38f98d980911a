/// The lines that the writer is writing, and its progress in them.
struct EventBatch: Sendable {
    private var bytes: [UInt8] = []
    private var offset = 0
    private var lineStart = 0
    private var reopening: Int?
    /// The number of lines that end in the unwritten bytes.
    private var linesLeft = 0
    /// The number of lost lines that this batch reports in an event `lost`; 0 if the batch holds other events.
    private var reportedLosses = 0

    /// Whether the batch holds an event `lost` of the log's own.
    var isLossReport: Bool { reportedLosses > 0 }

    /// The number of lost lines that are not reported, because the event `lost` is not written yet.
    var unreported: Int { isFinished ? 0 : reportedLosses }

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
    var unwrittenLines: Int { isLossReport ? 0 : linesLeft }

    /// The number of written bytes of an incomplete line.
    var unfinished: Int { offset - lineStart }

    /// Replaces the batch by new lines. The buffers are swapped, so that no memory is allocated each time.
    mutating func refill(with lines: inout [UInt8], count: Int, reopening: Int?) {
        swap(&bytes, &lines)
        // After a burst, a large buffer is released.
        lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20)
        (offset, lineStart, linesLeft, reportedLosses, self.reopening) = (0, 0, count, 0, reopening)
    }

    /// Replaces the batch by an event `lost` that reports a number of lost lines.
    mutating func refill(withLossReport line: [UInt8], of lost: Int) {
        (bytes, offset, lineStart, linesLeft, reportedLosses, reopening) = (line + [0x0A], 0, 0, 1, lost, nil)
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
        return isLossReport ? 0 : lines
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
