/// Gathers the lines of a message head (RFC 9112 §2.1) from bytes as they come, whatever pieces they come in.
///
/// Lines end in CRLF and in nothing else: RFC 9112 §2.2 lets a recipient take a bare LF for a line's end, and two
/// recipients that differ in that are how requests are smuggled.
struct HeadReader {
    /// What is wrong with a head.
    enum Fault: Error {
        case lineEnding, fieldLine, emptyLines, startLineTooLong, tooLarge, tooManyFields
    }

    /// How far the head is.
    enum Progress {
        case incomplete, startLine, complete
    }

    private(set) var bytes: [UInt8] = []
    private(set) var startLine = 0..<0
    private(set) var entries: [Fields.Entry] = []
    private var lineStart = 0
    private var emptyLines = 0
    private var hasStartLine: Bool
    private let startLineLimit: Int
    private let sizeLimit: Int
    private let countLimit: Int

    /// What most heads fit into, in bytes.
    private static let usualSize = 2048
    /// How many fields most heads have at most.
    private static let usualCount = 16

    /// A reader of heads.
    init(limits: Limits) {
        hasStartLine = false
        startLineLimit = limits.startLine
        sizeLimit = limits.head
        countLimit = limits.fieldCount
    }

    /// A reader of trailer sections, which have no start line (RFC 9112 §7.1.2).
    init(trailerLimits limits: Limits) {
        hasStartLine = true
        startLineLimit = 0
        sizeLimit = limits.trailers
        countLimit = limits.fieldCount
    }

    /// Begins with another head, not a trailer section, under the same limits.
    mutating func startOver() {
        (bytes, entries, startLine) = ([], [], 0..<0)
        (lineStart, emptyLines, hasStartLine) = (0, 0, false)
    }

    /// Whether no byte of a head has come, empty lines apart.
    var isEmpty: Bool { bytes.isEmpty }

    /// The first byte of the start line, known before the line is complete.
    var firstByte: UInt8? { bytes.first }

    /// Takes bytes off the front of `input` until the start line, or the whole head, is complete.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(Fault) -> Progress {
        // Most heads come in one piece.
        if bytes.isEmpty { bytes.reserveCapacity(min(input.count, Self.usualSize)) }
        while !input.isEmpty {
            let end = input.firstIndex(of: .lineFeed).map { $0 + 1 }
            let part = input[..<(end ?? input.endIndex)]
            if !hasStartLine, bytes.count + part.count > startLineLimit { throw .startLineTooLong }
            if bytes.count + part.count > sizeLimit { throw .tooLarge }
            bytes.append(contentsOf: part)
            input = input[part.endIndex...]
            guard end != nil else { return .incomplete }
            if let progress = try endLine() { return progress }
        }
        return .incomplete
    }

    private mutating func endLine() throws(Fault) -> Progress? {
        let end = bytes.count - 2
        guard end >= lineStart, bytes[end] == .carriageReturn else { throw .lineEnding }
        let line = lineStart..<end
        lineStart = bytes.count
        if !hasStartLine {
            guard line.isEmpty else {
                startLine = line
                hasStartLine = true
                entries.reserveCapacity(Self.usualCount)
                return .startLine
            }
            // RFC 9112 §2.2: at least one empty line before the request line is to be ignored.
            emptyLines += 1
            guard emptyLines <= 2 else { throw .emptyLines }
            bytes.removeAll(keepingCapacity: true)
            lineStart = 0
            return nil
        }
        if line.isEmpty { return .complete }
        guard entries.count < countLimit else { throw .tooManyFields }
        guard let entry = Fields.Entry(line: line, in: bytes) else { throw .fieldLine }
        entries.append(entry)
        return nil
    }
}
