/// Splits the bytes of a client into lines, one message each. A line above the limit is skipped without being kept.
public struct MessageLines: Sendable {
    private var partial: [UInt8] = []
    private var isSkipping = false
    private let limit: Int

    /// A line of the input without its end.
    public enum Line: Hashable, Sendable {
        case text([UInt8])
        /// The line was longer than the limit.
        case tooLong
    }

    /// The largest line in bytes.
    public static let defaultLimit = 4 << 20

    /// Creates a splitter with a limit for lines in bytes.
    public init(limit: Int = MessageLines.defaultLimit) {
        self.limit = limit
    }

    /// Takes bytes, and returns the lines that they complete. Empty lines are left out.
    public mutating func receive(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            append(rest[..<end])
            rest = rest[(end + 1)...]
            if isSkipping {
                lines.append(.tooLong)
            } else if partial.contains(where: { !" \t\r".utf8.contains($0) }) {
                lines.append(.text(partial))
            }
            partial = []
            isSkipping = false
        }
        append(rest)
        return lines
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !isSkipping else { return }
        if partial.count + bytes.count > limit {
            isSkipping = true
            partial = []
        } else {
            partial += bytes
        }
    }
}
