/// The number of blank lines at the end of a recording. These lines do not count for the extent of the recording: an
/// editor or a log shipper may have added them, and a longer version of the recording has events in their place.
public struct TrailingBlankLines: Sendable {
    /// The number of blank lines at the end so far.
    public private(set) var lines = 0
    /// The number of their bytes, with line feeds.
    public private(set) var bytes: Int64 = 0

    /// Creates the count for a recording without lines.
    public init() {}

    /// Adds the next line of the recording, which ends in a line feed.
    public mutating func append(_ line: LineSplitter.Line) {
        switch line {
        case .text(let text) where text.isBlank:
            lines += 1
            bytes += Int64(text.count) + 1
        case .text, .overlong: self = TrailingBlankLines()
        }
    }

    /// Adds the last line of the recording, which has no line feed.
    public mutating func finish(_ line: LineSplitter.Line) {
        append(line)
        if lines > 0 { bytes -= 1 }
    }
}
