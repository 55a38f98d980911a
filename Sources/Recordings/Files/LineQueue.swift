import Events

/// The queue of lines that were read from a file and not taken yet.
struct LineQueue {
    private var splitter = LineSplitter()
    /// The lines, the next one last.
    private var lines: [[UInt8]] = []

    /// Takes the next line without its line feed; nil if no complete line is left.
    mutating func next() -> [UInt8]? { lines.popLast() }

    /// Adds the lines that end in the next piece of the file. Throws an error if one is too long.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - name: The name of the file for messages.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, of name: String) throws(RecordingFileError) {
        try add(of: name) { splitter, line in splitter.append(piece, line) }
    }

    /// Adds the last line of the file, if it has no line feed.
    mutating func finish(_ name: String) throws(RecordingFileError) {
        try add(of: name) { splitter, line in splitter.finish(line) }
    }

    /// Adds the lines that the closure takes from the splitter.
    private mutating func add(
        of name: String, _ split: (inout LineSplitter, (LineSplitter.Line) -> Void) -> Void
    ) throws(RecordingFileError) {
        var new: [[UInt8]] = []
        var isOverlong = false
        split(&splitter) { line in
            switch line {
            case .text(let text): new.append(Array(text))
            case .overlong: isOverlong = true
            }
        }
        guard !isOverlong else {
            let limit = LineSplitter.lengthLimit >> 20
            throw RecordingFileError(name: name, reason: "a line is longer than \(limit) MiB")
        }
        lines = new.reversed() + lines
    }
}
