import TransportSecurity

/// One recording that was read: how much of it there was, and how much of it was no use.
public struct RecordingSource: Hashable, Sendable {
    /// The name of the file, or `standard input`.
    public var name: String
    /// How many lines it has.
    public var lines = 0
    /// How many bytes.
    public var bytes: Int64 = 0
    /// How many lines could not be read.
    public var brokenLines = 0
    /// The numbers of the first of them, from 1.
    public var firstBrokenLines: [Int] = []
    /// Whether the last line has no end: the recording is still being written, or was cut off.
    public var endsUnfinished = false
    /// Whether that line could not be read; it counts as unfinished and not as broken.
    public var isCutOff = false
    /// Whether lines that could not be read hold zero bytes, as text in UTF-16 does.
    public var holdsZeroBytes = false
    /// How many events the recording itself admits to have lost.
    public var lostEvents: Int64 = 0

    /// A recording of that name, not read yet.
    public init(name: String) {
        self.name = name
    }

    /// Counts a line that could not be read; nil: it was too long.
    mutating func countBroken(_ line: UnsafeBufferPointer<UInt8>?) {
        brokenLines += 1
        if !holdsZeroBytes, let line { holdsZeroBytes = line.contains(0) }
        if firstBrokenLines.count < 10 { firstBrokenLines.append(lines) }
    }
}

extension RecordingSource {
    /// Takes back the last line that was counted as broken: it was not finished yet.
    mutating func forgetBroken() {
        isCutOff = true
        brokenLines -= 1
        if firstBrokenLines.last == lines { firstBrokenLines.removeLast() }
    }

    /// Whether there is something in the recording, and nothing of it could be read.
    public var isUnreadable: Bool {
        brokenLines > 0 && brokenLines + (isCutOff ? 1 : 0) == lines
    }
}
