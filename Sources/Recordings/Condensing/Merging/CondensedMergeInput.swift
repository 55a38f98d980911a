import Events

/// A source of the lines of a condensed recording, such as a file.
public protocol CondensedLineSource {
    /// The next line without its line feed; nil at the end.
    mutating func next() throws -> [UInt8]?

    /// The name for messages.
    var name: String { get }
}

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

/// The error for a condensed recording without its last line.
public struct CondensedCutOffError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String

    /// The error in one sentence.
    public var description: String { "\(name) was cut off: the last line of a condensed recording is missing." }
}

/// The error for a line that cannot be merged.
public struct CondensedLineError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the recording.
    public var name: String
    /// The number of the line, from 1.
    public var line: Int
    /// The fault, such as `is not a line of a condensed recording`.
    public var fault: String

    /// The error in one sentence.
    public var description: String { "Line \(line) of \(name) \(fault)." }
}

/// One input of a `CondensedMerge`: reads the lines of a source, and checks that they form a condensed recording.
///
/// The lines must be sorted, and no line may count the same as another one. A whole recording begins with a
/// `CondensedHeader` and ends with a `CondensedEnd`. A part of a recording, which only this program makes, has neither.
struct CondensedMergeInput {
    /// The number of the recording that the input belongs to. The parts of one recording have the same number.
    let group: Int
    /// The current line. Before the first call of `advance`, it is a header, which precedes all other lines.
    private(set) var line: CondensedLine
    private var source: any CondensedLineSource
    /// The number of lines that were read, for messages.
    private var lineNumber = 0
    /// The number of these lines that are not blank.
    private var count = 0
    /// The numbers of lines and bytes before the current line that have the same key.
    private var equalKeys = (lines: 0, bytes: 0)
    /// Whether the input began with a header.
    private var hasHeader = false

    /// Creates an input of which nothing was read.
    init(_ source: any CondensedLineSource, group: Int) throws {
        (self.source, self.group) = (source, group)
        line = try CondensedLine(CondensedHeader().line)
    }

    /// Reads the next line, and makes it the current one. Returns false at the end.
    mutating func advance() throws -> Bool {
        guard let text = try nextText() else {
            guard !hasHeader else { throw CondensedCutOffError(name: source.name) }
            return false
        }
        count += 1
        let next = try parse(text)
        switch next.type {
        case .header:
            try checkHeader(text)
            hasHeader = true
        case .end:
            try checkEnd(text)
            return false
        case .recording, .statement, .kind, .loads: break
        }
        guard line <= next else { throw error("is not in the order of condensed recordings") }
        try checkRepetition(next)
        line = next
        return true
    }

    /// The next line that is not blank, without a byte order mark; nil at the end.
    private mutating func nextText() throws -> [UInt8]? {
        while let text = try source.next() {
            lineNumber += 1
            let content: [UInt8]? = text.withUnsafeBufferPointer { line in
                let content = line.withoutByteOrderMark
                if content.isBlank { return nil }
                return content.count == line.count ? text : Array(content)
            }
            if let content { return content }
        }
        return nil
    }

    /// Parses a line. Throws an error if it is malformed, or counts loads of several recordings together.
    private func parse(_ text: [UInt8]) throws -> CondensedLine {
        let line: CondensedLine
        do throws(JSONScanner.Malformed) {
            line = try CondensedLine(text)
            if hasHeader { try line.check() }
        } catch {
            throw self.error("is not a line of a condensed recording")
        }
        let namesRecording = line.recording.first == UInt8(ascii: "\"")
        guard line.type != .loads || namesRecording else { throw error(Self.addedUpFault) }
        return line
    }

    /// Checks that the recording of a header can be read and merged.
    private func checkHeader(_ text: [UInt8]) throws {
        guard let header = try? text.withUnsafeBufferPointer({ try CondensedHeader($0) }), header.isKnown else {
            throw error("begins a condensed recording of a version that only a newer atsproxy reads")
        }
        guard !header.isAddedUp else { throw error(Self.addedUpFault) }
    }

    /// Checks that the last line states the number of lines before it, and that no line follows.
    private mutating func checkEnd(_ text: [UInt8]) throws {
        let end = try? text.withUnsafeBufferPointer { try CondensedEnd($0) }
        guard let end, end.lines == count - 1 else { throw error("counts other lines than those before it") }
        guard try nextText() == nil else { throw error("follows the end of the condensed recording") }
    }

    /// Checks a line that may have the key of the current line. Throws an error if it counts the same loads, or if too
    /// many lines have this key, because they are merged in memory.
    private mutating func checkRepetition(_ next: CondensedLine) throws {
        guard hasHeader, count > 1, line.key == next.key else {
            equalKeys = (0, 0)
            return
        }
        equalKeys.lines += 1
        equalKeys.bytes += line.text.count
        guard !next.type.isUnique, line != next else { throw error("counts the same as the line before it") }
        let bytes = equalKeys.bytes + next.text.count
        guard equalKeys.lines < Self.equalKeyLimit, bytes <= LineSplitter.lengthLimit else {
            throw error("is one of too many lines about the same thing")
        }
    }

    /// The error for the line that was read last.
    private func error(_ fault: String) -> CondensedLineError {
        CondensedLineError(name: source.name, line: lineNumber, fault: fault)
    }

    /// The largest number of lines with one key. Most keys have one line; a statement may occur with several times.
    private static let equalKeyLimit = 64

    private static let addedUpFault = "counts loads of several recordings together, and cannot be merged"
}
