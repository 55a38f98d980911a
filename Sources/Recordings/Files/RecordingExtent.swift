import Events

/// The extent of the recording in a file. Blank lines at the end do not count.
///
/// Two files with the same recording are compared by their extents, to find out which file has more of the recording
/// and whether the longer file begins with the shorter one.
struct RecordingExtent {
    /// The path.
    let path: String
    /// The version: lines and bytes up to the last line that is not blank.
    private(set) var version: RecordingVersion
    /// The number of bytes with which a longer version of the recording must begin.
    private var size: Int64
    /// Whether the last line is a complete event without a line feed. In a longer version, the line must end there.
    private var endsInWholeLine = false

    /// Reads a file to its current end. Throws an error if it cannot be read.
    init(of path: String) throws(RecordingFileError) {
        self.path = path
        let file = try RecordingFile(path)
        var splitter = LineSplitter()
        var trailingBlankLines = TrailingBlankLines()
        var lines = 0
        var bytes: Int64 = 0
        while try file.read({ piece in
            bytes += Int64(piece.count)
            splitter.append(piece) { line in
                lines += 1
                trailingBlankLines.append(line)
            }
        }) {}
        var blankBytes = 0
        var isWholeLine = false
        splitter.finish { line in
            lines += 1
            trailingBlankLines.finish(line)
            guard trailingBlankLines.lines == 0 else { return }
            blankBytes = Self.blankBytes(atEndOf: line)
            isWholeLine = line.isObject
        }
        version = RecordingVersion(
            lines: lines - trailingBlankLines.lines, bytes: bytes - trailingBlankLines.bytes, isDamaged: file.isDamaged,
            name: path)
        size = version.bytes - Int64(blankBytes)
        endsInWholeLine = isWholeLine
    }

    /// The number of the first line, from 1, that differs in another file; nil if the other file begins with the
    /// content of this one. Bytes that were appended to this file since it was read are not compared.
    ///
    /// If the last line is a complete event, the same line must end in the other file. An incomplete line may continue
    /// in any way.
    func firstDifference(from path: String) throws(RecordingFileError) -> Int? {
        let (file, whole) = (try RecordingFile(self.path), try RecordingFile(path))
        guard file.identity == nil || file.identity != whole.identity else { return nil }
        var expected = ComparedContent(of: whole)
        var remaining = size
        var line = 1
        var isMore = true
        while isMore, remaining > 0 {
            var piece: [UInt8] = []
            isMore = try file.read { piece += $0 }
            let compared = piece.prefix(Int(min(remaining, Int64(piece.count))))
            let equal = try expected.passEqualBytes(of: compared)
            line += compared.prefix(equal).count { $0 == UInt8(ascii: "\n") }
            guard equal == compared.count else { return line }
            remaining -= Int64(equal)
        }
        guard endsInWholeLine else { return nil }
        return try expected.endsLine() ? nil : line
    }

    /// The number of bytes of white space at the end of a line.
    private static func blankBytes(atEndOf line: LineSplitter.Line) -> Int {
        switch line {
        case .text(let text): text.reversed().prefix(while: ComparedContent.isBlank).count
        case .overlong: 0
        }
    }
}

/// The content of a file that is compared with the pieces of another file, one after the other.
private struct ComparedContent {
    private let file: RecordingFile
    /// The bytes that were read last.
    private var bytes: [UInt8] = []
    /// The number of these bytes that were compared.
    private var start = 0
    /// Whether the file may have more bytes.
    private var isMore = true

    /// Creates the content of a file, from its beginning.
    init(of file: RecordingFile) {
        self.file = file
    }

    /// Compares the next bytes of the content with a piece, and moves behind the equal ones. Returns the number of
    /// equal bytes. Throws an error if the file cannot be read.
    mutating func passEqualBytes(of piece: ArraySlice<UInt8>) throws(RecordingFileError) -> Int {
        try read(piece.count)
        let expected = bytes[start...].prefix(piece.count)
        let equal: Int
        if expected == piece {
            // Nearly all pieces are equal, and this comparison is fast.
            equal = piece.count
        } else {
            equal = zip(piece, expected).prefix { $0 == $1 }.count
        }
        start += equal
        return equal
    }

    /// Whether only white space follows up to the end of the present line. Throws an error if the file cannot be read.
    mutating func endsLine() throws(RecordingFileError) -> Bool {
        while true {
            try read(1)
            guard start < bytes.count, bytes[start] != UInt8(ascii: "\n") else { return true }
            guard Self.isBlank(bytes[start]) else { return false }
            start += 1
        }
    }

    /// Whether a byte is a space, a tab, a carriage return or a line feed.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09 }

    /// Reads on until a number of bytes is available for comparison, or the file ends.
    private mutating func read(_ count: Int) throws(RecordingFileError) {
        guard bytes.count - start < count else { return }
        // The bytes that are moved are fewer than those compared next. The time for many small pieces remains linear.
        bytes.removeFirst(start)
        start = 0
        while isMore, bytes.count < count { isMore = try file.read { bytes += $0 } }
    }
}

extension LineSplitter.Line {
    /// Whether the line is a complete JSON object.
    fileprivate var isObject: Bool {
        switch self {
        case .overlong: return false
        case .text(let text):
            var scanner = JSONScanner(text.withoutByteOrderMark)
            do throws(JSONScanner.Malformed) {
                try scanner.object { _, scanner throws(JSONScanner.Malformed) in try scanner.value() }
                try scanner.end()
                return true
            } catch {
                return false
            }
        }
    }
}
