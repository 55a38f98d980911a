/// Reads a condensed recording in a file line by line.
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
