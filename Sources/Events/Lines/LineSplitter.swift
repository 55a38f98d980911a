/// Splits a stream of bytes, such as the pieces of a file, into lines. At most one incomplete line is kept.
public struct LineSplitter {
    /// The beginning of the current line, in earlier parts of the stream.
    private var unfinished: [UInt8] = []
    /// Whether the beginning of the current line is too long already. The rest of the line is skipped then.
    private var isOverlong = false

    /// The longest accepted line in bytes. The longest lines of recordings are facts with many certificates, which are
    /// much shorter.
    public static let lengthLimit = 16 << 20

    /// One line of the stream.
    public enum Line {
        /// The line without its line feed. The pointer is valid only during the call.
        case text(UnsafeBufferPointer<UInt8>)
        /// A line longer than `lengthLimit`.
        case overlong
    }

    /// Creates a splitter at the beginning of a stream.
    public init() {}

    /// Whether the stream so far ends in a line without its line feed.
    public var isWithinLine: Bool { isOverlong || !unfinished.isEmpty }

    /// Appends a part of the stream, and calls the closure for each line that ends in it.
    public mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ each: (Line) -> Void) {
        var start = 0
        while let end = piece.firstIndex(of: UInt8(ascii: "\n"), from: start) {
            endLine(with: UnsafeBufferPointer(rebasing: piece[start..<end]), each)
            start = end + 1
        }
        keep(piece[start...])
    }

    /// Calls the closure for the last line if it has no line feed.
    public mutating func finish(_ each: (Line) -> Void) {
        if isWithinLine { endLine(with: UnsafeBufferPointer(start: nil, count: 0), each) }
    }

    /// Ends the current line.
    ///
    /// - Parameter ending: The part of the line in the present part of the stream.
    private mutating func endLine(with ending: UnsafeBufferPointer<UInt8>, _ each: (Line) -> Void) {
        if isOverlong || unfinished.count + ending.count > Self.lengthLimit {
            each(.overlong)
        } else if unfinished.isEmpty {
            each(.text(ending))
        } else {
            unfinished.append(contentsOf: ending)
            unfinished.withUnsafeBufferPointer { each(.text($0)) }
        }
        isOverlong = false
        unfinished.removeAll(keepingCapacity: true)
    }

    /// Keeps the beginning of a line until the next part of the stream.
    private mutating func keep(_ beginning: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !isOverlong else { return }
        if unfinished.count + beginning.count > Self.lengthLimit {
            isOverlong = true
            unfinished = []
        } else {
            unfinished.append(contentsOf: beginning)
        }
    }
}
