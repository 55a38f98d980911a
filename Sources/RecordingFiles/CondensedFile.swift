import Audit

/// A condensed recording in a file, line by line.
public final class CondensedFile: CondensedLineSource {
    private let file: RecordingFile
    private var splitter = LineSplitter()
    /// The lines that were read and not taken, the next one last.
    private var lines: [[UInt8]] = []
    private var isAtEnd = false

    /// Takes the lines of a file.
    ///
    /// - Parameters:
    ///   - file: The file, which may have been read in part.
    ///   - beginning: The part of the content that was read.
    public init(_ file: RecordingFile, after beginning: [UInt8] = []) {
        self.file = file
        var new: [[UInt8]] = []
        beginning.withUnsafeBufferPointer { beginning in
            splitter.append(beginning) { if case .text(let text) = $0, !text.isEmpty { new.append(Array(text)) } }
        }
        lines = new.reversed()
    }

    /// The name for messages.
    public var name: String { file.name }

    /// The next line; nil at the end. Throws an error if the file cannot be read, or is damaged.
    public func next() throws -> [UInt8]? {
        while lines.isEmpty {
            guard !isAtEnd else { return nil }
            try readOn()
        }
        return lines.popLast()
    }

    private func readOn() throws {
        var new: [[UInt8]] = []
        var isOverlong = false
        func take(_ line: LineSplitter.Line) {
            switch line {
            case .text(let text): if !text.isEmpty { new.append(Array(text)) }
            case .overlong: isOverlong = true
            }
        }
        isAtEnd = try !file.read { splitter.append($0, take) }
        if isAtEnd { splitter.finish(take) }
        guard !isOverlong else { throw RecordingFileError(name: name, reason: "a line is longer than 16 MiB") }
        guard !isAtEnd || !file.isDamaged else {
            throw RecordingFileError(name: name, reason: "its compressed data are damaged or end too early")
        }
        lines = new.reversed()
    }
}
