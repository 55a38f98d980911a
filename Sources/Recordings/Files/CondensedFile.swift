import Events

/// Reads a condensed recording in a file line by line, for a merge.
public final class CondensedFile: CondensedLineSource {
    private let file: RecordingFile
    private var lines = LineQueue()
    private var isAtEnd = false

    /// Creates the reader of a file. Throws an error if a line is too long.
    ///
    /// - Parameters:
    ///   - file: The file, which may have been read in part.
    ///   - beginning: The part of the content that was read.
    public init(_ file: RecordingFile, after beginning: [UInt8] = []) throws(RecordingFileError) {
        self.file = file
        try append(beginning)
    }

    /// The name for messages.
    public var name: String { file.name }

    /// The next line; nil at the end. Throws an error if the file cannot be read, or is damaged.
    public func next() throws -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            guard !isAtEnd else { return nil }
            try readOn()
        }
    }

    private func readOn() throws(RecordingFileError) {
        var piece: [UInt8] = []
        isAtEnd = try !file.read { piece += $0 }
        try append(piece)
        guard isAtEnd else { return }
        try lines.finish(name)
        guard !file.isDamaged else {
            throw RecordingFileError(name: name, reason: "its compressed data are damaged or end too early")
        }
    }

    private func append(_ piece: [UInt8]) throws(RecordingFileError) {
        let name = name
        try piece.withUnsafeBufferPointer { piece throws(RecordingFileError) in try lines.append(piece, of: name) }
    }
}

/// The lines that were read from a file and not taken yet. Splits the pieces of the file into lines.
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
        var added: [[UInt8]] = []
        var isOverlong = false
        split(&splitter) { line in
            switch line {
            case .text(let text): added.append(Array(text))
            case .overlong: isOverlong = true
            }
        }
        guard !isOverlong else {
            let limit = LineSplitter.lengthLimit >> 20
            throw RecordingFileError(name: name, reason: "a line is longer than \(limit) MiB")
        }
        lines = added.reversed() + lines
    }
}
