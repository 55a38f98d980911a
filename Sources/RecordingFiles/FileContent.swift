import Audit
import Recording

/// How much a file has of its recording. Blank lines at the end say nothing.
struct FileContent {
    /// The path.
    let path: String
    /// The version: lines and bytes up to the last line that is not blank.
    private(set) var version: RecordingVersion
    /// The number of bytes up to the last one that is not blank, decompressed.
    private(set) var size: Int64 = 0

    /// Reads a file to its current end. Throws an error if it cannot be read.
    init(of path: String) throws(RecordingFileError) {
        self.path = path
        version = RecordingVersion(lines: 0, bytes: 0, name: path)
        let file = try RecordingFile(path)
        var count = Count()
        while try file.read({ count.append($0) }) {}
        (version.lines, version.bytes, size) = (count.lines, count.bytes, count.size)
    }

    /// The number of the first line, from 1, from which another file does not continue like this one; nil if the other file
    /// begins with the content of this one. What was appended to this one since it was read is not compared.
    func firstDifference(from path: String) throws(RecordingFileError) -> Int? {
        let (file, whole) = (try RecordingFile(self.path), try RecordingFile(path))
        guard file.identity == nil || file.identity != whole.identity else { return nil }
        var expected = ExpectedContent(of: whole)
        var remaining = size
        var line = 1
        var isMore = true
        while isMore, remaining > 0 {
            var piece: [UInt8] = []
            isMore = try file.read { piece += $0 }
            let compared = piece.prefix(Int(min(remaining, Int64(piece.count))))
            let equal = try expected.pass(compared)
            line += compared.prefix(equal).count { $0 == UInt8(ascii: "\n") }
            guard equal == compared.count else { return line }
            remaining -= Int64(equal)
        }
        return nil
    }

    /// Counts the content of a file, piece by piece.
    private struct Count {
        private(set) var (lines, bytes, size) = (0, Int64(0), Int64(0))
        /// The number of line feeds and of bytes so far.
        private var (feeds, total) = (0, Int64(0))
        /// Whether the last byte that is not blank is in a line without a line feed so far.
        private var isInLine = false

        mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
            // The whole of the last line counts, as in a condensed recording.
            defer { if isInLine { bytes = total } }
            guard let last = piece.lastIndex(where: { !Self.isBlank($0) }) else { return endLine(in: piece[...]) }
            feeds += piece[...last].count { $0 == UInt8(ascii: "\n") }
            lines = feeds + 1
            size = total + Int64(last) + 1
            total = size
            (bytes, isInLine) = (size, true)
            endLine(in: piece[(last + 1)...])
        }

        /// Counts blank bytes, of which the first line feed ends the last line that is not blank.
        private mutating func endLine(in blank: Slice<UnsafeBufferPointer<UInt8>>) {
            if isInLine, let feed = blank.firstIndex(of: UInt8(ascii: "\n")) {
                bytes = total + Int64(feed - blank.startIndex) + 1
                isInLine = false
            }
            feeds += blank.count { $0 == UInt8(ascii: "\n") }
            total += Int64(blank.count)
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09
        }
    }
}
