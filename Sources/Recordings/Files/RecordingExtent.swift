import Events

/// The extent of the recording in a file. Blank lines at the end do not count.
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
