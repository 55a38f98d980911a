/// Lines on their way to the destination: what is written of them, and where the line begins that is being written.
struct EventBatch: Sendable {
    private var bytes: [UInt8] = []
    private var offset = 0
    private var lineStart = 0
    private var reopening: Int?
    /// How many lines end in what is not written.
    private var linesLeft = 0
    /// How many lost lines this is our own admission of, which nobody counts; 0 where it is none.
    private var admission = 0

    /// Whether this is our own admission of a loss.
    var isAdmission: Bool { admission > 0 }

    /// How many lost lines are not admitted, because the admission of them is not written.
    var unadmitted: Int { isFinished ? 0 : admission }

    /// How many bytes there are, written or not.
    var count: Int { bytes.count }

    /// Whether nothing is left to be written or done.
    var isFinished: Bool { offset == bytes.count && reopening == nil }

    /// Whether the destination is to be opened anew, somewhere in these lines.
    var wantsReopening: Bool { reopening != nil }

    /// Whether it is to be opened anew here.
    var isAtReopening: Bool { reopening == offset }

    /// What can be written without crossing the place where the destination changes.
    var next: ArraySlice<UInt8> { bytes[offset..<(reopening ?? bytes.count)] }

    /// How many lines are not written, or not to their end.
    var unwrittenLines: Int { isAdmission ? 0 : linesLeft }

    /// How many bytes of an unfinished line are written.
    var unfinished: Int { offset - lineStart }

    /// Exchanges what is written for so many lines; the buffers change places, so that none is made anew each time.
    mutating func refill(with lines: inout [UInt8], count: Int, reopening: Int?) {
        swap(&bytes, &lines)
        // A burst shall not hold its memory for ever.
        lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20)
        (offset, lineStart, linesLeft, admission, self.reopening) = (0, 0, count, 0, reopening)
    }

    /// Puts our own admission of that many lost lines in place of what is written.
    mutating func refill(withAdmission line: [UInt8], of lost: Int) {
        (bytes, offset, lineStart, linesLeft, admission, reopening) = (line + [0x0A], 0, 0, 1, lost, nil)
    }

    /// Takes note that so many bytes were written; says how many lines they end.
    mutating func advance(by count: Int) -> Int {
        let written = bytes[offset..<(offset + count)]
        offset += count
        guard let last = written.lastIndex(of: 0x0A) else { return 0 }
        lineStart = last + 1
        // Counting is for a destination that took a part.
        let lines = offset == bytes.count ? linesLeft : written.count { $0 == 0x0A }
        linesLeft -= lines
        return isAdmission ? 0 : lines
    }

    /// Goes back to the beginning of the unfinished line.
    mutating func restartLine() {
        offset = lineStart
    }

    /// Takes note that the destination was opened anew.
    mutating func reopened() {
        reopening = nil
    }
}
