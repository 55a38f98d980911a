/// The blank lines at the end of a recording so far. No version of the recording counts them (`RecordingVersion`): an
/// editor or a shipper may add them, and a longer version has events in their place.
public struct BlankEnd: Sendable {
    /// The number of lines.
    public private(set) var lines = 0
    /// The number of bytes, with line feeds.
    public private(set) var bytes: Int64 = 0

    /// Creates the end of a recording without a line.
    public init() {}

    /// Notes the next line of the recording, which ends in a line feed.
    public mutating func append(_ line: LineSplitter.Line) {
        switch line {
        case .text(let text) where text.isBlank:
            lines += 1
            bytes += Int64(text.count) + 1
        case .text, .overlong: self = BlankEnd()
        }
    }

    /// Notes the last line of the recording, which has no line feed.
    public mutating func finish(_ line: LineSplitter.Line) {
        append(line)
        if lines > 0 { bytes -= 1 }
    }
}
