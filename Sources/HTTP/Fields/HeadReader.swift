/// Reads the lines of a message head (RFC 9112 §2.1) from bytes that come in pieces of any size. The parsers of
/// requests and responses give the start line its meaning.
///
/// Only CRLF ends a line. RFC 9112 §2.2 allows recipients to accept a bare LF, but where two recipients differ in this,
/// requests can be smuggled. A lenient reader of responses accepts it, and mends field lines.
struct HeadReader {
    /// The bytes of the head so far.
    private var bytes: [UInt8] = []
    private var startLineRange: Range<Int>?
    private var entries: [Fields.Entry] = []
    /// The number of empty lines before the start line.
    private var emptyLines = 0
    /// The start of the incomplete line.
    private var lineStart = 0
    private var awaitsStartLine: Bool
    private let startLineLimit: Int
    private let sizeLimit: Int
    private let countLimit: Int
    private let grammar: ResponseGrammar
    private var mending = FieldMending()
    /// Whether the head differs from RFC 9112, and was mended. Heads that follow count as mended, too.
    private(set) var isMended = false

    /// The size of most heads in bytes. At most this much is copied at once, because bytes after the head are not part
    /// of it.
    private static let usualSize = 2048
    /// The number of fields of most heads.
    private static let usualCount = 16

    /// A reader of heads.
    init(limits: MessageLimits, _ grammar: ResponseGrammar = .strict) {
        self.grammar = grammar
        awaitsStartLine = true
        startLineLimit = limits.startLine
        sizeLimit = limits.head
        countLimit = limits.fieldCount
    }

    /// A reader of trailer sections, which have no start line (RFC 9112 §7.1.2).
    init(trailerLimits limits: MessageLimits, _ grammar: ResponseGrammar = .strict) {
        self.grammar = grammar
        awaitsStartLine = false
        startLineLimit = 0
        sizeLimit = limits.trailers
        countLimit = limits.fieldCount
    }

    /// Whether no byte of a head has come, except empty lines.
    var isEmpty: Bool { bytes.isEmpty }

    /// The first byte of the start line, known before the line is complete.
    var firstByte: UInt8? { bytes.first }

    /// The start line without its CRLF; `nil` before it is complete, and in a trailer section.
    var startLine: ArraySlice<UInt8>? { startLineRange.map { bytes[$0] } }

    /// Removes bytes from the front of `input` until the head is complete. Returns whether it is. After a fault,
    /// nothing more may be read.
    mutating func consume(_ input: inout ArraySlice<UInt8>) throws(HeadFault) -> Bool {
        var offset = 0
        let isComplete = try input.withUnsafeBufferPointer { (bytes) throws(HeadFault) in
            try consume(bytes.span, at: &offset)
        }
        input = input.dropFirst(offset)
        return isComplete
    }

    /// Reads bytes of `input` from `offset` on until the head is complete, and moves `offset` behind them.
    mutating func consume(_ input: Span<UInt8>, at offset: inout Int) throws(HeadFault) -> Bool {
        if awaitsStartLine { try skipEmptyLines(input, at: &offset) }
        while offset < input.count {
            let countBefore = bytes.count
            let piece = offset..<min(input.count, offset + Self.usualSize)
            input.extracting(piece).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
            /// The offset in `bytes` from which on no line feed was searched.
            var searched = countBefore
            while let lineFeed = lineFeed(from: searched) {
                searched = lineFeed + 1
                try checkSize(searched)
                guard try endLine(before: lineFeed) else { continue }
                if searched < bytes.count { bytes.removeSubrange(searched...) }
                offset += searched - countBefore
                return true
            }
            try checkSize(bytes.count)
            offset = piece.upperBound
        }
        return false
    }

    /// Returns the fields of a complete head, and prepares the reader for another head. A trailer section needs a new
    /// reader.
    mutating func takeFields() -> Fields {
        let fields = Fields(entries, in: bytes)
        (bytes, startLineRange, entries) = ([], nil, [])
        (lineStart, emptyLines, awaitsStartLine) = (0, 0, true)
        mending = FieldMending()
        return fields
    }

    /// Skips at most two empty lines before the start line. RFC 9112 §2.2 asks recipients to ignore at least one.
    private mutating func skipEmptyLines(_ input: Span<UInt8>, at offset: inout Int) throws(HeadFault) {
        while offset < input.count {
            let octet = input[offset]
            if bytes.isEmpty, octet == .carriageReturn {
                bytes.append(octet)
            } else if octet == .lineFeed, bytes == [.carriageReturn] || bytes.isEmpty && grammar == .lenient {
                if bytes.isEmpty { isMended = true }
                bytes = []
                emptyLines += 1
                guard emptyLines <= 2 else { throw .emptyLines }
            } else {
                return
            }
            offset += 1
        }
    }

    private func lineFeed(from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count, bytes[index] != .lineFeed { index += 1 }
            return index < bytes.count ? index : nil
        }
    }

    private func checkSize(_ size: Int) throws(HeadFault) {
        if awaitsStartLine, size > startLineLimit { throw .startLineTooLong }
        if size > sizeLimit { throw .tooLarge }
    }

    /// Ends the line before a line feed. Returns whether this line ends the head.
    private mutating func endLine(before lineFeed: Int) throws(HeadFault) -> Bool {
        let line = try lineStart..<end(before: lineFeed)
        lineStart = lineFeed + 1
        if awaitsStartLine {
            if grammar == .lenient { try FieldMending.replaceControls(in: line, of: &bytes) }
            startLineRange = line
            awaitsStartLine = false
            entries.reserveCapacity(Self.usualCount)
            return false
        }
        if line.isEmpty { return true }
        guard entries.count < countLimit else { throw .tooManyFields }
        if let entry = Fields.Entry(line: line, in: bytes) {
            entries.append(entry)
        } else {
            guard grammar == .lenient else { throw .fieldLine }
            try mending.mend(line, in: &bytes, fields: &entries)
            isMended = true
        }
        return false
    }

    /// The end of the line before a line feed: its carriage return.
    private mutating func end(before lineFeed: Int) throws(HeadFault) -> Int {
        if lineFeed > lineStart, bytes[lineFeed - 1] == .carriageReturn { return lineFeed - 1 }
        guard grammar == .lenient else { throw .lineEnding }
        isMended = true
        return lineFeed
    }
}
