/// Cuts a stream of bytes into lines, whatever pieces it comes in, and holds no more of it than one unfinished line.
struct LineSplitter {
    private var unfinished: [UInt8] = []
    /// Whether the line that is under way is too long, so that the rest of it is passed over.
    private var isOverlong = false

    /// The longest line that is read, in bytes. A recording's longest are facts with many certificates, far below it.
    static let lengthLimit = 16 << 20

    /// One line of the stream.
    enum Line {
        /// Without its end; valid during the call alone.
        case text(UnsafeBufferPointer<UInt8>)
        /// Longer than `lengthLimit`.
        case overlong
    }

    /// Takes the next piece of the stream and gives on each line that ends in it.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ line: (Line) -> Void) {
        var start = 0
        while let length = piece[start...].firstIndex(of: UInt8(ascii: "\n")).map({ $0 - start }) {
            finish(UnsafeBufferPointer(rebasing: piece[start..<start + length]), line)
            start += length + 1
        }
        keep(piece[start...])
    }

    /// Gives on the line at the end of the stream that no line feed ends, if there is one.
    mutating func finish(_ line: (Line) -> Void) {
        if isOverlong || !unfinished.isEmpty { finish(UnsafeBufferPointer(start: nil, count: 0), line) }
    }

    private mutating func finish(_ rest: UnsafeBufferPointer<UInt8>, _ line: (Line) -> Void) {
        if isOverlong {
            line(.overlong)
        } else if unfinished.isEmpty {
            line(.text(rest))
        } else {
            unfinished.append(contentsOf: rest)
            unfinished.withUnsafeBufferPointer { line(.text($0)) }
        }
        isOverlong = false
        unfinished.removeAll(keepingCapacity: true)
    }

    private mutating func keep(_ rest: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !isOverlong else { return }
        if unfinished.count + rest.count > Self.lengthLimit {
            isOverlong = true
            unfinished = []
        } else {
            unfinished.append(contentsOf: rest)
        }
    }
}
