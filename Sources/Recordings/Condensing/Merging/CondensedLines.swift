/// The lines of a condensed recording in memory.
public struct CondensedLines: CondensedLineSource {
    private var lines: ArraySlice<[UInt8]>
    /// The name for messages.
    public let name: String

    /// Creates a source of sorted lines.
    public init(_ lines: [[UInt8]], name: String) {
        self.lines = lines[...]
        self.name = name
    }

    /// The next line; nil at the end.
    public mutating func next() -> [UInt8]? { lines.popFirst() }
}
